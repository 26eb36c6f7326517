/// The versions that readers use, beside the newest one, and with them what a commit may write to.
///
/// A block of the free list may be used again if no version that is in use refers to it. Of the versions that this
/// process holds that is known exactly: what their own free lists say is free, or lies behind their end, they do not
/// refer to. So a reader costs what its version holds, and not what was written since. Of other processes only the
/// oldest version is known; all that was freed after it stays as it is.
/// Source: file format, transactions and space, "When a block may be re-used", "Backdating".
struct HeldVersions {
    private struct Version {
        let number: UInt64
        let end: Int
        /// Ascending, never neighbours.
        let gaps: [Gap]

        func unreferencedParts(of gap: Gap) -> [Gap] {
            var parts: [Gap] = []
            var index = gaps.partitioned { $0.end > gap.position }
            while index < gaps.count, gaps[index].position < gap.end {
                let part = Gap(position: max(gap.position, gaps[index].position), end: min(gap.end, gaps[index].end))
                Gap.append(part, to: &parts)
                index += 1
            }
            if gap.end > end { Gap.append(Gap(position: max(gap.position, end), end: gap.end), to: &parts) }
            return parts
        }
    }

    /// Ascending.
    private var versions: [Version] = []
    /// The oldest version of which nothing more is known.
    private var unknown: UInt64

    /// More versions are not told apart: the youngest are taken for a range of versions that are all in use.
    private static let maximumCount = 64

    /// - Parameters:
    ///   - tops: versions that this process holds, older than the one that the transaction began with.
    ///   - others: the oldest version that another process uses, or the one that the transaction began with.
    init(_ tops: [TopArray], others: UInt64, in space: NodeSpace) throws(FormatError) {
        unknown = others
        let tops = tops.sorted { $0.version < $1.version }
        if tops.count > HeldVersions.maximumCount { unknown = min(unknown, tops[HeldVersions.maximumCount].version) }
        for top in tops.prefix(HeldVersions.maximumCount) where top.version < unknown {
            var gaps: [Gap] = []
            for block in try FreeSpace.checkedList(top, in: space) { Gap.append(block.gap, to: &gaps) }
            versions.append(Version(number: top.version, end: top.logicalByteCount, gaps: gaps))
        }
    }

    /// The parts of a free block that no version in use refers to, ascending.
    func unreferencedParts(of block: FreeList.Block) -> [Gap] {
        guard block.version <= unknown else { return [] }
        var parts = [block.gap]
        for version in versions where version.number < block.version {
            parts = parts.flatMap { version.unreferencedParts(of: $0) }
            if parts.isEmpty { break }
        }
        return parts
    }
}
