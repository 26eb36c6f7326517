import Testing

@testable import RealmStore

@Suite("Slot editor") struct SlotEditorTests {
    private func slots(_ editor: SlotEditor) -> [Slot] { (0..<editor.count).map { editor[$0] } }

    @Test func `slots stay in order`() throws {
        let area = try EditingArea()
        var editor = try SlotEditor(.refs(), [Slot(number: 1), Slot(number: 3)], in: area.arena)
        try editor.insert(Slot(number: 2), at: 1)
        try editor.append(.empty)
        try editor.insert(Slot(Ref(48)), at: 0)
        editor.remove(at: 1)
        #expect(slots(editor) == [Slot(Ref(48)), Slot(number: 2), Slot(number: 3), .empty])
    }

    @Test func `a number of 63 bits fits a slot`() {
        let largest = UInt64.max >> 1
        #expect(Slot(number: largest).number == largest)
    }

    @Test func `a number where a ref should be is damage`() throws {
        let area = try EditingArea()
        let editor = try SlotEditor(.refs(), [Slot(number: 1), .empty], in: area.arena)
        #expect(throws: FormatError.self) { try editor.child(0) }
        #expect(try editor.child(1) == .none)
    }

    @Test func `integers are no slots`() throws {
        let made = try EditingArea()
        let (area, root) = try made.commit(IntegerEditor(repeating: 1, count: 2, in: made.arena).ref)
        #expect(throws: FormatError.self) { try SlotEditor(root, in: area.arena) }
    }

    @Test func `narrow committed slots are wide in a copy`() throws {
        // Three slots of 8 bits: a ref, the number 3, empty.
        var image = [UInt8](repeating: 0, count: FileLayout.headerByteCount)
        image += [0x41, 0x41, 0x41, 0x41, 0x44, 0, 0, 3, 24, 7, 0, 0, 0, 0, 0, 0]
        let area = try EditingArea(committed: image)
        let editor = try SlotEditor(Ref(24), in: area.arena)
        #expect(slots(editor) == [Slot(Ref(24)), Slot(number: 3), .empty])
        #expect(editor.node.kind == .refs())
    }

    @Test func `a committed node that points into the arena is damage`() throws {
        let made = try EditingArea()
        let outside = Int64(try IntegerEditor(repeating: 0, count: 0, in: made.arena).ref.offset)
        var image = [UInt8](repeating: 0, count: FileLayout.headerByteCount)
        image += [0x41, 0x41, 0x41, 0x41, 0x47, 0, 0, 1] + withUnsafeBytes(of: outside) { Array($0) }
        let area = try EditingArea(committed: image)
        _ = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
        #expect(throws: FormatError.self) { try SlotEditor(Ref(24), in: area.arena) }
    }

    @Test func `the context flag comes and goes`() throws {
        let area = try EditingArea()
        let editor = try SlotEditor(.refs(), count: 1, in: area.arena)
        editor.setContext(true)
        #expect(editor.node.kind == .refs(context: true))
        editor.setContext(false)
        #expect(editor.node.kind == .refs())
    }
}
