import TestSupport
import Testing

@testable import RealmStore

@Suite("Editing dictionaries") struct DictionaryEditorTests {
    private let area: TreeArea

    init() throws { area = try TreeArea() }

    private func expect(
        _ root: Ref, hasIntegerKeys: Bool = false, holds model: [(TreeValue, TreeValue)], _ comment: Comment? = nil
    ) throws {
        let dictionary = try DictionaryTree(root, hasIntegerKeys: hasIntegerKeys, in: area.space)
        #expect(dictionary.count == model.count, comment)
        for (position, entry) in model.enumerated().prefix(dictionary.count) {
            #expect(TreeValue(try dictionary.key(at: position)) == entry.0, comment)
            #expect(TreeValue(try dictionary.value(at: position)) == entry.1, comment)
        }
        if !root.isNone {
            let node = try area.space.node(root)
            let keyColumn = hasIntegerKeys ? Column.plainIntegers : .dictionaryKeys
            #expect(try TreeShape.of(#require(node.slot(0).ref), keyColumn, in: area.space).count == model.count)
            #expect(try TreeShape.of(#require(node.slot(1).ref), .nestedMixed, in: area.space).count == model.count)
        }
        try area.expectNothingLost(roots: [root], comment)
    }

    @Test(arguments: 1...3) func `a dictionary holds what a Swift dictionary would hold, in order`(
        _ seed: UInt64
    ) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var dictionary = try DictionaryEditor(root: .none, in: area.arena)
        var model: [[UInt8]: TreeValue] = [:]
        for step in 1...5000 {
            let key = random.bytes(below: 80)
            if random.chance(percent: step < 3500 ? 85 : 20) {
                let value = random.value(of: .mixed, nullable: true)
                let isNew = model.updateValue(value, forKey: key) == nil
                let result = try TreeValue.string(key).with { key in
                    try value.with { try dictionary.set($0, for: key) }
                }
                #expect(result.inserted == isNew, "seed \(seed), step \(step)")
            } else {
                let wasThere = model.removeValue(forKey: key) != nil
                #expect(try (TreeValue.string(key).with { try dictionary.remove($0) } != nil) == wasThere)
            }
            if step % 1250 == 0 {
                let ordered = model.sorted { $0.key.lexicographicallyPrecedes($1.key) }
                try expect(
                    dictionary.root, holds: ordered.map { (.string($0.key), $0.value) }, "seed \(seed), step \(step)")
                dictionary = try DictionaryEditor(root: area.commit(dictionary.root), in: area.arena)
            }
        }
        try dictionary.removeAll()
        #expect(dictionary.root.isNone)
        try expect(.none, holds: [], "seed \(seed)")
    }

    @Test func `keys are ordered by their bytes as unsigned numbers`() throws {
        let keys: [[UInt8]] = [[], [0], [0, 0], [1], [65], [65, 66], [97], [0x7F], [0x80], [0xFF]]
        var dictionary = try DictionaryEditor(root: .none, in: area.arena)
        for key in keys.reversed() { try TreeValue.string(key).with { _ = try dictionary.set(.int(1), for: $0) } }
        try expect(dictionary.root, holds: keys.map { (.string($0), .int(1)) })
    }

    @Test func `keys may be numbers`() throws {
        var dictionary = try DictionaryEditor(root: .none, hasIntegerKeys: true, in: area.arena)
        for key in [5, -3, 1 << 40, 0] as [Int64] { try dictionary.set(.int(key * 2), for: .int(key)) }
        #expect(try dictionary.remove(.int(5)) == 2)
        try expect(
            dictionary.root, hasIntegerKeys: true,
            holds: [-3, 0, 1 << 40].map { (.int($0), .int($0 * 2)) })
    }

    @Test func `removing key by key leaves empty trees`() throws {
        var dictionary = try DictionaryEditor(root: .none, in: area.arena)
        _ = try TreeValue.text("a").with { try dictionary.set(.int(1), for: $0) }
        try dictionary.remove(at: 0)
        #expect(!dictionary.root.isNone)
        try expect(dictionary.root, holds: [])
    }

    @Test func `a dictionary in the layout of older formats is refused`() throws {
        var hashes = try IntegerEditor(repeating: 0, count: 0, in: area.arena)
        try hashes.insertUnsigned(7, at: 0)
        var keys = try LeafEditor(.string, in: area.arena).makeEmpty()
        try TreeValue.text("k").with {
            try LeafEditor(.string, in: area.arena).insert($0, at: 0, in: &keys)
        }
        var values = try LeafEditor(.mixed, in: area.arena).makeEmpty()
        try LeafEditor(.mixed, in: area.arena).insert(.int(1), at: 0, in: &values)
        let node = try SlotEditor(.refs(), [Slot(hashes.ref), Slot(keys), Slot(values)], in: area.arena)
        #expect(try DictionaryTree(node.ref, hasIntegerKeys: false, in: area.space).count == 1)
        #expect(throws: FormatError.self) { try DictionaryEditor(root: node.ref, in: area.arena) }
    }
}
