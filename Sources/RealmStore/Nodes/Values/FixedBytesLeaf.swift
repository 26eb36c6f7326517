/// A leaf of values of equal length: blocks of eight values after one byte of null bits.
///
///     block: null bits (bit i: value i is null) | up to 8 values of `length` bytes
///
/// The node's count counts bytes. Source: file-format/leaves.md, "ObjectId and UUID".
struct FixedBytesLeaf {
    private let payload: UnsafeRawPointer
    private let length: Int
    let count: Int

    /// - Parameter length: bytes of a value, 12 or 16.
    init(_ ref: Ref, length: Int, in space: NodeSpace) throws(FormatError) {
        let node = try space.plain(ref, .bytes, "a leaf of ids")
        let block = 8 * length + 1
        let rest = node.count % block
        guard node.count == 0 || node.kind.width == 1, rest == 0 || rest % length == 1, rest != 1 else {
            throw FormatError(
                .badLeaf, at: ref, "a leaf of \(length)-byte ids has \(node.count) bytes of width \(node.kind.width)")
        }
        payload = node.payload
        self.length = length
        count = node.count / block * 8 + rest / length
    }

    /// Start of value `index`, or nil if it is null.
    subscript(index: Int) -> UnsafeRawPointer? {
        precondition(index >= 0 && index < count, "id index out of range")
        let block = payload + (index &>> 3) &* (8 &* length &+ 1)
        let nulls = block.load(as: UInt8.self)
        guard (nulls &>> UInt8(truncatingIfNeeded: index & 7)) & 1 == 0 else { return nil }
        return block + 1 + (index & 7) &* length
    }
}
