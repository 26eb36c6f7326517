/// How far the work has come that empties the end of a file, so that it can be cut off while the file is in use.
///
/// While it lasts nothing is placed above `limit`, and each commit moves some of the nodes that lie there
/// (`NodeRelocation`). It is kept in the top array in Realm Core's form, so that each continues what the other began.
/// Source: file-format/free-space-and-commits.md, "Evacuation".
struct Evacuation: Equatable {
    /// No node is to lie above this; 0 if there was no room below, and a pause is made.
    var limit: Int
    /// For how many more commits nothing is moved: everything was, and readers of older versions must go first.
    var pause = 0
    /// Where the walk over the nodes goes on.
    var path: [Int] = []

    /// Commits after which all nodes are looked at again, though none lay above the limit any more.
    private static let waitingPause = 1000
    /// Commits after which a limit is tried again that left too little room.
    private static let failurePause = 10
    private static let leastLimit = 1 << 16
    /// Smaller files are not worth it.
    private static let leastFileByteCount = 1 << 20

    init(limit: Int) { self.limit = limit }

    /// What the next commit after `top` has to go on with; nil if nothing was begun.
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
            // The walk begins anew after a pause.
            if numbers[1] == 0 { path = Array(numbers.dropFirst(2).prefix(Arena.maximumDepth)) }
            // What lies above the limit again was placed there because there was no room below.
            if limit > 0, top.freePositions.offset > limit { fail() }
        }
        // Gaps are split at the limit: one of a damaged file must not give blocks that no node could begin at.
        guard limit % 8 == 0, limit > 0 || pause > 0 else { return nil }
    }

    /// What nothing is placed above.
    var ceiling: Int { limit > 0 ? limit : .max }

    /// Whether this commit moves nodes.
    var isMoving: Bool { limit > 0 && pause == 0 }

    /// Nothing is left to be moved.
    mutating func finishWalk() { (path, pause) = ([], Evacuation.waitingPause) }

    /// There is too little room below the limit.
    mutating func fail() { (limit, pause, path) = (0, Evacuation.failurePause, []) }

    /// What the top array's slot refers to; empty if the limit itself stands there.
    var record: [Int] { isMoving && path.isEmpty ? [] : [limit, pause] + path }

    /// One that should begin; nil while a file is small, or not much of it is free.
    ///
    /// - Parameters:
    ///   - used: bytes of nodes.
    ///   - free: bytes that a commit could place nodes in.
    ///   - locked: bytes that are free, but in use by readers of older versions.
    ///   - placed: bytes that this commit placed: the next ones will need as much.
    init?(used: Int, free: Int, locked: Int, placed: Int) {
        guard used + free + locked >= Evacuation.leastFileByteCount, free - 4 * placed > used - used / 4 else {
            return nil
        }
        let limit = max(Evacuation.leastLimit, used + used / 2 + locked + 2 * placed)
        self.init(limit: FreeSpace.roundedUp(limit, to: FreeSpace.pageByteCount))
    }
}
