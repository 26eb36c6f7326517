import Testing

@testable import RealmStore

@Suite("Edited leaves of enumerated columns") struct EnumeratedLeafTests {
    private let area: EditingArea
    private let kept = Kept()

    init() throws { area = try EditingArea() }

    /// The objects that the editors of leaves do not keep alive.
    private final class Kept {
        var objects: [AnyObject] = []
    }

    private func text(_ count: Int) -> LeafValue { .string([UInt8](repeating: 97, count: count)) }

    /// Commits the distinct values and a leaf, and opens both in a new transaction.
    private func commit(
        _ values: [LeafValue], _ leaf: Ref
    ) throws -> (next: EditingArea, editor: LeafEditor, values: EnumeratedStringsEditor, leaf: Ref) {
        let distinct = try LeafEditor(.string, in: area.arena).make(values)
        let both = try SlotEditor(.refs(), [Slot(distinct), Slot(leaf)], in: area.arena)
        let (next, root) = try area.commit(both.ref)
        let parts = try next.space.node(root)
        let editor = try EnumeratedStringsEditor(#require(parts.slot(0).ref), in: next.arena)
        kept.objects += [next, editor]
        let leaves = LeafEditor(.enumerated(.passUnretained(editor)), in: next.arena)
        return (next, leaves, editor, try #require(parts.slot(1).ref))
    }

    private func numbers(_ count: Int, of number: Int64) throws -> Ref {
        try IntegerEditor(repeating: number, count: count, in: area.arena).ref
    }

    @Test func `a leaf keeps its form, and a new text comes behind the others`() throws {
        var (next, editor, values, leaf) = try commit([text(2), text(5)], numbers(3, of: 1))
        try editor.set(text(1), at: 1, of: &leaf)
        try editor.insert(text(2), at: 3, into: &leaf)
        #expect(try editor.values(leaf) == [text(5), text(1), text(5), text(2)])
        let stored = try next.space.integers(leaf, "numbers")
        #expect((0..<4).map { stored[$0] } == [1, 2, 1, 0])
        #expect(values.values.count == 3)
    }

    @Test(arguments: [15, 16, 63, 64, 5000])
    func `the distinct values take the form that the longest needs`(_ byteCount: Int) throws {
        var (_, editor, values, leaf) = try commit([text(2)], numbers(1, of: 0))
        try editor.insert(.null, at: 0, into: &leaf)
        try editor.insert(text(byteCount), at: 2, into: &leaf)
        try editor.insert(text(0), at: 3, into: &leaf)
        #expect(try editor.values(leaf) == [.null, text(2), text(byteCount), text(0)])
        #expect(values.values.count == 4)
    }

    @Test func `numbers move when leaves are split and joined`() throws {
        var (next, editor, values, leaf) = try commit([text(2), text(3)], numbers(200, of: 1))
        for index in 0..<200 where index % 3 == 0 { try editor.set(text(index), at: index, of: &leaf) }
        let before = try editor.values(leaf)
        let count = values.values.count
        var tail = try editor.splitTail(from: 70, of: &leaf)
        #expect(try editor.values(leaf) == Array(before[..<70]))
        try editor.append(contentsOf: leaf, to: &tail)
        #expect(try editor.values(tail) == Array(before[70...] + before[..<70]))
        #expect(values.values.count == count)
        #expect(try next.space.node(tail).kind.scheme == .bits)
    }

    @Test(arguments: [3, 20, 70])
    func `a leaf of texts becomes one of numbers when it changes`(_ byteCount: Int) throws {
        let texts: [LeafValue] = [text(byteCount), text(2), .null, text(byteCount)]
        var (next, editor, _, leaf) = try commit([text(2)], LeafEditor(.string, in: area.arena).make(texts))
        #expect(try editor.values(leaf) == texts)
        try editor.remove(at: 0, in: &leaf)
        #expect(try editor.values(leaf) == Array(texts[1...]))
        let stored = try next.space.integers(leaf, "numbers")
        #expect((0..<3).map { stored[$0] } == [0, 2, 1])
    }

    @Test func `a leaf of texts that is joined with another becomes one of numbers`() throws {
        let texts: [LeafValue] = [text(70), text(2)]
        var (next, editor, _, leaf) = try commit([text(2)], LeafEditor(.string, in: area.arena).make(texts))
        var target = try editor.makeEmpty()
        try editor.insert(text(4), at: 0, into: &target)
        try editor.append(contentsOf: leaf, to: &target)
        #expect(try editor.values(target) == [text(4)] + texts)
        #expect(try next.space.node(target).kind.scheme == .bits)
        leaf = target
        try editor.removeAll(&leaf)
        #expect(try next.space.node(leaf).kind.scheme == .bits)
    }

    @Test func `a number of no value is damage, which the next text does not hide`() throws {
        var (_, editor, _, leaf) = try commit([text(2)], numbers(2, of: 1))
        #expect {
            try editor.set(text(9), at: 0, of: &leaf)
        } throws: { ($0 as? FormatError)?.code == .badLeaf }
    }
}
