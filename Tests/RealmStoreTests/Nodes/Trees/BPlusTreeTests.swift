import Testing

@testable import RealmStore

@Suite("B+ trees") struct BPlusTreeTests {
    private let image = NodeImage()

    private func tree(_ root: Ref) throws -> CollectionTree {
        try CollectionTree(root, of: .plainIntegers, in: image.space)
    }

    private func values(_ tree: CollectionTree) throws -> [Int64] {
        try (0..<tree.count).map { position in
            guard case .int(let value) = try tree.value(at: position) else { return -1 }
            return value
        }
    }

    /// An inner node: `first` is tagged or a ref.
    private func inner(_ first: Int64, _ children: [Ref], total: Int) -> Ref {
        image.refs([first] + children.map(\.element) + [tagged(total)], kind: 0xC0)
    }

    @Test func `a root without children is its own leaf`() throws {
        #expect(try values(tree(image.integers([5, 6, 7]))) == [5, 6, 7])
    }

    @Test func `children of a compact node begin at equal distances`() throws {
        let leaves = [image.integers([0, 1]), image.integers([2, 3]), image.integers([4])]
        #expect(try values(tree(inner(tagged(2), leaves, total: 5))) == [0, 1, 2, 3, 4])
    }

    @Test func `children of a general node begin at their offsets`() throws {
        let leaves = [image.integers([0]), image.integers([1, 2, 3]), image.integers([4, 5])]
        let offsets = image.integers([1, 4])
        #expect(try values(tree(inner(offsets.element, leaves, total: 6))) == [0, 1, 2, 3, 4, 5])
    }

    @Test func `a general node may have one child, and compact nodes below`() throws {
        let compact = inner(tagged(2), [image.integers([0, 1]), image.integers([2])], total: 3)
        #expect(try values(tree(inner(image.integers([]).element, [compact], total: 3))) == [0, 1, 2])
    }

    @Test func `a leaf of another size than its parent says is damage`() throws {
        let root = inner(tagged(2), [image.integers([0, 1]), image.integers([2, 3])], total: 3)
        let tree = try tree(root)
        #expect(throws: FormatError.self) { try tree.value(at: 2) }
    }

    @Test(arguments: [[4, 1], [0, 3], [9, 9]]) func `offsets that do not ascend are damage`(_ offsets: [Int64]) {
        let leaves = [image.integers([0]), image.integers([1, 2, 3]), image.integers([4, 5])]
        let root = inner(image.integers(offsets).element, leaves, total: 6)
        #expect(throws: FormatError.self) { _ = try values(tree(root)) }
    }

    @Test func `an impossible total is damage`() {
        let root = inner(tagged(1 << 40), [image.integers([0])], total: 1 << 40)
        #expect(throws: FormatError.self) { try tree(root) }
    }

    @Test func `a node that is its own child is damage, not a loop`() throws {
        // The first node of an image lies at 24.
        let root = inner(tagged(1), [Ref(24)], total: 1)
        #expect(root == Ref(24))
        let space = image.space
        #expect(throws: FormatError.self) {
            let tree = try BPlusTree(root, in: space) { _ in 1 }
            _ = try tree.leaf(containing: 0)
        }
    }
}
