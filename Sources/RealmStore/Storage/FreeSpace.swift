/// Where a commit puts its nodes, and the free list that it leaves behind.
///
/// A block may be written to if no version that anybody can read refers to it: if it was freed by the oldest version
/// in use, or an earlier one. Nodes are placed one after the other into runs; a run is the smallest block that has room
/// for all that is still to come, so that most commits are one piece. Source: file format, transactions and space,
/// "Free space".
struct FreeSpace {
    /// A range of the file that can be written to.
    private struct Gap: Comparable {
        let byteCount: Int
        let position: Int

        var end: Int { position + byteCount }

        static func < (lhs: Gap, rhs: Gap) -> Bool {
            lhs.byteCount != rhs.byteCount ? lhs.byteCount < rhs.byteCount : lhs.position < rhs.position
        }
    }

    /// The logical size of the new version.
    private(set) var logicalByteCount: Int
    /// Gaps to choose a run from, ascending by size.
    private var gaps: [Gap] = []
    /// Gaps too small to be looked at again in this commit.
    private var crumbs: [Gap] = []
    /// What is left of the run in use.
    private var run = Gap(byteCount: 0, position: 0)
    /// Blocks that a version in use may refer to, ascending.
    private let locked: [FreeList.Block]
    /// Blocks that the new version no longer needs, ascending.
    private let dropped: [FreeList.Block]
    /// Bytes of usable gaps, and of nodes placed in them.
    private var usableByteCount = 0
    private var placedByteCount = 0
    /// Bytes of the nodes that stay where they are.
    private let keptByteCount: Int

    /// A node never lies across a multiple of this.
    static let sectionByteCount = 1 << 26
    static let pageByteCount = 4096
    /// Runs shorter than this are not worth a write of their own, unless the commit itself is small.
    private static let goodRunByteCount = 1 << 16
    /// The file is cut when that much is free at its end.
    private static let cutByteCount = 1 << 20

    /// - Parameters:
    ///   - top: the version that the transaction began with; nil before the first commit.
    ///   - oldest: the oldest version in use.
    ///   - dropped: blocks that the transaction no longer needs; among them `top` and its free list.
    /// - Throws: damage: blocks that overlap each other, are unaligned, or lie outside of the file.
    init(
        _ top: TopArray?, in space: NodeSpace, oldest: UInt64, dropping dropped: [Arena.DroppedBlock]
    ) throws(FormatError) {
        guard let top else {
            logicalByteCount = FileLayout.headerByteCount
            (locked, self.dropped, keptByteCount) = ([], [], 0)
            return
        }
        logicalByteCount = top.logicalByteCount
        let list = try FreeSpace.checkedList(top, in: space)
        self.dropped = try FreeSpace.merged(dropped, version: top.version + 1, top)
        try FreeSpace.checkApart(list, self.dropped, top)
        locked = list.filter { $0.version > oldest }
        keptByteCount = top.logicalByteCount - FileLayout.headerByteCount
            - (list + self.dropped).reduce(0) { $0 + $1.byteCount }
        guard keptByteCount >= 0 else {
            throw FormatError(.badTopArray, at: top.freePositions, "more bytes are free than there are")
        }
        for block in list where block.version <= oldest {
            usableByteCount += block.byteCount
            if let last = gaps.last, last.end == block.position {
                gaps[gaps.count - 1] = Gap(byteCount: last.byteCount + block.byteCount, position: last.position)
            } else {
                gaps.append(Gap(byteCount: block.byteCount, position: block.position))
            }
        }
    }

    // MARK: Checking what the file says

    private static func checkedList(_ top: TopArray, in space: NodeSpace) throws(FormatError) -> [FreeList.Block] {
        let list = try FreeList(top, in: space)
        var blocks: [FreeList.Block] = []
        blocks.reserveCapacity(list.count)
        var end = FileLayout.headerByteCount
        for index in 0..<list.count {
            let block = list[index]
            guard block.position >= end, block.position % 8 == 0, block.byteCount > 0, block.byteCount % 8 == 0,
                block.position <= top.logicalByteCount, block.byteCount <= top.logicalByteCount - block.position,
                block.version <= top.version
            else {
                throw FormatError(
                    .badTopArray, at: top.freePositions,
                    "free block \(index), \(block.byteCount) bytes at \(block.position) of version \(block.version), "
                        + "is out of place")
            }
            end = block.end
            blocks.append(block)
        }
        return blocks
    }

