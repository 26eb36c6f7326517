import Testing

@testable import RealmStore

@Suite("Mixed leaf editor") struct MixedEditorTests {
    private let area: EditingArea
    private let editor: LeafEditor

    init() throws {
        area = try EditingArea()
        editor = LeafEditor(.mixed, in: area.arena)
    }

    private func reader(_ leaf: Ref) throws -> MixedLeaf { try MixedLeaf(leaf, in: area.space) }

    @Test func `a leaf without nested collections has no keys`() throws {
        let leaf = try editor.make([.int(1), .null])
        #expect(try reader(leaf).collectionKeys.count == 0)
    }

    @Test func `the keys are as many as the values once there is a collection`() throws {
        var leaf = try editor.make([.int(1), .null])
        try editor.insert(.list(.none), at: 1, into: &leaf)
        try editor.insert(.bool(true), at: 0, into: &leaf)
        let keys = try reader(leaf).collectionKeys
        #expect(keys.count == 4)
        #expect((0..<4).map { keys[$0] != 0 } == [false, false, true, false])
    }

    @Test func `collections of a leaf have different keys`() throws {
        let leaf = try editor.make([LeafValue](repeating: .list(.none), count: 200))
        let keys = try reader(leaf).collectionKeys
        #expect(Set((0..<200).map { keys[$0] }).count == 200)
    }

    @Test func `a key of the caller's is used`() throws {
        var leaf = try MixedLeafEditor.makeEmpty(in: area.arena)
        var mixed = try MixedLeafEditor(leaf, in: area.arena)
        try mixed.insert(.list(.none), at: 0, key: 77)
        leaf = mixed.ref
        #expect(try reader(leaf).collectionKeys[0] == 77)
    }

    @Test func `a new root leaves the key alone`() throws {
        let list = try editor.makeEmpty()
        var leaf = try editor.make([.int(.max), .list(.none)])
        let key = try reader(leaf).collectionKeys[1]
        try editor.setNestedRoot(list, at: 1, in: &leaf)
        #expect(try editor.values(leaf) == [.int(.max), .list(list)])
        #expect(try reader(leaf).collectionKeys[1] == key)
    }

    @Test func `another collection gets another key`() throws {
        var leaf = try editor.make([.list(.none)])
        let key = try reader(leaf).collectionKeys[0]
        try editor.set(.dictionary(.none), at: 0, of: &leaf)
        #expect(try reader(leaf).collectionKeys[0] != key)
    }

    @Test func `a split keeps the keys`() throws {
        var leaf = try editor.make([.list(.none), .int(1), .dictionary(.none)])
        let keys = try reader(leaf).collectionKeys
        let last = keys[2]
        let tail = try editor.splitTail(from: 1, of: &leaf)
        #expect(try reader(tail).collectionKeys[1] == last)
        #expect(try reader(tail).invariantProblem(keyed: true) == nil)
    }

    @Test func `removing all frees nested collections`() throws {
        let list = try editor.make([.string([1, 2, 3])])
        let (next, root) = try area.commit(editor.make([.list(list), .int(.max)]))
        var leaf = root
        try LeafEditor(.mixed, in: next.arena).removeAll(&leaf)
        #expect(next.droppedEverything)
    }

    @Test func `merging keeps nested collections`() throws {
        let list = try editor.make([.int(1)])
        let source = try editor.make([.list(list)])
        var leaf = try editor.make([.int(2)])
        try editor.append(contentsOf: source, to: &leaf)
        #expect(try editor.values(leaf) == [.int(2), .list(list)])
        #expect(try editor.values(list) == [.int(1)])
    }

    @Test func `keys that are too few are filled up when the leaf changes`() throws {
        let made = try editor.make([.list(.none), .int(1), .int(2)])
        let parts = try SlotEditor(made, in: area.arena)
        var keys = try IntegerEditor(parts.child(5), in: area.arena)
        keys.truncate(to: 1)
        let (next, root) = try area.commit(made)
        var leaf = root
        try LeafEditor(.mixed, in: next.arena).insert(.null, at: 3, into: &leaf)
        #expect(try MixedLeaf(leaf, in: next.space).collectionKeys.count == 4)
    }

    @Test func `a leaf of an older version gets the slots it lacks`() throws {
        let made = try editor.make([.int(.max), .string([65])])
        var parts = try SlotEditor(made, in: area.arena)
        parts.truncate(to: 4)
        let (next, root) = try area.commit(made)
        var leaf = root
        let editor = LeafEditor(.mixed, in: next.arena)
        try editor.insert(.list(.none), at: 2, into: &leaf)
        #expect(try editor.values(leaf) == [.int(.max), .string([65]), .list(.none)])
        #expect(try next.space.node(leaf).count == 6)
    }

    @Test func `long strings move to another leaf without being copied`() throws {
        let long = [UInt8](repeating: 66, count: 500)
        var leaf = try editor.make([.string([65]), .string(long)])
        let before = try editor.value(at: 1, in: leaf).optionalString
        let tail = try editor.splitTail(from: 1, of: &leaf)
        let after = try editor.value(at: 0, in: tail).optionalString
        #expect(after?.baseAddress == before?.baseAddress)
        #expect(after.map { Array($0) } == long)
    }

    @Test func `a link to nothing is null`() throws {
        let leaf = try editor.make([.link(TableKey(1), .null)])
        #expect(try editor.values(leaf) == [.null])
    }

    @Test func `a value that is too long leaves what was there`() throws {
        var leaf = try editor.make([.double(1.5.bitPattern)])
        let bytes = [UInt8](repeating: 0, count: 0xFF_FFF0)
        #expect(throws: FormatError.self) { try editor.set(.binary(bytes), at: 0, of: &leaf) }
        #expect(try editor.values(leaf) == [.double(1.5.bitPattern)])
    }

    // A missing pair and int, a negative index, strings and roots where there are none.
    @Test(arguments: [0x549, 0x521, -0xDF, 0x63, 0x194] as [Int64])
    func `a committed code that leads nowhere is damage, not a crash`(_ code: Int64) throws {
        let made = try editor.make([.int(5), .int(.max), .timestamp(Timestamp(seconds: 1, nanoseconds: 2))])
        let codes = try IntegerEditor(SlotEditor(made, in: area.arena).child(0), in: area.arena)
        var wide = codes
        try wide.set(code, at: 0)
        SlotEditor(area.arena.own(made), in: area.arena)[0] = Slot(wide.ref)
        let (next, root) = try area.commit(made)
        let editor = LeafEditor(.mixed, in: next.arena)
        #expect(throws: FormatError.self) {
            var leaf = root
            try editor.remove(at: 0, in: &leaf)
        }
        #expect(throws: FormatError.self) {
            var leaf = root
            _ = try editor.splitTail(from: 0, of: &leaf)
        }
    }

    @Test func `half a committed pair is damage`() throws {
        let made = try editor.make([.timestamp(Timestamp(seconds: 1, nanoseconds: 2))])
        var pairs = try IntegerEditor(SlotEditor(made, in: area.arena).child(2), in: area.arena)
        pairs.truncate(to: 1)
        let (next, root) = try area.commit(made)
        let time = Timestamp(seconds: 0, nanoseconds: 0)
        #expect(throws: FormatError.self) {
            var leaf = root
            try LeafEditor(.mixed, in: next.arena).insert(.timestamp(time), at: 0, into: &leaf)
        }
    }
}
