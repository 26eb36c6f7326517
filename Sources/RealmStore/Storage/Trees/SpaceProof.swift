/// Proves, while the nodes of a version are walked, that their positions are right: each begins with a node header,
/// none is reached twice, overlaps another one or lies in free space, and nothing is left between them.
///
/// This holds for every intact file, and a damaged ref, count or width nearly always violates it. Source:
/// file-format/header-and-versions.md, "Sizes of a file".
struct SpaceProof {
    private var taken: ByteMap
    private let top: TopArray

    /// - Parameter top: including its free list.
    init(_ top: TopArray, in space: NodeSpace) throws(FormatError) {
        self.top = top
        taken = ByteMap(byteCount: top.logicalByteCount)
        _ = taken.mark(0, FileLayout.headerByteCount)
        let list = try FreeList(top, in: space)
        for index in 0..<list.count {
            let block = list[index]
            guard block.position % 8 == 0, block.byteCount % 8 == 0, block.position >= FileLayout.headerByteCount,
                block.byteCount > 0, taken.mark(block.position, block.byteCount)
            else {
                throw FormatError(
                    .badTopArray, at: top.freePositions,
                    "the free block of \(block.byteCount) bytes at \(block.position) is unaligned, outside, or "
                        + "overlaps another")
            }
        }
    }

    /// Records a node of the version.
    mutating func take(_ node: Node) throws(FormatError) {
        guard node.headerFiller == Node.filler else {
            throw FormatError(.badNode, at: node.ref, "does not begin with the filler AAAA")
        }
        guard taken.mark(node.ref.offset, node.footprint) else {
            throw FormatError(
                .badNode, at: node.ref, "is reached twice, overlaps another node, or lies in free space")
        }
    }

    /// Throws unless all of the version was visited.
    func checkNothingIsLeft() throws(FormatError) {
        guard let gap = taken.firstGap else { return }
        throw FormatError(.badNode, at: Ref(gap.lowerBound), "\(gap.count) bytes are neither used nor free")
    }
}
