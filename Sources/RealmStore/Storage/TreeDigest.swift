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
    mutating func add(_ node: Node) {
        if node.kind.hasRefs { return add(node.kind, slotCount: node.count) }
        let normal = NormalNode(node)
        mix(normal.header)
        for word in normal.words { mix(word) }
        mix(normal.lastWord)
    }

    private mutating func add(_ kind: NodeKind, slotCount: Int) {
        mix((UInt64(kind.byte & ~7) << 32) | UInt64(slotCount))
    }

    /// A node with refs, after its children. Refs count as refs, whatever they are; so does not the width they need: if
    /// all elements are 0, that is none.
    mutating func add(_ kind: NodeKind, slots: [Int64]) {
        add(kind, slotCount: slots.count)
        if slots.allSatisfy({ $0 == 0 }) { return }
        for slot in slots { mix(Slot(slot).ref == nil ? UInt64(bitPattern: slot) : TreeDigest.childMark) }
    }
}
