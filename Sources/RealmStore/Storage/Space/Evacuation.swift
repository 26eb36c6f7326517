/// The progress of emptying the end of a file, so that it can be cut off while the file is in use.
///
/// While it lasts nothing is placed above `limit`, and each commit moves some of the nodes that lie there
/// (`NodeRelocation`). It is kept in the top array in Realm Core's form, so that either engine continues what the other
/// began. Source: file-format/free-space-and-commits.md, "Evacuation".
struct Evacuation: Equatable {
    /// The limit above which no node is to remain; 0 during a pause, after there was no room below.
    var limit: Int
    /// The number of further commits that move nothing: everything was moved, and readers of older versions must finish
    /// first.
    var pause = 0
    /// The position at which the walk over the nodes continues.
    var path: [Int] = []

    /// Commits after which all nodes are checked again, though none was above the limit any more.
    private static let waitingPause = 1000
    /// Commits after which a limit that left too little room is tried again.
    private static let failurePause = 10
    private static let leastLimit = 1 << 14
    /// Smaller files are not worth it.
    private static let leastFileByteCount = 1 << 16

    init(limit: Int) { self.limit = limit }

    /// The evacuation that the next commit after `top` continues; nil if none was begun.
    init?(after top: TopArray, in space: NodeSpace) throws(FormatError) {
        if top.evacuation.isNone {
            guard top.evacuationLimit > 0 else { return nil }
            self.init(limit: top.evacuationLimit)
        } else {
            let record = try space.integers(top.evacuation, "the record of an evacuation")
            let numbers = (0..<record.count).map { Int(record[$0]) }
            guard numbers.count >= 2, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
            self.init(limit: numbers[0])
            pause = max(0, numbers[1] - 1)
            // The walk restarts after a pause.
            if numbers[1] == 0 { path = Array(numbers.dropFirst(2).prefix(Arena.maximumDepth)) }
            // New nodes above the limit were placed there because there was no room below.
            if limit > 0, top.freePositions.offset > limit { fail() }
        }
        // Gaps are split at the limit: a gap of a damaged file must not yield misaligned blocks.
        guard limit % 8 == 0, limit > 0 || pause > 0 else { return nil }
    }

    /// The limit above which nothing is placed.
    var ceiling: Int { limit > 0 ? limit : .max }

    /// Whether this commit moves nodes.
    var isMoving: Bool { limit > 0 && pause == 0 }

    /// Ends the moving: nothing is left to move.
    mutating func finishWalk() { (path, pause) = ([], Evacuation.waitingPause) }

    /// Pauses: there is too little room below the limit.
    mutating func fail() { (limit, pause, path) = (0, Evacuation.failurePause, []) }

    /// The record that the top array's slot refers to; empty if the slot holds the limit itself.
    var record: [Int] { isMoving && path.isEmpty ? [] : [limit, pause] + path }

    /// An evacuation that should begin; nil if the file is small or has little free space.
    ///
    /// - Parameters:
    ///   - used: bytes of nodes.
    ///   - free: bytes that a commit could place nodes in.
    ///   - locked: free bytes still in use by readers of older versions.
    ///   - placed: bytes placed by this commit: the next ones will need as much.
    init?(used: Int, free: Int, locked: Int, placed: Int) {
        guard used + free + locked >= Evacuation.leastFileByteCount, free - 4 * placed > used - used / 4 else {
            return nil
        }
        let limit = max(Evacuation.leastLimit, used + used / 2 + locked + 2 * placed)
        self.init(limit: FreeSpace.roundedUp(limit, to: FreeSpace.pageByteCount))
    }
}
