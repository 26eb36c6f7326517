import Testing

@testable import RealmStore

@Suite("Node space") struct NodeSpaceTests {
    /// Refs that a damaged file may hold.
    private static let strayRefs: [Int] =
        [.min, .min + 8, -1 << 40, -4096, -24, -16, -8, -7, -1, 0, 1, 8, 16, 23]
        + [1 << 40, 1 << 62, .max - 7, .max]

    /// A committed node of three bytes, and a space in which a transaction has made another.
    private func area() throws -> (EditingArea, made: Ref) {
        let image = [UInt8](repeating: 0, count: 24) + [0x41, 0x41, 0x41, 0x41, 4, 0, 0, 3] + [1, 2, 3, 0, 0, 0, 0, 0]
        let area = try EditingArea(committed: image)
        return (area, try IntegerEditor(repeating: 7, count: 3, in: area.arena).ref)
    }

    @Test(arguments: strayRefs) func `a ref to nowhere is an error`(_ offset: Int) throws {
        let (area, _) = try area()
        #expect(throws: FormatError.self) { try area.space.node(Ref(offset)) }
        #expect(throws: FormatError.self) { try area.space.packedNode(Ref(offset)) }
    }

    @Test func `a node that ends behind its version is an error`() throws {
        let (area, _) = try area()
        let cut = area.space.limited(to: 39)
        #expect(throws: FormatError.self) { try cut.node(Ref(24)) }
        #expect(throws: FormatError.self) { try cut.packedNode(Ref(24)) }
        #expect(throws: FormatError.self) { try cut.packedNode(Ref(32)) }
    }

    @Test func `both ways to a node find the same`() throws {
        let (area, made) = try area()
        for ref in [Ref(24), made] {
            let (node, packed) = (try area.space.node(ref), try area.space.packedNode(ref))
            #expect(packed.payload == node.payload)
            #expect(packed.count == 3)
            #expect(packed.kind == node.kind)
        }
    }

    @Test func `readers do not find the nodes of a transaction`() throws {
        let (area, made) = try area()
        let readers = NodeSpace(base: area.space.base, end: area.space.end, pages: nil)
        #expect(throws: FormatError.self) { try readers.node(made) }
        #expect(throws: FormatError.self) { try readers.packedNode(made) }
    }
}
