import Foundation

/// The warning, given once, about a file much larger than its content, and about the cause.
enum SpaceWarning {
    /// Logs the warning, the first time that a commit leaves such a file.
    static func giveOnce(_ path: String, _ database: Database, newest: UInt64) {
        guard let (usage, claim) = database.excessToReport() else { return }
        RLMLogger.shared.log(level: .warn, message: text(path, usage, claim, newest: newest))
    }

    static func text(_ path: String, _ usage: SpaceUsage, _ claim: Participant.Claim?, newest: UInt64) -> String {
        let size = "'\(path)' has \(usage.total) bytes, of which \(usage.used) are used."
        guard let claim, claim.oldest < newest else {
            return "\(size) Nobody reads older versions: the file shrinks with the commits to come, or at once by "
                + "Realm.compact."
        }
        let isOwn = claim.process == ProcessIdentity.current
        let name = LockTable.commandName(pid: claim.process).map { " (\($0))" } ?? ""
        let holder = isOwn ? "this process" : "process \(claim.process)\(name)"
        let since = Date(timeIntervalSince1970: Double(claim.since)).formatted(.iso8601)
        return "\(size) \(usage.locked) more are kept for readers of older versions. The oldest in use is "
            + "\(claim.oldest), the newest \(newest); \(holder) holds it since "
            + "\(since). Release what is frozen, and refresh Realms of other threads."
    }
}
