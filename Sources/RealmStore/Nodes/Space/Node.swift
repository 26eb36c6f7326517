/// The kind byte of a node header.
///
///     bit 7 inner | bit 6 has refs | bit 5 context | bits 4..3 scheme | bits 2..0 width code
///
/// Source: file format, nodes, "Node header".
package struct NodeKind: Hashable, Sendable {
    let byte: UInt8

    init(_ byte: UInt8) { self.byte = byte }

    /// An inner node of a B+ tree, a cluster tree or a search index.
    package var isInner: Bool { byte & 0x80 != 0 }
    /// The elements are refs or tagged numbers.
    package var hasRefs: Bool { byte & 0x40 != 0 }
    /// A flag whose meaning depends on the structure the node belongs to.
    package var context: Bool { byte & 0x20 != 0 }
    /// How the payload's length follows from width and count.
    @inline(__always)
    package var scheme: Scheme { Scheme(rawValue: (byte >> 3) & 3)! }
    /// 0...7 for the widths 0, 1, 2, 4, 8, 16, 32, 64.
    var widthCode: UInt8 { byte & 7 }
    @inline(__always)
    package var width: Int { (1 &<< Int(widthCode)) &>> 1 }
    /// The scheme is that of integers.
    @inline(__always)
    var isPacked: Bool { byte & 0x18 == 0 }

    /// What the width counts. `invalid` exists so that decoding is total; `NodeSpace` refuses it.
    package enum Scheme: UInt8, Sendable {
        case bits, bytes, blob, invalid
    }

    /// False for a scheme that does not exist, and for refs in any but the scheme of integers: whoever follows the refs
    /// of a node would read past its payload.
    @inline(__always)
    var isPossible: Bool { isPacked || (scheme != .invalid && !hasRefs) }

    /// True for a leaf whose elements are no refs, of that scheme.
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

/// A node that lies whole inside the file: pointer to the payload, and the decoded header.
///
///     header: 4 bytes "AAAA" | kind | count, 3 bytes big-endian      payload, padded to 8 bytes
///
/// A view: it owns nothing and is valid as long as the snapshot it was read from. Only `NodeSpace` makes nodes, after
/// it has checked that header and payload are readable.
package struct Node {
    let payload: UnsafeRawPointer
    package let ref: Ref
    private let size: UInt32
    package let kind: NodeKind

    package static let headerByteCount = 8
    /// The filler every node begins with; meant for a checksum that the format never got.
    package static let filler: UInt32 = 0x4141_4141

    init(payload: UnsafeRawPointer, ref: Ref, count: UInt32, kind: NodeKind) {
        self.payload = payload
        self.ref = ref
        self.size = count
        self.kind = kind
    }

    /// Number of elements; of a blob, number of bytes.
    package var count: Int { Int(size) }

    @inline(__always)
    package var payloadByteCount: Int { kind.payloadByteCount(count: count) }

    /// Bytes the node takes in the file, header and padding included.
    @inline(__always)
    package var footprint: Int { Node.headerByteCount &+ ((payloadByteCount &+ 7) & ~7) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: payload, count: payloadByteCount) }

    /// Element `index` of a node with refs.
    @inline(__always)
    package func slot(_ index: Int) -> Slot { IntegerArray(self).slot(index) }

    /// The first four bytes of the header.
    package var headerFiller: UInt32 { (payload - Node.headerByteCount).loadUnaligned(as: UInt32.self) }
}
