/// A node that belongs to a write transaction and may be changed in place.
///
/// Its first four bytes, a filler in the file, hold its capacity here: payload bytes / 8. Unused payload bytes are
/// arbitrary; zeros are written for them in a file. A view: growing a node moves it.
struct MutableNode {
    /// The first byte of the header.
    let header: UnsafeMutableRawPointer
    let ref: Ref

    var payload: UnsafeMutableRawPointer { header + Node.headerByteCount }

    var kind: NodeKind {
        get { NodeKind(header.load(fromByteOffset: 4, as: UInt8.self)) }
        nonmutating set { header.storeBytes(of: newValue.byte, toByteOffset: 4, as: UInt8.self) }
    }

    /// Number of elements; of a blob and of ids, number of bytes. Below 2^24.
    var count: Int {
        get { Int(UInt32(bigEndian: header.load(fromByteOffset: 4, as: UInt32.self)) & 0xFF_FFFF) }
        nonmutating set {
            let word = (UInt32(kind.byte) << 24) | UInt32(newValue)
            header.storeBytes(of: word.bigEndian, toByteOffset: 4, as: UInt32.self)
        }
    }

    /// Payload bytes that fit without moving the node.
    var capacity: Int { Int(header.load(as: UInt32.self)) * 8 }

    /// The same node as readers see it.
    var node: Node { Node(payload: payload, ref: ref, count: UInt32(count), kind: kind) }

    var widthCode: UInt8 { kind.widthCode }

    /// Refuses more elements than a header can count; only a damaged file leads here.
    @inline(__always)
    func checkRoom(count: Int) throws(FormatError) {
        if count > MutableNode.maximumCount {
            throw FormatError(.badNode, at: ref, "would have more than \(MutableNode.maximumCount) elements")
        }
    }

    /// The maximum number of elements of a node, which the header counts in three bytes.
    static let maximumCount = 0xFF_FFFF
}
