/// The versions in use by readers besides the newest one, which determine what a commit may overwrite.
///
/// A block of the free list may be reused if no version in use refers to it. That is known exactly: a version does not
/// refer to blocks that are free in its own free list or beyond its end. So a reader holds back only the space of its
/// version, not everything written since. Source: file-format/free-space-and-commits.md, "When a block may be used
/// again".
struct HeldVersions {
    /// The versions that other participants use.
    struct Others {
        /// Those whose roots are known, or could be found in `HeldVersions`: in any order.
        var versions: [(number: UInt64, top: TopArray?)] = []
        /// The oldest of all others, or the version that the transaction began with.
        var unknown: UInt64
    }

    /// The known extent of a version: the ranges it does not use, including everything from its end on.
    private struct Version {
        let number: UInt64
        /// Ascending, never neighbours.
        let gaps: [Gap]
        /// The ranges that neither it nor an older version in use uses.
        var common: [Gap] = []

        init(_ top: TopArray, in space: NodeSpace) throws(FormatError) {
            number = top.version
            var gaps: [Gap] = []
            for block in try FreeSpace.checkedList(top, in: space) { Gap.append(block.gap, to: &gaps) }
            Gap.append(Gap(position: top.logicalByteCount, end: .max), to: &gaps)
            self.gaps = gaps
        }
    }

    /// Ascending.
    private var versions: [Version] = []
    /// The oldest version whose references are not known.
    private var unknown: UInt64 = 0

    private static let everywhere = [Gap(position: 0, end: .max)]

    /// The ranges unused by all of `versions`.
    private var gaps: [Gap] { versions.last?.common ?? HeldVersions.everywhere }

    /// Beyond this number, the youngest versions are treated as a range that is entirely in use.
    static let maximumCount = 1 << 12
    /// The same for the number of ranges kept of all versions together.
    private static let maximumGapCount = 1 << 20

    /// Whether the extent of a version is known from an earlier commit.
    func knows(_ number: UInt64) -> Bool { HeldVersions.find(number, in: versions) != nil }

    /// Updates the held versions; versions that are already known are not read again.
    ///
    /// - Parameters:
    ///   - own: held versions older than the one that the transaction began with, ascending.
    ///   - others: those that other participants hold.
    /// - Throws: damage of one of the own versions.
    /// - Complexity: O(versions) if they are the same as before; O(free blocks) for each one that comes after the first
    ///   difference.
    mutating func update(_ own: [TopArray], others: Others, in space: NodeSpace) throws(FormatError) {
        unknown = others.unknown
        let before = versions
        versions = []
        versions.reserveCapacity(before.count + 1)
        var isSame = true
        var gapCount = 0
        for (number, top, isOwn) in HeldVersions.merged(own, others.versions) where number < unknown {
            isSame = isSame && versions.count < before.count && before[versions.count].number == number
            let known: Version?
            if isSame {
                known = before[versions.count]
            } else if let index = HeldVersions.find(number, in: before) {
                known = before[index]
            } else if let top {
                known = isOwn ? try Version(top, in: space) : try? Version(top, in: space)
            } else {
                known = nil
            }
            guard var version = known, versions.count < HeldVersions.maximumCount,
                gapCount < HeldVersions.maximumGapCount
            else {
                unknown = number
                break
            }
            if !isSame { version.common = HeldVersions.intersection(gaps, version.gaps) }
            gapCount += version.gaps.count + version.common.count
            versions.append(version)
        }
    }

    private static func find(_ number: UInt64, in versions: [Version]) -> Int? {
        let index = versions.partitioned { $0.number >= number }
        return index < versions.count && versions[index].number == number ? index : nil
    }

    /// The version from which on a block is free, for the block whose version is given: a version in use that refers to
    /// it is older than that, and so are all that are not in use. With it, blocks that the same versions need are one.
    private func release(of version: UInt64) -> UInt64 {
        let index = versions.partitioned { $0.number >= version }
        return index == 0 ? version : versions[index - 1].number + 1
    }

    /// The parts of free blocks that no version in use refers to, and the parts that one may refer to, until the version
    /// of the part; all ascending.
    ///
    /// A version that is not older than a block does not refer to it either: it is free there, too.
    ///
    /// - Parameter list: ascending blocks that do not overlap.
    /// - Complexity: O(blocks + free blocks of the versions in use).
    func split(_ list: [FreeList.Block]) -> (usable: [Gap], locked: [FreeList.Block]) {
        let gaps = gaps
        var (usable, locked) = ([Gap](), [FreeList.Block]())
        usable.reserveCapacity(list.count)
        locked.reserveCapacity(list.count)
        var next = 0
        for block in list {
            guard block.version <= unknown else {
                FreeList.append(block, to: &locked)
                continue
            }
            var start = block.position
            lazy var version = release(of: block.version)
            while gaps[next].end <= block.position { next += 1 }
            var index = next
            while index < gaps.count, gaps[index].position < block.end {
                let gap = gaps[index]
                let part = Gap(position: max(block.position, gap.position), end: min(block.end, gap.end))
                if start < part.position {
                    FreeList.append(block.part(start, part.position, version: version), to: &locked)
                }
                usable.append(part)
                start = part.end
                index += 1
            }
            if start < block.end { FreeList.append(block.part(start, block.end, version: version), to: &locked) }
        }
        return (usable, locked)
    }

    /// Versions, ascending, each once.
    private static func merged(
        _ own: [TopArray], _ others: [(number: UInt64, top: TopArray?)]
    ) -> [(number: UInt64, top: TopArray?, isOwn: Bool)] {
        let own = own.map { (number: $0.version, top: $0 as TopArray?, isOwn: true) }
        if others.isEmpty { return own }
        var merged: [(number: UInt64, top: TopArray?, isOwn: Bool)] = []
        let all = own + others.map { (number: $0.number, top: $0.top, isOwn: false) }
        for next in all.sorted(by: { $0.number < $1.number }) {
            if let last = merged.last, last.number == next.number {
                if next.isOwn { merged[merged.count - 1] = next }
            } else {
                merged.append(next)
            }
        }
        return merged
    }

    private static func intersection(_ lhs: [Gap], _ rhs: [Gap]) -> [Gap] {
        var (left, right) = (0, 0)
        var gaps: [Gap] = []
        while left < lhs.count, right < rhs.count {
            let start = max(lhs[left].position, rhs[right].position)
            let end = min(lhs[left].end, rhs[right].end)
            if start < end { gaps.append(Gap(position: start, end: end)) }
            if lhs[left].end == end { left += 1 } else { right += 1 }
        }
        return gaps
    }
}

extension FreeList.Block {
    fileprivate func part(_ start: Int, _ end: Int, version: UInt64) -> FreeList.Block {
        .init(position: start, byteCount: end - start, version: version)
    }
}
