/// How full a file is after a commit, in bytes.
struct SpaceUsage: Sendable {
    /// The logical size.
    let total: Int
    /// Header and nodes.
    let used: Int
    /// Free, but not to be written to: versions in use refer to it, or it was freed just now.
    let locked: Int

    /// A file that has become much larger than what is in it.
    var isExcessive: Bool { total >= SpaceUsage.leastByteCount && total / SpaceUsage.excess > used }

    private static let excess = 4
    /// What smaller files waste is not worth a word.
    private static let leastByteCount = 1 << 24
}
