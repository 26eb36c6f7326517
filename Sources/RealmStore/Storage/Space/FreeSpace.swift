/// Places the nodes of a commit, and makes its free list.
///
/// A block may be written to if no version in use refers to it, which `HeldVersions` decides. A small commit puts each
/// node where it fits best (`GapsBySize`), so that gaps stay few; a large one is written in long runs. While the file
/// is being evacuated (`Evacuation`), nothing is placed above its limit. Source:
/// file-format/free-space-and-commits.md, "The free list" and "Choosing a place".
struct FreeSpace {
    /// The logical size of the new version.
    private(set) var logicalByteCount: Int
    /// Ascending by position, never neighbours; empty ones were used up.
    private var gaps: [Gap] = []
    /// The same by their sizes, for small commits.
    private var bySize: GapsBySize
    /// Gaps that begin in pages written by a small commit, and those pages.
    private var near: [Int] = []
    private var touchedPages: [Int] = []
    /// Ends of sections that had no room for a node.
    private var leftovers: [Gap] = []
    /// Gaps that will become the file's end and be cut off: above the limit of an evacuation, ascending.
    private var withheld: [Gap] = []
    /// The limit above which nothing is placed.
    private var ceiling: Int
    /// Index of the gap in use.
    private var run: Int?
    /// The start of the last placement.
    private var lastStart: Int?
    /// A large commit does not search the gaps before this one again.
    private var cursor = 0
    /// The free list of the file.
    private let list: [FreeList.Block]
    /// Blocks that a version in use may refer to, or that the new version no longer needs, ascending.
    private var unusable: [FreeList.Block]
    /// The approximate bytes that the commit places, and whether its nodes are few: a long free list, which is one
    /// piece, does not make a commit large.
    private var expectedByteCount = 0
    private var isSmall = true
    /// Bytes of usable gaps, and of nodes placed in them.
    private var usableByteCount = 0
    private var placedByteCount = 0
    /// Bytes of the nodes that stay in place.
    private var keptByteCount: Int
    /// The logical size of the file at first, or after truncation.
    private var presentByteCount = 0

    /// A node never lies across a multiple of this.
    static let sectionByteCount = 1 << 26
    static let pageByteCount = 4096
    /// Up to this many bytes of nodes, a commit searches a place for each of them.
    static let smallByteCount = 1 << 18
    /// For other commits, shorter runs are not worth a separate write.
    private static let goodRunByteCount = 1 << 16
    /// The same in a mostly free file.
    private static let leastRunByteCount = 1 << 8
    /// Larger nodes are not moved for fewer gaps.
    private static let movableByteCount = 1 << 13
    /// The file is truncated when this much is free at its end.
    private static let cutByteCount = 1 << 20

    /// - Parameters:
    ///   - top: the version that the transaction began with; nil before the first commit.
    ///   - space: all of the file: older versions may end later than `top`.
    ///   - held: the versions in use.
    ///   - floor: the position below which nothing is placed.
    ///   - ceiling: the limit above which nothing is placed while there is room below.
    /// - Throws: damage: blocks that overlap each other, are unaligned, or lie outside of the file.
    init(
        _ top: TopArray?, in space: NodeSpace, held: inout HeldVersions, floor: Int = 0, ceiling: Int
    ) throws(FormatError) {
        self.ceiling = ceiling
        guard let top else {
            logicalByteCount = FileLayout.headerByteCount
            (list, unusable, keptByteCount, bySize) = ([], [], 0, GapsBySize([]))
            if floor > logicalByteCount {
                leftovers = [Gap(position: logicalByteCount, end: floor)]
                logicalByteCount = floor
            }
            return
        }
        logicalByteCount = top.logicalByteCount
        list = try FreeSpace.checkedList(top, in: space)
        let usable: [Gap]
        (usable, unusable) = held.split(list, in: space)
        gaps.reserveCapacity(usable.count + 2)
        for var part in usable {
            if part.position < floor {
                leftovers.append(Gap(position: part.position, end: min(part.end, floor)))
                part.position = min(part.end, floor)
                if part.byteCount == 0 { continue }
            }
            let below = min(max(part.position, ceiling), part.end)
            if below > part.position { Gap.append(Gap(position: part.position, end: below), to: &gaps) }
            if below < part.end { Gap.append(Gap(position: below, end: part.end), to: &withheld) }
            usableByteCount += part.byteCount
        }
        let freeByteCount = list.reduce(0) { $0 + $1.byteCount }
        keptByteCount = top.logicalByteCount - FileLayout.headerByteCount - freeByteCount
        guard keptByteCount >= 0 else {
            throw FormatError(.badTopArray, at: top.freePositions, "more bytes are free than there are")
        }
        bySize = GapsBySize(gaps)
    }

