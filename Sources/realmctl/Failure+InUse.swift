import Foundation
import RealmTools

extension Failure {
    /// The failure for a file open in other processes.
    static func inUse(_ name: String, _ processes: [Int32]) -> Failure {
        Failure(
            .busy, "inUse", "The file '\(name)' is \(use(of: name, processes)).", path: name,
            hint: "Close that program, wait with --lock-timeout DURATION, or write another file with -o.",
            detail: .object([("pids", .array(processes.map { .integer(Int64($0)) }))]))
    }

    /// "in use by an app on Realm Core (process 123, node)".
    static func use(of name: String, _ processes: [Int32]) -> String {
        let holders = (try? Realm.holders(ofFileAt: InputFile(name).url)) ?? []
        let named = holders.filter { processes.contains($0.process) }.map(\.description)
        // A process that has ended meanwhile keeps its number.
        let others = processes.filter { process in !holders.contains { $0.process == process } }
        let all = named + others.map { "process \($0)" }
        return all.isEmpty ? "in use" : "in use by \(all.joined(separator: ", "))"
    }
}
