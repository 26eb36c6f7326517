/// The versions in use by readers besides the newest one, which determine what a commit may overwrite.
///
/// A version does not refer to what is free in its own free list, nor to anything beyond its end. Space that a version
/// in use refers to is not used again, by any engine. So of the versions in use that are older than a free block, only
/// the youngest has to be asked: if it does not refer to the block, no older one does, since the block was used again
/// after them. And a block that it refers to is free from the version after it on, whatever version freed it: with that
/// number in the free list, it is not asked again until it is no longer in use. Source:
/// file-format/free-space-and-commits.md, "When a block may be used again".
struct HeldVersions {
    /// A version, and the place and extent of its root.
    struct Entry {
        let number: UInt64
        let top: Ref
        let byteCount: Int

        init(number: UInt64, top: Ref, byteCount: Int) {
            (self.number, self.top, self.byteCount) = (number, top, byteCount)
        }

        init(_ top: TopArray) { self.init(number: top.version, top: top.ref, byteCount: top.logicalByteCount) }
    }

    /// The ranges that a version does not use, including everything from its end on.
    private struct Extent {
        let number: UInt64
        /// Ascending, never neighbours.
        let gaps: [Gap]
    }

    /// Ascending, each number once.
    private var entries: [Entry] = []
    /// Those that were read most recently, the last one first.
    private var extents: [Extent] = []

    /// The versions of which the extents are kept.
    private static let extentCount = 8

    /// Sets the versions in use.
    ///
    /// - Parameters:
    ///   - entries: in any order; those without a root refer to nothing.
    ///   - version: the one that the transaction begins with, which keeps all that it frees itself.
    /// - Complexity: O(n · log n) in the number of versions.
    mutating func update(_ entries: [Entry], before version: UInt64) {
        let sorted = entries.filter { $0.number < version && !$0.top.isNone }.sorted { $0.number < $1.number }
        self.entries = []
        self.entries.reserveCapacity(sorted.count)
        for entry in sorted where entry.number != self.entries.last?.number { self.entries.append(entry) }
        extents.removeAll { HeldVersions.find($0.number, in: self.entries) == nil }
    }

    private static func find(_ number: UInt64, in entries: [Entry]) -> Int? {
        let index = entries.partitioned { $0.number >= number }
        return index < entries.count && entries[index].number == number ? index : nil
    }

    /// The parts of free blocks that no version in use refers to, and those that one may refer to, until the version of
    /// the part; all ascending. A version that cannot be read may refer to everything.
    ///
    /// - Parameters:
    ///   - list: ascending blocks that do not overlap.
    ///   - space: all of the file.
    /// - Complexity: O(blocks · log(versions)), and O(free blocks) for each version that has to be read: the youngest,
    ///   and those before versions that are no longer in use.
    mutating func split(_ list: [FreeList.Block], in space: NodeSpace) -> (usable: [Gap], locked: [FreeList.Block]) {
        var (usable, locked) = ([Gap](), [FreeList.Block]())
        usable.reserveCapacity(list.count)
        locked.reserveCapacity(list.count)
        for block in list {
            let index = entries.partitioned { $0.number >= block.version }
            guard index > 0 else {
                usable.append(block.gap)
                continue
            }
            let holder = entries[index - 1]
            guard block.version != holder.number + 1, let gaps = gaps(of: holder, in: space) else {
                FreeList.append(block, to: &locked)
                continue
            }
            HeldVersions.split(block, by: gaps, heldUntil: holder.number + 1, &usable, &locked)
        }
        return (usable, locked)
    }

    private static func split(
        _ block: FreeList.Block, by gaps: [Gap], heldUntil version: UInt64, _ usable: inout [Gap],
        _ locked: inout [FreeList.Block]
    ) {
        var start = block.position
        var index = gaps.partitioned { $0.end > block.position }
        while index < gaps.count, gaps[index].position < block.end {
            let part = Gap(position: max(start, gaps[index].position), end: min(block.end, gaps[index].end))
            if start < part.position {
                FreeList.append(block.part(start, part.position, version: version), to: &locked)
            }
            usable.append(part)
            start = part.end
            index += 1
        }
        if start < block.end { FreeList.append(block.part(start, block.end, version: version), to: &locked) }
    }

    /// The ranges that a version does not use; nil if it cannot be read.
    private mutating func gaps(of entry: Entry, in space: NodeSpace) -> [Gap]? {
        if let index = extents.firstIndex(where: { $0.number == entry.number }) {
            if index > 0 { extents.swapAt(0, index) }
            return extents[0].gaps
        }
        // The end of the file may have been cut off since: that was free in this version.
        guard let top = try? TopArray(entry.top, in: space, physicalByteCount: max(space.end, entry.byteCount)),
            top.version == entry.number, top.logicalByteCount == entry.byteCount,
            let list = try? FreeSpace.checkedList(top, in: space)
        else { return nil }
        var gaps: [Gap] = []
        for block in list { Gap.append(block.gap, to: &gaps) }
        Gap.append(Gap(position: top.logicalByteCount, end: .max), to: &gaps)
        if extents.count == HeldVersions.extentCount { extents.removeLast() }
        extents.insert(Extent(number: entry.number, gaps: gaps), at: 0)
        return gaps
    }
}

extension FreeList.Block {
    fileprivate func part(_ start: Int, _ end: Int, version: UInt64) -> FreeList.Block {
        .init(position: start, byteCount: end - start, version: version)
    }
}
