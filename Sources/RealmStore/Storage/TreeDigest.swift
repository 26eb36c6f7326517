/// A number that tells trees of nodes apart, wherever their nodes lie: by kinds, element counts, elements and shape.
///
/// It is there to find mistakes, ours and the machine's; it does not withstand forgery.
struct TreeDigest: Equatable, Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    private static let childMark: UInt64 = 0x9E37_79B9_7F4A_7C15

    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
        state ^= state >> 32
    }

    /// A node whose elements lead nowhere.
    mutating func add(_ node: NormalNode) {
        mix(node.header)
        for word in node.words { mix(word) }
        mix(node.lastWord)
    }

    /// A node with refs, after its children. Refs count as refs, whatever they are; so does not the width they need.
    mutating func add(_ kind: NodeKind, slots: [Int64]) {
        mix((UInt64(kind.byte & ~7) << 32) | UInt64(slots.count))
        for slot in slots { mix(Slot(slot).ref == nil ? UInt64(bitPattern: slot) : TreeDigest.childMark) }
    }
}
