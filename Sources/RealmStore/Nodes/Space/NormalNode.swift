/// A node without refs in its written form: padding and the bits after the last element are zero.
struct NormalNode {
    let header: UInt64
    /// The payload's 64-bit words except the last.
    let words: UnsafeBufferPointer<UInt64>
    /// The payload's last word; 0 if there is no payload.
    let lastWord: UInt64
    let footprint: Int

    init(_ node: Node) {
        header = NormalNode.header(node.kind, count: node.count)
        footprint = node.footprint
        let bitCount = node.kind.scheme == .bits ? node.count * node.kind.width : node.payloadByteCount * 8
        let wordCount = (bitCount + 63) / 64
        // Nodes are aligned to 8 bytes, and all of their padding is readable.
        let start = node.payload.assumingMemoryBound(to: UInt64.self)
        words = UnsafeBufferPointer(start: start, count: max(0, wordCount - 1))
        lastWord = wordCount == 0 ? 0 : start[wordCount - 1] & (UInt64.max >> UInt64((64 - (bitCount % 64)) % 64))
    }

    /// The 8 bytes of a node header as a little-endian word.
    static func header(_ kind: NodeKind, count: Int) -> UInt64 {
        let size = (UInt32(kind.byte) << 24) | UInt32(count)
        return (UInt64(size.byteSwapped) << 32) | UInt64(Node.filler)
    }
}

extension NormalNode: Equatable {
    static func == (lhs: NormalNode, rhs: NormalNode) -> Bool {
        lhs.header == rhs.header && lhs.lastWord == rhs.lastWord
            && ByteOrder.equal(UnsafeRawBufferPointer(lhs.words), UnsafeRawBufferPointer(rhs.words))
    }
}