    /// The dropped blocks in order, neighbours as one.
    private static func merged(
        _ dropped: [Arena.DroppedBlock], version: UInt64, _ top: TopArray
    ) throws(FormatError) -> [FreeList.Block] {
        var blocks: [FreeList.Block] = []
        for block in dropped.sorted(by: { $0.position < $1.position }) {
            guard let last = blocks.last else {
                blocks.append(.init(position: block.position, byteCount: block.byteCount, version: version))
                continue
            }
            guard block.position >= last.end else {
                throw FormatError(.badNode, at: Ref(block.position), "the node is used twice or overlaps another")
            }
            if block.position == last.end {
                let byteCount = last.byteCount + block.byteCount
                blocks[blocks.count - 1] = .init(position: last.position, byteCount: byteCount, version: version)
            } else {
                blocks.append(.init(position: block.position, byteCount: block.byteCount, version: version))
            }
        }
        return blocks
    }

    /// Throws if a block that was in use is in the free list.
    private static func checkApart(
        _ free: [FreeList.Block], _ used: [FreeList.Block], _ top: TopArray
    ) throws(FormatError) {
        var index = 0
        for block in used {
            while index < free.count, free[index].end <= block.position { index += 1 }
            if index < free.count, free[index].position < block.end {
                throw FormatError(
                    .badTopArray, at: top.freePositions,
                    "free block \(index) at \(free[index].position) overlaps nodes at \(block.position)")
            }
        }
    }

    // MARK: Placing nodes

    /// Gets ready to place about `byteCount` bytes: cuts the end of the file off if far more than that is free there,
    /// and completes its last page.
    mutating func prepare(for byteCount: Int) {
        let rounded = FreeSpace.roundedUp(logicalByteCount, to: FreeSpace.pageByteCount)
        if rounded > logicalByteCount {
            gaps.append(Gap(byteCount: rounded - logicalByteCount, position: logicalByteCount))
            usableByteCount += rounded - logicalByteCount
            logicalByteCount = rounded
        }
        if let last = gaps.last, last.end == logicalByteCount {
            let needed = last.position + byteCount + FreeSpace.goodRunByteCount
            let kept = FreeSpace.roundedUp(needed, to: FreeSpace.pageByteCount)
            let cut = logicalByteCount - kept
            if cut >= FreeSpace.cutByteCount, cut >= logicalByteCount / 4 {
                gaps[gaps.count - 1] = Gap(byteCount: kept - last.position, position: last.position)
                usableByteCount -= cut
                logicalByteCount = kept
            }
        }
        // A gap that is tiny beside the commit would at best be its last run; a fragmented file has very many.
        // That at the end stays, as the file can grow from there.
        let least = min(FreeSpace.pageByteCount, byteCount / 16)
        let end = logicalByteCount
        func isTiny(_ gap: Gap) -> Bool { gap.byteCount < least && gap.end < end }
        crumbs = gaps.filter(isTiny)
        gaps.removeAll(where: isTiny)
        gaps.sort()
    }

    /// Finds a place for a node.
    ///
    /// - Parameters:
    ///   - byteCount: its size, a multiple of 8 and less than 64 MiB.
    ///   - remaining: about how many bytes the commit has still to place, this node included.
    ///   - limit: what the file may not grow beyond.
    /// - Returns: its position; nil if the file would grow beyond the limit.
    mutating func place(_ byteCount: Int, remaining: Int, limit: Int) -> Int? {
        var position = FreeSpace.position(of: byteCount, in: run)
        while position == nil {
            guard chooseRun(for: byteCount, remaining: max(byteCount, remaining), limit: limit) else { return nil }
            position = FreeSpace.position(of: byteCount, in: run)
        }
        let start = position!
        if start > run.position { crumbs.append(Gap(byteCount: start - run.position, position: run.position)) }
        run = Gap(byteCount: run.end - start - byteCount, position: start + byteCount)
        placedByteCount += byteCount
        return start
    }

    /// Where in a gap a node fits without lying across a section's end.
    private static func position(of byteCount: Int, in gap: Gap) -> Int? {
        guard byteCount <= gap.byteCount else { return nil }
        let sectionEnd = roundedUp(gap.position + 1, to: sectionByteCount)
        if gap.position + byteCount <= sectionEnd { return gap.position }
        return byteCount <= gap.end - sectionEnd ? sectionEnd : nil
    }

