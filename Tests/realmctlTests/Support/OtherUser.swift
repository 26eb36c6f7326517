import Foundation
import Glibc

/// The program, run by a user without files.
enum OtherUser {
    private static let command = ##"setpriv --reuid=65534 --regid=65534 --clear-groups "$REALMCTL" "$@""##

    static let canRun = getuid() == 0 && (try? run(["--version"]))?.code == 0

    static func run(_ arguments: [String]) throws -> RealmctlProcess.Output {
        try RealmctlProcess.shell(command, arguments)
    }
}
