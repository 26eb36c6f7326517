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
    /// The filler every node begins with; reserved for a checksum that the format never introduced.
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

    /// The size of the node in the file, including header and padding.
    @inline(__always)
    package var footprint: Int { Node.headerByteCount &+ ((payloadByteCount &+ 7) & ~7) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: payload, count: payloadByteCount) }

    /// Element `index` of a node with refs.
    @inline(__always)
    package func slot(_ index: Int) -> Slot { IntegerArray(self).slot(index) }

    /// The first four bytes of the header.
    package var headerFiller: UInt32 { (payload - Node.headerByteCount).loadUnaligned(as: UInt32.self) }
}
