/// The space usage of a file after a commit, in bytes.
struct SpaceUsage: Sendable {
    /// The logical size.
    let total: Int
    /// Header and nodes.
    let used: Int
    /// Free but not writable: referenced by versions in use, or only just freed.
    let locked: Int
    /// The number of pieces of free space.
    var freeBlockCount = 0

    /// True for a file that is much larger than its content.
    var isExcessive: Bool { total >= SpaceUsage.leastByteCount && total / SpaceUsage.excess > used }

    private static let excess = 4
    /// Waste in smaller files is not worth reporting.
    private static let leastByteCount = 1 << 24
}
