import TestSupport
import Testing

@testable import RealmStore

/// Lists of the objects that share a value, of any length.
struct KeyListTests {
    @Test(arguments: [999, 1000, 1001, 25_000])
    func `objects of one value rise in their list`(count: Int) throws {
        var random = SeededGenerator(for: "list of \(count)")
        let model = try IndexModel()
        for key in (0..<Int64(count)).shuffled(using: &random) {
            try model.insert(IndexModelValue(.bool(key % 5 == 0)), key)
        }
        #expect(try model.lookUp(.bool(true)).map(\.value) == Array(stride(from: 0, to: Int64(count), by: 5)))
    }

    @Test func `a long list is emptied from the middle`() throws {
        let model = try IndexModel()
        for key in Int64(0)..<4000 { try model.insert(IndexModelValue(.bool(true)), key) }
        for key in Int64(500)..<3500 { _ = try model.remove(key) }
        #expect(try model.lookUp(.bool(true)).map(\.value) == Array(0..<500) + Array(3500..<4000))
    }

    @Test func `numbers of equal index data stand in the order of their values`() throws {
        let half = Decimal128Bits(1.5)
        let values: [Value] = [.decimal(half), .int(1), .double(1), .decimal(half), .bool(true), .int(1)]
        let model = try IndexModel(values.map { IndexModelValue($0) }, isMixed: true)
        let entries = try IndexOutline(model.root, in: model.workbench.space).entries
        #expect(entries.map { $0.objects.map(\.value) } == [[4, 1, 2, 5, 0, 3]])
    }

    @Test func `an equal number of another form moves to its own path`() throws {
        let model = try IndexModel([IndexModelValue(.decimal(Decimal128Bits(1.5)))], isMixed: true)
        try model.replace(IndexModelValue(.double(1.5)), 0)
        #expect(try model.lookUp(.double(1.5)) == [ObjectKey(0)])
    }

    @Test func `an empty list in a damaged index is refused`() throws {
        let workbench = try IndexWorkbench()
        let list = try IntegerEditor(repeating: 0, count: 0, in: workbench.arena).ref
        #expect(throws: FormatError.self) { try KeyListEditor(root: list, in: workbench.arena) }
    }
}
