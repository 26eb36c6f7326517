/// What keeps a session from working as it should, and that this library cannot mend.
enum SessionObstacle: Equatable, Sendable {
    /// A process that was stopped while all others need what it holds.
    case stopped(process: Int32)
    /// A process of another engine that writes and never ends: it waits for a thread that was killed.
    case hanging(process: Int32)
    /// Participants of other engines that were killed. What they kept in use stays in use until the session ends.
    case killed(count: Int)

    /// What to do about it.
    var remedy: String {
        switch self {
        case .stopped: "continue or end it"
        case .hanging: "end it, and all that have the file open if that comes again"
        case .killed: "what was kept in use is given up when nobody has the file open any more"
        }
    }
}
