import Foundation
import Glibc

/// The program, run by a user who owns a directory in which root works, too.
enum OwningUser {
    static let number = 1000
    private static let command =
        ##"setpriv --reuid=\##(number) --regid=\##(number) --clear-groups "$REALMCTL" "$@""##

    static let canRun = getuid() == 0 && (try? run(["--version"]))?.code == 0

    static func run(_ arguments: [String]) throws -> RealmctlProcess.Output {
        try RealmctlProcess.shell(command, arguments)
    }
}