    /// Puts what is left of the run back and takes another one that has room for the node.
    private mutating func chooseRun(for byteCount: Int, remaining: Int, limit: Int) -> Bool {
        putBack(run)
        run = Gap(byteCount: 0, position: 0)
        let best = firstGap(atLeast: remaining)
        let isMostlyFree = usableByteCount - placedByteCount > logicalByteCount / 2
        let fitting = gaps.indices[best...].lazy.filter { [gaps] in
            FreeSpace.position(of: byteCount, in: gaps[$0]) != nil
        }
        // Towards the start, so that the end becomes free and can be cut off; else where the least is left over.
        let index = isMostlyFree ? fitting.min { gaps[$0].position < gaps[$1].position } : fitting.first
        if let index {
            run = gaps.remove(at: index)
            return true
        }
        let good = isMostlyFree ? FreeSpace.pageByteCount : FreeSpace.goodRunByteCount
        if let last = gaps.last, last.byteCount >= min(good, remaining / 16),
            FreeSpace.position(of: byteCount, in: last) != nil
        {
            run = gaps.removeLast()
            return true
        }
        return grow(by: byteCount, remaining: remaining, limit: limit)
    }

    private func firstGap(atLeast byteCount: Int) -> Int {
        var low = 0
        var high = gaps.count
        while low < high {
            let middle = (low + high) / 2
            if gaps[middle].byteCount < byteCount { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func putBack(_ gap: Gap) {
        if gap.byteCount == 0 { return }
        if gap.byteCount < FreeSpace.pageByteCount {
            crumbs.append(gap)
        } else {
            gaps.insert(gap, at: firstGap(atLeast: gap.byteCount))
        }
    }

    /// Makes the file larger: doubles a small one, adds 1 MiB to a large one, or whatever the commit needs. The new
    /// space and the gap before it become the run.
    private mutating func grow(by byteCount: Int, remaining: Int, limit: Int) -> Bool {
        let old = logicalByteCount
        var start = old
        if let index = gaps.lastIndex(where: { $0.end == old }) { start = gaps.remove(at: index).position }
        let step = old < FreeSpace.cutByteCount ? old : FreeSpace.cutByteCount
        let sectionEnd = FreeSpace.roundedUp(start + 1, to: FreeSpace.sectionByteCount)
        // A node that the section's rest is too small for begins behind it.
        let isSplit = start + byteCount > sectionEnd
        let needed = isSplit ? max(sectionEnd + byteCount, start + remaining) : start + remaining
        let new = FreeSpace.roundedUp(max(old + step, needed), to: FreeSpace.pageByteCount)
        guard new <= limit else {
            putBack(Gap(byteCount: old - start, position: start))
            return false
        }
        logicalByteCount = new
        usableByteCount += new - old
        run = Gap(byteCount: new - start, position: start)
        return true
    }

    static func roundedUp(_ number: Int, to unit: Int) -> Int { (number + unit - 1) / unit * unit }

    // MARK: The new free list

    /// At most how many blocks the new free list has, if no more than one run is taken from now on.
    var blockCountLimit: Int { gaps.count + crumbs.count + locked.count + dropped.count + 4 }

    /// Moves the end of what was placed last, back or forth inside of the run.
    mutating func moveEnd(to position: Int) {
        precondition(position > 0 && position <= run.end, "only what was placed last can change its size")
        placedByteCount -= run.position - position
        run = Gap(byteCount: run.end - position, position: position)
    }

    /// The free list after everything was placed: ascending, neighbours of one version merged.
    func blocks() -> [FreeList.Block] {
        var blocks = locked + dropped
        blocks.reserveCapacity(blockCountLimit)
        for gap in gaps + crumbs + [run] where gap.byteCount > 0 {
            blocks.append(.init(position: gap.position, byteCount: gap.byteCount, version: 0))
        }
        blocks.sort { $0.position < $1.position }
        var merged: [FreeList.Block] = []
        merged.reserveCapacity(blocks.count)
        for block in blocks {
            if let last = merged.last, last.end == block.position, last.version == block.version {
                merged[merged.count - 1] = .init(
                    position: last.position, byteCount: last.byteCount + block.byteCount, version: last.version)
            } else {
                merged.append(block)
            }
        }
        return merged
    }

    /// The same; traps unless header, nodes and free blocks take as many bytes as there are.
    func checkedBlocks() -> [FreeList.Block] {
        let blocks = blocks()
        let free = blocks.reduce(0) { $0 + $1.byteCount }
        precondition(
            FileLayout.headerByteCount + keptByteCount + placedByteCount + free == logicalByteCount,
            "nodes and free blocks do not tile the file")
        return blocks
    }
}
