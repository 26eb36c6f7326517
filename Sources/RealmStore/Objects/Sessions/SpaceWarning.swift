import Foundation

/// The warning, given once, about a file much larger than its content, and about the cause.
enum SpaceWarning {
    /// Logs the warning, the first time that a commit leaves such a file.
    static func giveOnce(_ path: String, _ database: Database, newest: UInt64) {
        guard let (usage, claim) = database.excessToReport() else { return }
        RLMLogger.shared.log(level: .warn, message: text(path, usage, claim, newest: newest))
    }

    static func text(_ path: String, _ usage: SpaceUsage, _ claim: Claim?, newest: UInt64) -> String {
        let size = "'\(path)' has \(usage.total) bytes, of which \(usage.used) are used."
        guard let claim, claim.oldest < newest else {
            return "\(size) Nobody reads older versions: the file shrinks with the commits to come, or at once by "
                + "Realm.compact."
        }
        let since = claim.since.map {
            " since " + Date(timeIntervalSince1970: Double($0)).formatted(.iso8601)
        }
        return "\(size) \(usage.locked) more are kept for readers of older versions. The oldest in use is "
            + "\(claim.oldest), the newest \(newest); \(holder(claim)) holds "
            + "it\(since ?? ""). Release what is frozen, and refresh Realms of other threads."
    }

    private static func holder(_ claim: Claim) -> String {
        guard let process = claim.process else { return "an app on Realm Core" }
        if process == ProcessIdentity.current { return "this process" }
        let name = LockTable.commandName(pid: process).map { " (\($0))" } ?? ""
        return "process \(process)\(name)"
    }
}
