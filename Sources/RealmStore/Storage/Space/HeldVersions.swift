/// The versions in use by readers besides the newest one, which determine what a commit may overwrite.
///
/// A block of the free list may be reused if no version in use refers to it. That is known exactly for the versions
/// that this process holds, and for those that other participants announce: they do not refer to blocks that are free
/// in their own free lists or beyond their end. So a reader holds back only the space of its version, not everything
/// written since. For a participant that needs several versions only the oldest is known; everything freed after it
/// stays. Source: file-format/free-space-and-commits.md, "When a block may be used again".
struct HeldVersions {
    /// The versions that other participants announce.
    ///
    /// Who begins to read announces the newest version before knowing whether it still is: it may be overwritten by
    /// now, and anything may be found in its place. Nothing that is read there frees more than is free anyway, and
    /// what cannot be read is only unknown.
    struct Others {
        /// Those of participants that need one version.
        var tops: [TopArray] = []
        /// The oldest of all others, or the version that the transaction began with.
        var unknown: UInt64
    }

    /// The known extent of a version: the ranges it does not use, including everything from its end on.
    private struct Version {
        let number: UInt64
        /// Ascending, never neighbours.
        let gaps: [Gap]

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
    /// The ranges unused by all of `versions`.
    private var gaps = HeldVersions.everywhere
    /// The oldest version whose references are not known.
    private var unknown: UInt64 = 0

    private static let everywhere = [Gap(position: 0, end: .max)]

    /// Beyond this number, the youngest versions are treated as a range that is entirely in use.
    static let maximumCount = 64

    /// Updates the held versions; versions that are already known are not read again.
    ///
    /// - Parameters:
    ///   - own: held versions older than the one that the transaction began with, ascending.
    ///   - others: those that other participants hold.
    /// - Throws: damage of one of the own versions.
    /// - Complexity: O(versions) if they are the same as before; O(free blocks of the added ones), or of all if one was
    ///   removed.
    mutating func update(_ own: [TopArray], others: Others, in space: NodeSpace) throws(FormatError) {
        unknown = others.unknown
        let before = versions
        versions = []
        for (top, isOwn) in HeldVersions.merged(own, others.tops) where top.version < unknown {
            guard versions.count < HeldVersions.maximumCount else {
                unknown = top.version
                break
            }
            let index = before.partitioned { $0.number >= top.version }
            if index < before.count, before[index].number == top.version {
                versions.append(before[index])
            } else if isOwn {
                versions.append(try Version(top, in: space))
            } else if let version = try? Version(top, in: space) {
                versions.append(version)
            } else {
                unknown = top.version
                break
            }
        }
        var sameCount = zip(before, versions).prefix { $0.number == $1.number }.count
        if sameCount < before.count { (gaps, sameCount) = (HeldVersions.everywhere, 0) }
        for version in versions[sameCount...] { gaps = HeldVersions.intersection(gaps, version.gaps) }
    }

    /// The parts of free blocks that no version in use refers to, and the parts that one may refer to; all ascending.
    ///
    /// A version that is not older than a block does not refer to it either: it is free there, too.
    ///
    /// - Parameter list: ascending blocks that do not overlap.
    /// - Complexity: O(blocks + free blocks of the versions in use).
    func split(_ list: [FreeList.Block]) -> (usable: [Gap], locked: [FreeList.Block]) {
        var (usable, locked) = ([Gap](), [FreeList.Block]())
        usable.reserveCapacity(list.count)
        locked.reserveCapacity(list.count)
        var next = 0
        for block in list {
            var start = block.position
            if block.version <= unknown {
                while gaps[next].end <= block.position { next += 1 }
                var index = next
                while index < gaps.count, gaps[index].position < block.end {
                    let gap = gaps[index]
                    let part = Gap(position: max(block.position, gap.position), end: min(block.end, gap.end))
                    if start < part.position { locked.append(block.part(start, part.position)) }
                    usable.append(part)
                    start = part.end
                    index += 1
                }
            }
            if start < block.end { locked.append(block.part(start, block.end)) }
        }
        return (usable, locked)
    }

    /// Versions, ascending, each once.
    private static func merged(_ own: [TopArray], _ others: [TopArray]) -> [(top: TopArray, isOwn: Bool)] {
        let own = own.map { (top: $0, isOwn: true) }
        if others.isEmpty { return own }
        var merged: [(top: TopArray, isOwn: Bool)] = []
        for next in (own + others.map { (top: $0, isOwn: false) }).sorted(by: { $0.top.version < $1.top.version }) {
            if let last = merged.last, last.top.version == next.top.version {
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
    fileprivate func part(_ start: Int, _ end: Int) -> FreeList.Block {
        .init(position: start, byteCount: end - start, version: version)
    }
}
