/// The versions that readers use, beside the newest one, and with them what a commit may write to.
///
/// A block of the free list may be used again if no version that is in use refers to it. That is known exactly of the
/// versions that this process holds, and of others' as far as they say which ones: what their own free lists say is
/// free, or lies behind their end, they do not refer to. So a reader costs what its version holds, and not what was
/// written since. Of who needs several versions elsewhere only the oldest is known; all that was freed after it stays.
/// Source: file-format/free-space-and-commits.md, "When a block may be used again".
struct HeldVersions {
    /// What is known of a version.
    struct Version: Sendable {
        let number: UInt64
        fileprivate let end: Int
        /// Ascending, never neighbours.
        fileprivate let gaps: [Gap]

        fileprivate init(_ top: TopArray, in space: NodeSpace) throws(FormatError) {
            (number, end) = (top.version, top.logicalByteCount)
            var gaps: [Gap] = []
            for block in try FreeSpace.checkedList(top, in: space) { Gap.append(block.gap, to: &gaps) }
            self.gaps = gaps
        }

        fileprivate func unreferencedParts(of gap: Gap) -> [Gap] {
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
    private(set) var versions: [Version] = []
    /// The oldest version of which nothing more is known.
    private var unknown: UInt64

    /// More versions are not told apart: the youngest are taken for a range of versions that are all in use.
    static let maximumCount = 64

    /// - Parameters:
    ///   - tops: versions that are held, older than the one that the transaction began with, ascending.
    ///   - known: what an earlier commit knew of versions, ascending.
    ///   - others: the oldest version of those that are not all known, or the one that the transaction began with.
    init(_ tops: [TopArray], known: [Version] = [], others: UInt64, in space: NodeSpace) throws(FormatError) {
        unknown = others
        if tops.count > HeldVersions.maximumCount { unknown = min(unknown, tops[HeldVersions.maximumCount].version) }
        for top in tops.prefix(HeldVersions.maximumCount) where top.version < unknown {
            let index = known.partitioned { $0.number >= top.version }
            let isKnown = index < known.count && known[index].number == top.version
            versions.append(try isKnown ? known[index] : Version(top, in: space))
        }
    }

    /// Whether of all versions in use that are older than one it is known what they refer to.
    func isComplete(before version: UInt64) -> Bool { unknown >= version }

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
