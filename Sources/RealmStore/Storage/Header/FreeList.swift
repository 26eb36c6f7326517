/// The ranges of a file that no node of its current version occupies.
///
/// Source: file-format/tables.md, "The top array"; file-format/free-space-and-commits.md, "The free list".
package struct FreeList {
    /// A free range: `version` is the one that freed it, 0 if no reader needs it.
    package struct Block: Hashable, Sendable {
        package let position: Int
        package let byteCount: Int
        let version: UInt64

        var end: Int { position + byteCount }
    }

    private let positions: IntegerArray
    private let lengths: IntegerArray
    private let versions: IntegerArray?

    /// The free list of a version; empty for a version without one.
    package init(_ top: TopArray, in space: NodeSpace) throws(FormatError) {
        if top.freePositions.isNone {
            (positions, lengths, versions) = (.empty, .empty, nil)
            return
        }
        positions = try space.integers(top.freePositions, "positions of free blocks")
        lengths = try space.integers(top.freeLengths, "lengths of free blocks")
        versions = top.freeVersions.isNone ? nil : try space.integers(top.freeVersions, "versions of free blocks")
        guard positions.count == lengths.count, versions == nil || versions?.count == positions.count else {
            throw FormatError(
                .badTopArray, at: top.ref,
                "\(positions.count) free blocks have \(lengths.count) lengths and \(versions?.count ?? 0) versions")
        }
    }

    package var count: Int { positions.count }

    package subscript(index: Int) -> Block {
        Block(
            position: Int(positions[index]), byteCount: Int(lengths[index]),
            version: UInt64(bitPattern: versions?[index] ?? 0))
    }

    /// The total of free bytes; wraps around on invalid blocks, which `verify` reports one by one.
    var byteCount: Int {
        var kernel = SumKernel()
        lengths.run(&kernel, over: 0..<lengths.count)
        return Int(kernel.sum)
    }
}

extension FreeList {
    /// Two ascending lists as one.
    static func mergedAscending(_ lhs: [Block], _ rhs: [Block]) -> [Block] {
        if lhs.isEmpty { return rhs }
        if rhs.isEmpty { return lhs }
        var result: [Block] = []
        result.reserveCapacity(lhs.count + rhs.count)
        var left = 0
        for block in rhs {
            while left < lhs.count, lhs[left].position < block.position {
                result.append(lhs[left])
                left += 1
            }
            result.append(block)
        }
        result.append(contentsOf: lhs[left...])
        return result
    }

    /// Appends a block to ascending ones, or makes the last one longer, if both have the same version.
    @inline(__always)
    static func append(_ block: Block, to blocks: inout [Block]) {
        if let last = blocks.last, last.end == block.position, last.version == block.version {
            blocks[blocks.count - 1] = .init(
                position: last.position, byteCount: last.byteCount + block.byteCount, version: last.version)
        } else {
            blocks.append(block)
        }
    }
}
