/// A floating point number as leaves hold it: one NaN, compared bit by bit, stands for null.
///
/// Source: file-format/leaves.md, "Float and double".
protocol StoredFloatingPoint: BinaryFloatingPoint {
    associatedtype Bits: FixedWidthInteger & UnsignedInteger

    static var nullBits: Bits { get }

    var bitPattern: Bits { get }

    init(bitPattern: Bits)
}

extension Float: StoredFloatingPoint {
    static let nullBits: UInt32 = 0x7FC0_00AA
}

extension Double: StoredFloatingPoint {
    static let nullBits: UInt64 = 0x7FF8_0000_0000_00AA
}

typealias FloatLeaf = FloatingPointLeaf<Float>
typealias DoubleLeaf = FloatingPointLeaf<Double>

/// A leaf of floats or doubles.
struct FloatingPointLeaf<Number: StoredFloatingPoint> {
    private let payload: UnsafeRawPointer
    let count: Int

    /// Bytes of a number.
    static var width: Int { MemoryLayout<Number.Bits>.size }

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try space.plain(ref, .bytes, "a leaf of floating point numbers")
        guard node.count == 0 || node.kind.width == Self.width else {
            throw FormatError(
                .badLeaf, at: ref, "a leaf of \(Number.self) has width \(node.kind.width), not \(Self.width)")
        }
        payload = node.payload
        count = node.count
    }

    /// The numbers as they are stored; null is one of the NaNs.
    var numbers: UnsafeBufferPointer<Number> {
        UnsafeBufferPointer(start: payload.assumingMemoryBound(to: Number.self), count: count)
    }

    subscript(index: Int) -> Number? {
        precondition(index >= 0 && index < count, "floating point index out of range")
        let bits = payload.loadUnaligned(fromByteOffset: index &* Self.width, as: Number.Bits.self)
        return bits == Number.nullBits ? nil : Number(bitPattern: bits)
    }

    /// Replaces a value in its place, in a leaf that the open write transaction owns.
    func replace(_ index: Int, with value: Number?) {
        precondition(index >= 0 && index < count, "floating point index out of range")
        UnsafeMutableRawPointer(mutating: payload).storeBytes(
            of: Self.bits(value), toByteOffset: index &* Self.width, as: Number.Bits.self)
    }

    /// A NaN that happens to have the bits of null becomes the default NaN, so that a value never turns into null.
    @inline(__always)
    static func bits(_ value: Number?) -> Number.Bits {
        guard let value else { return Number.nullBits }
        let bits = value.bitPattern
        return bits == Number.nullBits ? Number.nan.bitPattern : bits
    }
}