    /// Records the blocks that the transaction no longer needs, including the old top array and its free list.
    ///
    /// - Throws: damage: blocks that overlap each other or free ones.
    mutating func drop(_ dropped: [Arena.DroppedBlock], of top: TopArray?) throws(FormatError) {
        guard let top else { return }
        let dropped = try FreeSpace.merged(dropped, version: top.version + 1)
        try FreeSpace.checkApart(list, dropped, top)
        unusable = FreeList.mergedAscending(unusable, dropped)
        keptByteCount -= dropped.reduce(0) { $0 + $1.byteCount }
        guard keptByteCount >= 0 else {
            throw FormatError(.badTopArray, at: top.freePositions, "more bytes are free than there are")
        }
    }

    // MARK: Checking what the file says

    /// The blocks of a version's free list.
    ///
    /// - Throws: damage: blocks that overlap, are unaligned, or lie outside of the file.
    static func checkedList(_ top: TopArray, in space: NodeSpace) throws(FormatError) -> [FreeList.Block] {
        // Nothing of a version lies beyond its end, or beyond that of the file, which may have been cut since.
        let list = try FreeList(top, in: space.limited(to: min(space.end, top.logicalByteCount)))
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

    /// The dropped blocks in order, adjacent ones merged.
    private static func merged(
        _ dropped: [Arena.DroppedBlock], version: UInt64
    ) throws(FormatError) -> [FreeList.Block] {
        let blocks = dropped.sorted { $0.position < $1.position }
            .map { FreeList.Block(position: $0.position, byteCount: $0.byteCount, version: version) }
        for (block, next) in zip(blocks, blocks.dropFirst()) where next.position < block.end {
            throw FormatError(.badNode, at: Ref(next.position), "the node is used twice or overlaps another")
        }
        return joined(blocks)
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

    /// Prepares to place about `nodes` bytes of nodes, and `list` bytes at the end: truncates the file if far more than
    /// that is free at its end, and completes its last page.
    mutating func prepare(nodes: Int, list: Int) {
        let byteCount = nodes + list
        (expectedByteCount, isSmall) = (byteCount, nodes <= FreeSpace.smallByteCount)
        growEnd(to: FreeSpace.roundedUp(logicalByteCount, to: FreeSpace.pageByteCount))
        if ceiling == .max, let last = gaps.last, last.end == logicalByteCount {
            let needed = last.position + byteCount + FreeSpace.goodRunByteCount
            let kept = FreeSpace.roundedUp(needed, to: FreeSpace.pageByteCount)
            let cut = logicalByteCount - kept
            if cut >= FreeSpace.cutByteCount, cut >= logicalByteCount / 4 { cutEnd(to: kept) }
        }
        presentByteCount = logicalByteCount
    }

    /// Finds a place for a node.
    ///
    /// - Parameters:
    ///   - byteCount: its size, a multiple of 8 and less than 64 MiB.
    ///   - remaining: the approximate bytes that the commit has still to place, including this node.
    ///   - limit: the size that the file may not exceed.
    /// - Returns: its position; nil if the file would grow beyond the limit.
    /// - Complexity: for a small commit O(number of sizes), and where a gap is split O(number of gaps of the rest's
    ///   size); for all nodes of a large commit together O(number of gaps + number of nodes).
    mutating func place(_ byteCount: Int, remaining: Int, limit: Int) -> Int? {
        guard isSmall else { return placeInRun(byteCount, remaining: remaining, limit: limit) }
        return placeBest(byteCount, remaining: remaining, limit: limit).map { take(byteCount, from: $0) }
    }

    /// The same for the last placement, whose size may still change (`moveEnd`).
    mutating func placeLast(_ byteCount: Int, limit: Int) -> Int? {
        if isSmall {
            run = placeBest(byteCount, remaining: byteCount, limit: limit)
            lastStart = run.map { take(byteCount, from: $0) }
        } else {
            lastStart = placeInRun(byteCount, remaining: byteCount, limit: limit)
        }
        return lastStart
    }

    /// The gap for a node of a small commit: one of its size, or else the smallest that leaves a useful rest; of
    /// several, one in a page that the commit writes anyway.
    private mutating func placeBest(_ byteCount: Int, remaining: Int, limit: Int) -> Int? {
        if let index = bestGap(for: byteCount) { return index }
        if giveUpCeiling(), let index = bestGap(for: byteCount) { return index }
        return grow(by: byteCount, max(byteCount, remaining), limit)
    }

    private func bestGap(for byteCount: Int) -> Int? {
        let least = GapsBySize.leastByteCount(toSplitFor: byteCount)
        var best: Int?
        for index in near {
            let size = gaps[index].byteCount
            guard size == byteCount || size >= least, position(of: byteCount, in: index) != nil else { continue }
            if size == byteCount { return index }
            if best.map({ gaps[$0].byteCount > size }) ?? true { best = index }
        }
        let fits = { (index: Int) in position(of: byteCount, in: index) != nil }
        return bySize.firstGap(of: byteCount...byteCount, where: fits) ?? best
            ?? bySize.firstGap(of: least...Int.max, where: fits)
    }

    /// Allows the commit to place nodes everywhere; false if it already could.
    private mutating func giveUpCeiling() -> Bool {
        guard ceiling != .max else { return false }
        ceiling = .max
        for gap in withheld { Gap.append(gap, to: &gaps) }
        withheld = []
        bySize = GapsBySize(gaps)
        return true
    }

    // MARK: Nodes to move

    /// The number of gaps.
    var gapCount: Int { gaps.count }

    /// Where the gaps begin and end.
    var borders: GapBorders { GapBorders(gaps) }

    /// Whether a node would leave fewer gaps behind if it moved: it is not large, adjacent to one, and fills another;
    /// or it lies between two, and splits a third.
    func isBetterElsewhere(_ position: Int, _ byteCount: Int) -> Bool {
        guard byteCount <= FreeSpace.movableByteCount else { return false }
        let next = gaps.partitioned { $0.position >= position }
        let isAfterGap = next > 0 && gaps[next - 1].end == position
        let isBeforeGap = next < gaps.count && gaps[next].position == position + byteCount
        guard isAfterGap || isBeforeGap else { return false }
        let isElsewhere = { (index: Int) in
            gaps[index].end != position && gaps[index].position != position + byteCount
        }
        if bySize.firstGap(of: byteCount...byteCount, where: isElsewhere) != nil { return true }
        guard isAfterGap, isBeforeGap else { return false }
        let least = GapsBySize.leastByteCount(toSplitFor: byteCount)
        return bySize.firstGap(of: least...Int.max, where: isElsewhere) != nil
    }

    /// Whether the commit has stayed below its ceiling so far.
    var keepsCeiling: Bool { ceiling != .max }

    /// Cuts off the free space at the file's end above the ceiling, if it is everything there or large.
    ///
    /// - Returns: whether nothing is left above the ceiling.
    mutating func cutAboveCeiling() -> Bool {
        guard let tail = withheld.last, tail.end == logicalByteCount else { return logicalByteCount <= ceiling }
        let isAll = tail.position <= ceiling
        let end = FreeSpace.roundedUp(tail.position, to: FreeSpace.pageByteCount)
        guard isAll || logicalByteCount - end >= FreeSpace.cutByteCount else { return false }
        withheld.removeLast()
        if end > tail.position { withheld.append(Gap(position: tail.position, end: end)) }
        usableByteCount -= logicalByteCount - end
        logicalByteCount = end
        return isAll
    }

    /// The space usage of the file, including placements.
    var usage: SpaceUsage {
        SpaceUsage(
            total: logicalByteCount, used: FileLayout.headerByteCount + keptByteCount + placedByteCount,
            locked: unusable.reduce(0) { $0 + $1.byteCount })
    }

    /// An evacuation that should begin.
    var neededEvacuation: Evacuation? {
        let free = usableByteCount - placedByteCount
        return Evacuation(
            used: keptByteCount + placedByteCount, free: free, locked: usage.locked, placed: placedByteCount)
    }

    /// Notes that a small commit writes to the pages of a node, so that others may be put there.
    private mutating func touch(_ position: Int, _ byteCount: Int) {
        for page in position / FreeSpace.pageByteCount...(position + byteCount - 1) / FreeSpace.pageByteCount
        where !touchedPages.contains(page) {
            touchedPages.append(page)
            let end = (page + 1) * FreeSpace.pageByteCount
            var index = gaps.partitioned { $0.position >= page * FreeSpace.pageByteCount }
            while index < gaps.count, gaps[index].position < end {
                if gaps[index].byteCount > 0, !near.contains(index) { near.append(index) }
                index += 1
            }
        }
    }

    private mutating func placeInRun(_ byteCount: Int, remaining: Int, limit: Int) -> Int? {
        if let run, position(of: byteCount, in: run) != nil { return take(byteCount, from: run) }
        let remaining = max(byteCount, remaining)
        run = chooseRun(for: byteCount, remaining)
        if run == nil, giveUpCeiling() { run = chooseRun(for: byteCount, remaining) }
        if run == nil { run = grow(by: byteCount, remaining, limit) }
        return run.map { take(byteCount, from: $0) }
    }

    /// The position in a gap at which a node fits without crossing a section boundary.
    private func position(of byteCount: Int, in index: Int) -> Int? {
        let gap = gaps[index]
        guard byteCount <= gap.byteCount else { return nil }
        let sectionEnd = FreeSpace.roundedUp(gap.position + 1, to: FreeSpace.sectionByteCount)
        if gap.position + byteCount <= sectionEnd { return gap.position }
        return byteCount <= gap.end - sectionEnd ? sectionEnd : nil
    }

    private mutating func take(_ byteCount: Int, from index: Int) -> Int {
        let gap = gaps[index]
        let start = position(of: byteCount, in: index)!
        if start > gap.position { leftovers.append(Gap(position: gap.position, end: start)) }
        gaps[index].position = start + byteCount
        placedByteCount += byteCount
        changeSize(of: index, from: gap.byteCount)
        if isSmall { touch(start, byteCount) }
        return start
    }

    /// The gap for the next nodes of a large commit: the tightest one with room for everything still to come, or else
    /// any that is good enough.
    private mutating func chooseRun(for byteCount: Int, _ remaining: Int) -> Int? {
        let isMostlyFree = usableByteCount - placedByteCount > logicalByteCount / 2
        if placedByteCount == 0 {
            var best: Int?
            for index in gaps.indices where gaps[index].byteCount >= remaining {
                if let best, gaps[best].byteCount <= gaps[index].byteCount { continue }
                guard position(of: byteCount, in: index) != nil else { continue }
                best = index
                // Towards the start, so that the end becomes free and can be cut off.
                if isMostlyFree { break }
            }
            if let best { return best }
        }
        let good = isMostlyFree ? FreeSpace.leastRunByteCount : FreeSpace.goodRunByteCount
        let least = max(byteCount, min(good, expectedByteCount / 16))
        while cursor < gaps.count {
            defer { cursor += 1 }
            if gaps[cursor].byteCount >= least, position(of: byteCount, in: cursor) != nil { return cursor }
        }
        return nil
    }

    /// Makes the file larger: a small one by half, a large one by 1 MiB, or by what the commit needs. The new space is
    /// merged with the gap before it.
    private mutating func grow(by byteCount: Int, _ remaining: Int, _ limit: Int) -> Int? {
        let old = logicalByteCount
        let start = gaps.last.map { $0.end == old ? $0.position : old } ?? old
        let step = min(max(old / 2, FreeSpace.pageByteCount), FreeSpace.cutByteCount)
        let sectionEnd = FreeSpace.roundedUp(start + 1, to: FreeSpace.sectionByteCount)
        // A node that does not fit into the rest of the section begins after it.
        let isSplit = start + byteCount > sectionEnd
        let needed = isSplit ? max(sectionEnd + byteCount, start + remaining) : start + remaining
        let new = FreeSpace.roundedUp(max(old + step, needed), to: FreeSpace.pageByteCount)
        guard new <= limit else { return nil }
        growEnd(to: new)
        return gaps.count - 1
    }

    private mutating func growEnd(to end: Int) {
        guard end > logicalByteCount else { return }
        let new = Gap(position: logicalByteCount, end: end)
        usableByteCount += new.byteCount
        logicalByteCount = end
        if ceiling < end { return Gap.append(new, to: &withheld) }
        let (count, old) = (gaps.count, gaps.last?.byteCount ?? 0)
        Gap.append(new, to: &gaps)
        changeSize(of: gaps.count - 1, from: count == gaps.count ? old : 0)
    }

    /// Maintains the order by size, which only small commits need.
    private mutating func changeSize(of index: Int, from old: Int) {
        if isSmall { bySize.change(index, from: old, to: gaps[index].byteCount) }
    }

    /// Cuts the gap at the file's end.
    private mutating func cutEnd(to end: Int) {
        let old = gaps[gaps.count - 1]
        gaps[gaps.count - 1] = Gap(position: old.position, end: end)
        changeSize(of: gaps.count - 1, from: old.byteCount)
        usableByteCount -= logicalByteCount - end
        logicalByteCount = end
    }

    /// Undoes unneeded growth of the file by a large commit. Small ones will use the space.
    mutating func trim() {
        guard placedByteCount >= FreeSpace.cutByteCount, let last = gaps.last, last.end == logicalByteCount else {
            return
        }
        let kept = max(presentByteCount, FreeSpace.roundedUp(last.position, to: FreeSpace.pageByteCount))
        if kept < logicalByteCount { cutEnd(to: kept) }
    }

    static func roundedUp(_ number: Int, to unit: Int) -> Int { (number + unit - 1) / unit * unit }

    // MARK: The new free list

    /// The maximum number of blocks of the new free list, if at most one more run is taken.
    var blockCountLimit: Int { gaps.count + leftovers.count + withheld.count + unusable.count + 4 }

    /// Moves the end of the last placement, back or forth within the run.
    mutating func moveEnd(to position: Int) {
        guard let run, let lastStart, lastStart < position, position <= gaps[run].end else {
            preconditionFailure("only what was placed last can change its size")
        }
        placedByteCount -= gaps[run].position - position
        gaps[run].position = position
    }

    /// The same after `blocks` was computed, which stays the free list; traps unless header, nodes and free blocks add
    /// up to the size of the file.
    ///
    /// - Precondition: the run does not become empty, and was not.
    mutating func moveEnd(to position: Int, in blocks: inout [FreeList.Block]) {
        let old = run.map { gaps[$0].position }
        moveEnd(to: position)
        guard let index = blocks.firstIndex(where: { $0.position == old }), position < blocks[index].end else {
            preconditionFailure("the free list was made of another run")
        }
        let block = blocks[index]
        blocks[index] = .init(position: position, byteCount: block.end - position, version: block.version)
        check(blocks)
    }

    /// The free list after everything was placed: ascending, adjacent blocks merged.
    func blocks() -> [FreeList.Block] {
        let usable = leftovers.isEmpty ? gaps : (gaps + leftovers).sorted { $0.position < $1.position }
        var blocks: [FreeList.Block] = []
        blocks.reserveCapacity(usable.count + withheld.count + unusable.count)
        var next = 0
        for gap in [usable, withheld].joined() where gap.byteCount > 0 {
            while next < unusable.count, unusable[next].position < gap.position {
                FreeList.append(unusable[next], to: &blocks)
                next += 1
            }
            FreeList.append(.init(position: gap.position, byteCount: gap.byteCount, version: 0), to: &blocks)
        }
        for block in unusable[next...] { FreeList.append(block, to: &blocks) }
        return blocks
    }

    /// Ascending blocks, with adjacent ones merged.
    private static func joined(_ blocks: [FreeList.Block]) -> [FreeList.Block] {
        var joined: [FreeList.Block] = []
        joined.reserveCapacity(blocks.count)
        for block in blocks { FreeList.append(block, to: &joined) }
        return joined
    }

    private func check(_ blocks: [FreeList.Block]) {
        var free = 0
        var end = FileLayout.headerByteCount
        for block in blocks {
            precondition(block.position >= end, "free blocks overlap")
            free += block.byteCount
            end = block.end
        }
        precondition(
            end <= logicalByteCount
                && FileLayout.headerByteCount + keptByteCount + placedByteCount + free == logicalByteCount,
            "nodes and free blocks do not tile the file")
    }
}
