import TestSupport
import Testing

@testable import RealmStore

@Suite("Integer editor") struct IntegerEditorTests {
    private static let bounds: [[Int64]] = [
        [0], [0, 1], [0, 1, 2, 3], [0, 7, 15], [-128, 127, 15], [-32_768, 32_767, 128], [-(1 << 31), (1 << 31) - 1],
        [.min, .max, 1 << 31],
    ]

    private func elements(_ editor: IntegerEditor) -> [Int64] { (0..<editor.count).map { editor[$0] } }

    @Test(arguments: 0...7) func `insertions and removals in the middle keep the order`(_ code: Int) throws {
        let area = try EditingArea()
        var generator = SeededGenerator(seed: UInt64(code))
        var editor = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
        var model: [Int64] = []
        for step in 0..<300 {
            let value = generator.pick(IntegerEditorTests.bounds[code])
            if model.isEmpty || generator.below(5) < 3 {
                let index = generator.below(model.count + 1)
                try editor.insert(value, at: index)
                model.insert(value, at: index)
            } else if generator.chance(oneIn: 2) {
                let index = generator.below(model.count)
                editor.remove(at: index)
                model.remove(at: index)
            } else {
                let index = generator.below(model.count)
                try editor.set(value, at: index)
                model[index] = value
            }
            guard elements(editor) == model else {
                Issue.record("step \(step)")
                return
            }
        }
        #expect(editor.widthCode <= code)
    }

    @Test(arguments: 0...6, 1...7) func `widening keeps what was stored`(_ from: Int, _ to: Int) throws {
        guard from < to else { return }
        let area = try EditingArea()
        var editor = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
        let narrow = IntegerEditorTests.bounds[from]
        for value in narrow { try editor.append(value) }
        for value in IntegerEditorTests.bounds[to] { try editor.append(value) }
        #expect(elements(editor) == narrow + IntegerEditorTests.bounds[to])
        #expect(editor.widthCode == to)
    }

    @Test func `unsigned numbers widen without a sign`() throws {
        let area = try EditingArea()
        var editor = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
        let values: [UInt64] = [0, 255, 256, 65_535, 65_536, (1 << 32) - 1, 1 << 32, .max]
        for (index, value) in values.enumerated() { try editor.insertUnsigned(value, at: index) }
        #expect((0..<editor.count).map { editor.array.unsigned(at: $0) } == values)
    }

    @Test func `unsigned arrays are never narrower than a byte`() throws {
        let area = try EditingArea()
        var editor = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
        try editor.insertUnsigned(0, at: 0)
        #expect(editor.widthCode == 4)
    }

    @Test func `the last element to go takes the width with it`() throws {
        let area = try EditingArea()
        var editor = try IntegerEditor(repeating: .max, count: 2, in: area.arena)
        editor.remove(at: 0)
        #expect(editor.widthCode == 7)
        editor.remove(at: 0)
        #expect(editor.widthCode == 0)
    }

    @Test(arguments: [1, -1, 100, -100, 1 << 40, -(1 << 40)] as [Int64])
    func `an amount is added to all elements behind an index`(_ amount: Int64) throws {
        let area = try EditingArea()
        let values: [Int64] = [5, 0, 120, -120, 7]
        var editor = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
        for value in values { try editor.append(value) }
        try editor.add(amount, from: 2)
        #expect(elements(editor) == [5, 0, 120 + amount, -120 + amount, 7 + amount])
    }

    @Test func `a committed array is copied, not changed`() throws {
        let made = try EditingArea()
        let (area, root) = try made.commit(IntegerEditor(repeating: 3, count: 5, in: made.arena).ref)
        var editor = try IntegerEditor(root, in: area.arena)
        try editor.set(900, at: 2)
        #expect(elements(editor) == [3, 3, 900, 3, 3])
        #expect(area.keepsCommittedBytes)
        #expect(area.droppedEverything)
    }

    @Test func `a node with refs is not an array of integers`() throws {
        let made = try EditingArea()
        let (area, root) = try made.commit(SlotEditor(.refs(), count: 2, in: made.arena).ref)
        #expect(throws: FormatError.self) { try IntegerEditor(root, in: area.arena) }
    }

    // Unaligned, in the header, behind the end, behind everything.
    @Test(arguments: [25, 0, 8, 4096, 1 << 29]) func `a ref that leads nowhere is damage`(_ offset: Int) throws {
        let area = try EditingArea()
        #expect(throws: FormatError.self) { try IntegerEditor(Ref(offset), in: area.arena) }
    }

    @Test func `a node cannot count more elements than its header`() throws {
        let area = try EditingArea()
        var editor = try IntegerEditor(repeating: 0, count: MutableNode.maximumCount, in: area.arena)
        #expect(throws: FormatError.self) { try editor.append(0) }
    }
}
