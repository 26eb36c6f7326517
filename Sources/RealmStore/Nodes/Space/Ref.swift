/// The position of a node: the offset in bytes of its header from the start of the (plain) file.
///
/// A valid ref is a multiple of 8, at least 24 (after the file header); 0 means "no node".
package struct Ref: Hashable, Comparable, BitwiseCopyable, Sendable {
    package let offset: Int

    init(_ offset: Int) { self.offset = offset }

    /// The ref of "no node".
    package static let none = Ref(0)

    package var isNone: Bool { offset == 0 }

    package static func < (lhs: Ref, rhs: Ref) -> Bool { lhs.offset < rhs.offset }
}

extension Ref: CustomStringConvertible {
    package var description: String { "\(offset)" }
}

/// One element of a node with refs: null, the ref of a child, or a number kept in place of a ref.
///
/// Source: file-format/nodes.md, "Refs and tagged values".
package struct Slot: Hashable, Sendable {
    let raw: Int64

    init(_ raw: Int64) { self.raw = raw }

    package var isEmpty: Bool { raw == 0 }

    /// The number of a tagged slot (bit 0 set), unsigned and below 2^63; nil for null and refs.
    package var number: UInt64? { raw & 1 == 1 ? UInt64(bitPattern: raw) >> 1 : nil }

    /// The child's ref; nil for null and numbers.
    package var ref: Ref? { raw & 1 == 0 && raw != 0 ? Ref(Int(raw)) : nil }
}
