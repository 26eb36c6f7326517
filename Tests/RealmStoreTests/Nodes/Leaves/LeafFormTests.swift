import Testing

@testable import RealmStore

@Suite("Forms of edited leaves") struct LeafFormTests {
    private let area: EditingArea

    init() throws { area = try EditingArea() }

    private func editor(_ subject: LeafSubject) -> LeafEditor { LeafEditor(subject.kind, in: area.arena) }

    private func text(_ count: Int) -> LeafValue { .string([UInt8](repeating: 97, count: count)) }

    private func kind(_ leaf: Ref) throws -> NodeKind { try area.space.node(leaf).kind }

    // MARK: Integers

    @Test(arguments: [(0, 1), (1, 2), (3, 3), (15, 4), (127, 5), (32_767, 6), (2_147_483_647, 7)] as [(Int64, Int)])
    func `a value equal to the null number of its width takes the next width`(_ value: Int64, _ code: Int) throws {
        let leaf = try editor(.optionalInt).make([.null, .int(value), .null])
        #expect(try kind(leaf).widthCode == code)
        #expect(try editor(.optionalInt).values(leaf) == [.null, .int(value), .null])
    }

    @Test func `a value equal to the random null number makes the leaf pick another`() throws {
        let editor = editor(.optionalInt)
        var leaf = try editor.make([.int(.max), .null])
        let null = try area.space.integers(leaf, "test")[0]
        try editor.insert(.int(null), at: 1, into: &leaf)
        #expect(try editor.values(leaf) == [.int(.max), .int(null), .null])
    }

    @Test func `an optional leaf that is emptied begins again without width`() throws {
        let editor = editor(.optionalInt)
        var leaf = try editor.make([.int(1000)])
        try editor.remove(at: 0, in: &leaf)
        #expect(try kind(leaf).widthCode == 0)
        #expect(try editor.count(leaf) == 0)
    }

    @Test func `a committed leaf with a wrong null number is repaired when it changes`() throws {
        var stored = try IntegerEditor(repeating: 5, count: 1, in: area.arena)
        for value in [100, 5, 127] as [Int64] { try stored.append(value) }
        let (next, root) = try area.commit(stored.ref)
        var leaf = root
        let editor = LeafEditor(LeafSubject.optionalInt.kind, in: next.arena)
        try editor.insert(.int(32_767), at: 3, into: &leaf)
        #expect(try editor.values(leaf) == [.int(100), .null, .int(127), .int(32_767)])
        #expect(try leafProblem(.optionalInt, leaf, in: next.space) == nil)
    }

    // MARK: Strings and blobs

    @Test(arguments: [(0, 0x09), (1, 0x0A), (3, 0x0B), (7, 0x0C), (8, 0x0D), (15, 0x0D)] as [(Int, UInt8)])
    func `short strings are as wide as the longest needs`(_ byteCount: Int, _ kindByte: UInt8) throws {
        #expect(try kind(editor(.string).make([.null, text(byteCount), text(0)])).byte == kindByte)
    }

    @Test func `a leaf of nulls has no width`() throws {
        #expect(try kind(editor(.string).make([.null, .null])).byte == 0x08)
    }

    @Test(arguments: [(16, 0x47), (63, 0x47), (64, 0x67)] as [(Int, UInt8)])
    func `longer strings give the whole leaf another form`(_ byteCount: Int, _ kindByte: UInt8) throws {
        #expect(try kind(editor(.string).make([text(3), text(byteCount), .null])).byte == kindByte)
    }

    @Test(arguments: [(64, 0x47), (65, 0x67)] as [(Int, UInt8)])
    func `binary of more than 64 bytes is big`(_ byteCount: Int, _ kindByte: UInt8) throws {
        let leaf = try editor(.binary).make([.binary([UInt8](repeating: 1, count: byteCount))])
        #expect(try kind(leaf).byte == kindByte)
    }

    @Test func `a leaf of long strings stays one when they go`() throws {
        let editor = editor(.string)
        var leaf = try editor.make([text(100), text(2)])
        try editor.remove(at: 0, in: &leaf)
        try editor.set(text(1), at: 0, of: &leaf)
        #expect(try kind(leaf).byte == 0x67)
        #expect(try editor.values(leaf) == [text(1)])
    }

    @Test func `a new leaf takes the form that its own strings need`() throws {
        let editor = editor(.string)
        var leaf = try editor.make([text(100), text(2), text(20), text(3)])
        var tail = try editor.splitTail(from: 2, of: &leaf)
        #expect(try kind(tail).byte == 0x47)
        #expect(try kind(editor.splitTail(from: 1, of: &tail)).byte == 0x0B)
    }

    @Test func `every stored medium string ends in a zero byte, null too`() throws {
        let leaf = try editor(.string).make([text(16), .null, text(0)])
        let node = try area.space.node(leaf)
        #expect(try area.space.node(#require(node.slot(1).ref)).count == 19)
    }

    @Test(arguments: [LeafSubject.string, .binary])
    func `the largest value is stored, one byte more is refused`(_ subject: LeafSubject) throws {
        let limit = subject == .string ? 0xFF_FFEF : 0xFF_FFF0
        let editor = editor(subject)
        var leaf = try editor.makeEmpty()
        let bytes = [UInt8](repeating: 65, count: limit + 1)
        try bytes.withUnsafeBytes { bytes in
            let largest = UnsafeRawBufferPointer(rebasing: bytes.dropLast())
            try editor.insert(subject == .string ? .string(largest) : .binary(largest), at: 0, in: &leaf)
            #expect {
                try editor.insert(subject == .string ? .string(bytes) : .binary(bytes), at: 1, in: &leaf)
            } throws: { ($0 as? FormatError)?.code == .valueTooLong }
        }
        #expect(try editor.count(leaf) == 1)
    }

    // MARK: Floating point, decimals

    @Test func `a NaN with the bits of null stays a value`() throws {
        let editor = editor(.double)
        let leaf = try editor.make([.double(Double.nullBits), .null])
        #expect(try editor.values(leaf) == [.double(Double.nan.bitPattern), .null])
    }

    @Test(arguments: 0...3) func `decimals are as wide as they need`(_ level: Int) throws {
        let widths = [0, 4, 8, 16]
        for value in LeafSubject.decimals[(level * 4)..<(level * 4 + 4)] {
            let leaf = try editor(.decimal).make([.decimal(.zero), .decimal(value)])
            #expect(try kind(leaf).width == widths[level])
            #expect(try editor(.decimal).values(leaf) == [.decimal(.zero), .decimal(value)])
        }
    }

    @Test func `the first decimal says what width 0 means`() throws {
        let zeros = try editor(.decimal).make([.decimal(.zero), .decimal(.zero)])
        let nulls = try editor(.decimal).make([.null, .null])
        #expect(try kind(zeros).byte == 0x28)
        #expect(try kind(nulls).byte == 0x08)
    }

    // MARK: Parts

    @Test func `a string in parts survives a split of its leaf`() throws {
        let bytes: [UInt8] = [1, 2, 3]
        let blob = try bytes.withUnsafeBytes { try BlobEditor($0, isTerminated: false, in: area.arena).ref }
        let parts = try SlotEditor(.refs(context: true), [Slot(blob)], in: area.arena)
        var leaf = try SlotEditor(.refs(context: true), [.empty, Slot(parts.ref)], in: area.arena).ref
        let tail = try editor(.string).splitTail(from: 1, of: &leaf)
        #expect(try StringLeaf(tail, in: area.space).partsByteCount(0) == 3)
    }
}
