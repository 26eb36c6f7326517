/// Changes a leaf of ids: blocks of eight values of equal length after one byte of null bits.
///
/// Source: file-format/leaves.md, "ObjectId and UUID".
struct FixedBytesLeafEditor<Identifier: StoredIdentifier> {
    private let arena: Arena
    private var node: MutableNode
    private var count: Int

    var ref: Ref { node.ref }

    private static var length: Int { Identifier.byteCount }
    private static var blockByteCount: Int { 8 * length + 1 }

    /// Opens the leaf at `ref`, copying it if it is committed.
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        self.arena = arena
        count = try FixedBytesLeaf(ref, length: Self.length, in: arena.space).count
        var ref = ref
        node = try arena.writable(&ref)
    }

    mutating func insert(_ value: Identifier?, at index: Int) throws(FormatError) {
        precondition(index >= 0 && index <= count, "id index out of range")
        let byteCount = Self.byteCount(count + 1)
        try node.checkRoom(count: byteCount)
        node = try arena.reserve(node, capacity: byteCount)
        if count & 7 == 0 { block(count).storeBytes(of: 0, as: UInt8.self) }
        moveUp(from: index)
        setCount(count + 1)
        write(value, at: index)
    }

    func set(_ value: Identifier?, at index: Int) {
        precondition(index >= 0 && index < count, "id index out of range")
        write(value, at: index)
    }

    mutating func remove(at index: Int) {
        precondition(index >= 0 && index < count, "id index out of range")
        moveDown(to: index)
        setCount(count - 1)
    }

    mutating func remove(_ rows: RemovedRows) {
        rows.forEachKept(of: count) { (kept, target) in
            for (index, source) in kept.enumerated() {
                place(target + index).copyMemory(from: place(source), byteCount: Self.length)
                setNull(isNull(source), target + index)
            }
        }
        setCount(count - rows.count)
    }

    // MARK: Values in memory

    private static func byteCount(_ count: Int) -> Int { count * length + (count + 7) / 8 }

    private mutating func setCount(_ newCount: Int) {
        count = newCount
        node.kind = NodeKind(.bytes, widthCode: 1)
        node.count = Self.byteCount(newCount)
    }

    /// The block of value `index`, which begins with its null bits.
    private func block(_ index: Int) -> UnsafeMutableRawPointer {
        node.payload + (index &>> 3) &* Self.blockByteCount
    }

    private func place(_ index: Int) -> UnsafeMutableRawPointer {
        block(index) + 1 + (index & 7) &* Self.length
    }

    private func isNull(_ index: Int) -> Bool { block(index).load(as: UInt8.self) & (1 &<< UInt8(index & 7)) != 0 }

    private func setNull(_ isNull: Bool, _ index: Int) {
        let bit: UInt8 = 1 &<< UInt8(index & 7)
        let bits = block(index).load(as: UInt8.self)
        block(index).storeBytes(of: isNull ? bits | bit : bits & ~bit, as: UInt8.self)
    }

    /// Moves the values from `index` on by one, the last one into spare room at the end.
    private func moveUp(from index: Int) {
        for start in stride(from: count & ~7, through: index & ~7, by: -8) {
            let first = max(start, index)
            let moved = min(count, start + 7) - first
            if moved > 0 { place(first + 1).copyMemory(from: place(first), byteCount: moved * Self.length) }
            let kept = (UInt8(1) << UInt8(first - start)) - 1
            var nulls = block(start).load(as: UInt8.self)
            nulls = (nulls & kept) | ((nulls & ~kept) << 1)
            if start > index {
                place(start).copyMemory(from: place(start - 1), byteCount: Self.length)
                nulls |= isNull(start - 1) ? 1 : 0
            }
            block(start).storeBytes(of: nulls, as: UInt8.self)
        }
    }

    /// Moves the values after `index` by one, the first of them over the value at `index`.
    private func moveDown(to index: Int) {
        for start in stride(from: index & ~7, to: count, by: 8) {
            let first = max(start, index)
            let end = min(count, start + 8)
            place(first).copyMemory(from: place(first + 1), byteCount: (end - first - 1) * Self.length)
            let kept = (UInt8(1) << UInt8(first - start)) - 1
            var nulls = block(start).load(as: UInt8.self)
            nulls = (nulls & kept) | ((nulls >> 1) & ~kept)
            if end < count {
                place(end - 1).copyMemory(from: place(end), byteCount: Self.length)
                nulls = (nulls & 0x7F) | (isNull(end) ? 0x80 : 0)
            }
            block(start).storeBytes(of: nulls, as: UInt8.self)
        }
    }

    private func write(_ value: Identifier?, at index: Int) {
        (value ?? Identifier.nullFiller).write(to: place(index))
        setNull(value == nil, index)
    }
}

/// An id of fixed length, as leaves hold it.
protocol StoredIdentifier {
    /// Bytes of an id.
    static var byteCount: Int { get }
    /// The filler for a null id, of which only the null bit counts.
    static var nullFiller: Self { get }

    /// Writes `byteCount` bytes, in the order in which they are printed.
    func write(to bytes: UnsafeMutableRawPointer)
}

extension ObjectIdBits: StoredIdentifier {
    static let byteCount = 12
    static let nullFiller = ObjectIdBits(high: 0xDEAD_DEAD_DEAD_DEAD, low: 0xDEAD_DEAD)

    func write(to bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt32.self)
    }
}

extension UUIDBits: StoredIdentifier {
    static let byteCount = 16
    static let nullFiller = UUIDBits(high: 0xDEAD_BEEF_DEAD_BEEF, low: 0xDEAD_BEEF_DEAD_BEEF)

    func write(to bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
}
