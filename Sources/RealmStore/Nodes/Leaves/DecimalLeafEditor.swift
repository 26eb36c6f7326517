/// Changes a leaf of decimals, each 0, 4, 8 or 16 bytes wide; the widest ever added sets the width of the whole leaf.
///
/// At width 0 all are zero (context flag, set if the first value is zero) or all null. Source: file-format/leaves.md,
/// "Decimal128".
struct DecimalLeafEditor {
    private let arena: Arena
    private var elements: ElementEditor

    var ref: Ref { elements.ref }

    /// Opens the leaf at `ref`, copying it if it is committed.
    @inline(__always)
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        if !arena.owns(ref) { _ = try DecimalLeaf(ref, in: arena.space) }
        self.arena = arena
        elements = try ElementEditor(checked: ref, in: arena)
    }

    mutating func insert(_ value: Decimal128Bits?, at index: Int) throws(FormatError) {
        if elements.count == 0 { elements.reset(width: 0, context: value?.isZero ?? false) }
        let stored = DecimalLeafEditor.stored(value)
        try makeRoom(for: stored)
        DecimalLeafEditor.write(stored, to: try elements.insert(at: index), width: elements.width)
    }

    mutating func set(_ value: Decimal128Bits?, at index: Int) throws(FormatError) {
        let stored = DecimalLeafEditor.stored(value)
        try makeRoom(for: stored)
        DecimalLeafEditor.write(stored, to: elements[index], width: elements.width)
    }

    mutating func remove(at index: Int) { elements.remove(at: index) }

    mutating func remove(_ rows: RemovedRows) { elements.remove(rows) }

    /// A NaN that happens to have the bits of null becomes the default NaN, so that a value never turns into null.
    private static func stored(_ value: Decimal128Bits?) -> Decimal128Bits {
        guard let value else { return .null }
        return value.isNull ? .nan : value
    }

    private mutating func makeRoom(for value: Decimal128Bits) throws(FormatError) {
        // Width 0 would lose the sign of a negative zero.
        let impliedValue: Decimal128Bits = elements.node.kind.context ? .zero : .null
        let needed = value == impliedValue ? 0 : value.storedWidth
        if needed > elements.width { try widen(to: needed) }
    }

    private mutating func widen(to width: Int) throws(FormatError) {
        let leaf = try DecimalLeaf(ref, in: arena.space)
        let context = elements.node.kind.context
        let wide = try ElementEditor(width: width, count: leaf.count, context: context, in: arena)
        for index in 0..<leaf.count {
            DecimalLeafEditor.write(try leaf.value(index) ?? .null, to: wide[index], width: width)
        }
        try arena.free(ref)
        elements = wide
    }

    /// - Precondition: the value fits the width.
    private static func write(_ value: Decimal128Bits, to place: UnsafeMutableRawPointer, width: Int) {
        switch width {
        case 0: break
        case 4: place.storeBytes(of: value.decimal32, as: UInt32.self)
        case 8: place.storeBytes(of: value.decimal64, as: UInt64.self)
        default:
            place.storeBytes(of: value.low, as: UInt64.self)
            place.storeBytes(of: value.high, toByteOffset: 8, as: UInt64.self)
        }
    }
}
