import Testing

@testable import RealmStore

/// The nodes of small indexes, and the splitting of full ones. Examples: file format, search indexes, "Nodes".
struct IndexShapeTests {
    private func lines(_ model: IndexModel) throws -> [String] {
        try IndexOutline(model.root, in: model.workbench.space).lines
    }

    @Test func `strings lie as in the example`() throws {
        let model = try IndexModel([
            .string("ab"), .string("abc"), .null, .string("abcd"), .string("abcde"), .string("ab"),
        ])
        #expect(
            try lines(model) == [
                "leaf",
                "00000000 object 2",
                "61625800 list 0 5",
                "61626358 object 1",
                "61626364",
                "  leaf",
                "  58000000 object 3",
                "  65580000 object 4",
            ])
    }

    @Test func `ints lie as in the example`() throws {
        let model = try IndexModel([1, 258, -1, 1, 4_294_967_297, 0].map { IndexModelValue(.int($0)) })
        #expect(
            try lines(model) == [
                "leaf",
                "ffffffff object 2",
                "00000000 object 5",
                "01000000",
                "  leaf",
                "  00000000 list 0 3",
                "  01000000 object 4",
                "02010000 object 1",
            ])
    }

    @Test func `an empty index is a leaf whose keys are 32 bits wide`() throws {
        let model = try IndexModel()
        let root = try model.workbench.space.node(model.root)
        let keys = try model.workbench.space.node(#require(root.slot(0).ref))
        let figures: [Int] = [root.count, keys.count, keys.kind.width]
        #expect(figures == [1, 0, 32])
    }

    @Test func `words that share a chunk with their terminator part on the next level`() throws {
        let model = try IndexModel([.string("abc"), .string("abcX"), .null, .string("\0\0\0\0"), .string("")])
        #expect(
            try lines(model) == [
                "leaf",
                "00000000",
                "  leaf",
                "  00000000 object 2",
                "  58000000 object 3",
                "58000000 object 4",
                "61626358",
                "  leaf",
                "  00000000 object 0",
                "  58000000 object 1",
            ])
    }

    @Test(arguments: [200, 203, 204, 205, 300])
    func `strings that differ beyond the last level share a list in their order`(common: Int) throws {
        let prefix = String(repeating: "p", count: common)
        let model = try IndexModel(["c", "a", "b", "a"].map { .string(prefix + $0) })
        let last = try #require(try lines(model).last).trimmingPrefix { $0 == " " }
        #expect(common < 204 ? last.hasSuffix(" object 0") : last.hasSuffix("list 1 3 2 0"))
    }

    @Test func `rising keys fill leaves`() throws {
        let model = try IndexModel((0..<2500).map { IndexModelValue(.int(Int64(UInt32($0).byteSwapped))) })
        #expect(try sizes(model) == [1000, 1000, 500])
    }

    @Test func `falling keys put one leaf before another`() throws {
        let model = try IndexModel((0..<2500).map { IndexModelValue(.int(Int64(UInt32(9999 - $0).byteSwapped))) })
        #expect(try sizes(model) == [500, 1000, 1000])
    }

    @Test func `a key inside a full leaf takes those behind it along`() throws {
        let model = try IndexModel((0..<1000).map { IndexModelValue(.int(Int64(UInt32($0 * 2).byteSwapped))) })
        try model.insert(IndexModelValue(.int(Int64(UInt32(601).byteSwapped))), 1000)
        #expect(try sizes(model) == [301, 700])
    }

    /// Number of keys in each child of the root.
    private func sizes(_ model: IndexModel) throws -> [Int] {
        let space = model.workbench.space
        let root = try IndexNode(model.root, in: space)
        return try (0..<root.count).map { try IndexNode(root.child($0), in: space).count }
    }

    @Test func `a list and a sub-index are not folded back`() throws {
        let model = try IndexModel([.string("abcd"), .string("abcde"), .string("abcd")])
        _ = try (model.remove(0), model.remove(1))
        #expect(try lines(model) == ["leaf", "61626364", "  leaf", "  58000000 list 2"])
    }

    @Test func `a root with one child gives way to it`() throws {
        let model = try IndexModel((0..<1500).map { IndexModelValue(.int(Int64(UInt32($0).byteSwapped))) })
        for key in Int64(0)..<1000 { _ = try model.remove(key) }
        #expect(try IndexNode(model.root, in: model.workbench.space).isInner == false)
    }
}
