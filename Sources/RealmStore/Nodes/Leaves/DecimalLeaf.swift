/// A leaf of decimals, packed to 0, 4, 8 or 16 bytes each.
///
/// Width 0 means that all values are zero (context flag set) or all null. Source: file-format/leaves.md, "Decimal128".
struct DecimalLeaf {
    private let payload: UnsafeRawPointer
    private let width: Int
    private let isZero: Bool
    private let ref: Ref
    let count: Int

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try space.plain(ref, .bytes, "a leaf of decimals", contextAllowed: true)
        guard [0, 4, 8, 16].contains(node.kind.width) else {
            throw FormatError(.badLeaf, at: ref, "a leaf of decimals has width \(node.kind.width)")
        }
        payload = node.payload
        width = node.kind.width
        isZero = node.kind.context
        count = node.count
        self.ref = ref
    }

    func value(_ index: Int) throws(FormatError) -> Decimal128Bits? {
        precondition(index >= 0 && index < count, "decimal index out of range")
        let value: Decimal128Bits?
        switch width {
        case 0: value = isZero ? .zero : .null
        case 4: value = Decimal128Bits(decimal32: payload.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        case 8: value = Decimal128Bits(decimal64: payload.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
        default:
            value = Decimal128Bits(
                low: payload.loadUnaligned(fromByteOffset: index &* 16, as: UInt64.self),
                high: payload.loadUnaligned(fromByteOffset: index &* 16 &+ 8, as: UInt64.self))
        }
        guard let value else { throw FormatError(.badValue, at: ref, "decimal \(index) is not in the plain encoding") }
        return value.isNull ? nil : value
    }
}
