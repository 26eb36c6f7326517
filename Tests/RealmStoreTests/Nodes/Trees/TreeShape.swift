import Testing

@testable import RealmStore

/// The rules of the format for B+ trees, checked directly on the nodes.
struct TreeShape {
    let levels: Int
    let count: Int
    let leafCount: Int
    let isGeneral: Bool

    /// - Parameter count: number of values in a leaf.
    init(
        _ root: Ref, in space: NodeSpace, rootFlagAllowed: Bool = false, leafFlagAllowed: Bool = false,
        count: @escaping (Ref) throws -> Int
    ) throws {
        let checker = Checker(space: space, leafFlagAllowed: leafFlagAllowed, count: count)
        self = try checker.check(root, isRoot: true, flagAllowed: rootFlagAllowed || leafFlagAllowed)
    }

    fileprivate init(levels: Int, count: Int, leafCount: Int, isGeneral: Bool) {
        self.levels = levels
        self.count = count
        self.leafCount = leafCount
        self.isGeneral = isGeneral
    }

    /// The shape of a tree of elements of `column`.
    static func of(_ root: Ref, _ column: Column, in space: NodeSpace) throws -> TreeShape {
        let isLink = column.type == .link
        return try TreeShape(root, in: space, rootFlagAllowed: isLink, leafFlagAllowed: !isLink) {
            try ColumnLeaf.element(column, at: $0, in: space).count
        }
    }
}

private struct Checker {
    let space: NodeSpace
    let leafFlagAllowed: Bool
    let count: (Ref) throws -> Int

    func check(_ ref: Ref, isRoot: Bool, flagAllowed: Bool) throws -> TreeShape {
        let node = try space.node(ref)
        #expect(!node.kind.context || flagAllowed || (leafFlagAllowed && !node.kind.isInner))
        guard node.kind.isInner else {
            let count = try count(ref)
            #expect((isRoot ? 0 : 1)...1000 ~= count)
            return TreeShape(levels: 0, count: count, leafCount: 1, isGeneral: false)
        }
        #expect((isRoot ? 2 : 1)...1000 ~= node.count - 2)
        let children = try (1..<(node.count - 1)).map { index in
            try check(#require(node.slot(index).ref), isRoot: false, flagAllowed: false)
        }
        let sizes = children.map(\.count)
        let total = sizes.reduce(0, +)
        let levels = try #require(children.first).levels + 1
        #expect(children.allSatisfy { $0.levels == levels - 1 })
        #expect(node.slot(node.count - 1).number == UInt64(total))
        let isGeneral = node.slot(0).number == nil
        if let each = node.slot(0).number {
            #expect(each == (0..<levels).reduce(1) { product, _ in product * 1000 })
            #expect(sizes.dropLast().allSatisfy { $0 == each } && sizes.last! <= each)
            #expect(children.allSatisfy { !$0.isGeneral })
        } else {
            let offsets = try space.integers(#require(node.slot(0).ref), "offsets")
            #expect(offsets.count == 0 || offsets.widthCode >= 4)
            var ends: [UInt64] = []
            for size in sizes.dropLast() { ends.append((ends.last ?? 0) + UInt64(size)) }
            #expect((0..<offsets.count).map { offsets.unsigned(at: $0) } == ends)
        }
        return TreeShape(
            levels: levels, count: total, leafCount: children.reduce(0) { $0 + $1.leafCount }, isGeneral: isGeneral)
    }
}
