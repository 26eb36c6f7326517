/// The kind byte of a node header.
///
///     bit 7 inner | bit 6 has refs | bit 5 context | bits 4..3 scheme | bits 2..0 width code
///
/// Source: file-format/nodes.md, "The node header".
package struct NodeKind: Hashable, Sendable {
    let byte: UInt8

    init(_ byte: UInt8) { self.byte = byte }

    /// An inner node of a B+ tree, a cluster tree or a search index.
    package var isInner: Bool { byte & 0x80 != 0 }
    /// The elements are refs or tagged numbers.
    package var hasRefs: Bool { byte & 0x40 != 0 }
    /// A flag whose meaning depends on the structure the node belongs to.
    package var context: Bool { byte & 0x20 != 0 }
    /// The rule by which the payload's length follows from width and count.
    @inline(__always)
    package var scheme: Scheme { Scheme(rawValue: (byte >> 3) & 3)! }
    /// 0...7 for the widths 0, 1, 2, 4, 8, 16, 32, 64.
    var widthCode: UInt8 { byte & 7 }
    @inline(__always)
    package var width: Int { (1 &<< Int(widthCode)) &>> 1 }
    /// The scheme is that of integers.
    @inline(__always)
    var isPacked: Bool { byte & 0x18 == 0 }

    /// The unit of the width. `invalid` exists so that decoding is total; `NodeSpace` refuses it.
    package enum Scheme: UInt8, Sendable {
        case bits, bytes, blob, invalid
    }

    /// False for a scheme that does not exist, and for refs in any other scheme than integers: following the refs of
    /// such a node would read past its payload.
    @inline(__always)
    var isPossible: Bool { isPacked || (scheme != .invalid && !hasRefs) }

    /// True for a leaf without refs, of that scheme.
    @inline(__always)
    func isPlain(_ scheme: Scheme, contextAllowed: Bool) -> Bool {
        byte & (contextAllowed ? 0xD8 : 0xF8) == scheme.rawValue << 3
    }

    /// Bytes of payload of a node with `count` elements, at most 2^24 * 64.
    @inline(__always)
    func payloadByteCount(count: Int) -> Int {
        switch scheme {
        case .bits: (count &* width &+ 7) &>> 3
        case .bytes: count &* width
        case .blob, .invalid: count
        }
    }
}
