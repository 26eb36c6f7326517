/// A digest of trees of nodes, independent of the nodes' positions: of kinds, element counts, elements and shape.
///
/// It detects software and hardware errors; it does not withstand forgery.
struct TreeDigest: Equatable, Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    private static let childMark: UInt64 = 0x9E37_79B9_7F4A_7C15

    private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
        return product ^ (product >> 32)
    }

    private mutating func mix(_ word: UInt64) { state = TreeDigest.mixed(state, word) }

    /// Mixes in `count` words. Four sums of every fourth word are computed in parallel, since each step depends on the
    /// one before.
    @inline(__always)
    private mutating func mix(_ count: Int, _ word: (Int) -> UInt64) {
        var (first, second, third, fourth) = (state, state &+ 1, state &+ 2, state &+ 3)
        var index = 0
        while index + 4 <= count {
            first = TreeDigest.mixed(first, word(index))
            second = TreeDigest.mixed(second, word(index + 1))
            third = TreeDigest.mixed(third, word(index + 2))
            fourth = TreeDigest.mixed(fourth, word(index + 3))
            index += 4
        }
        state = first
        mix(second)
        mix(third)
        mix(fourth)
        while index < count {
            mix(word(index))
            index += 1
        }
    }

    /// Adds a node without children.
    mutating func add(_ node: Node) {
        if node.kind.hasRefs { return add(node.kind, slotCount: node.count) }
        let normal = NormalNode(node)
        mix(normal.header)
        let words = normal.words
        mix(words.count) { words[$0] }
        mix(normal.lastWord)
    }

    private mutating func add(_ kind: NodeKind, slotCount: Int) {
        mix((UInt64(kind.byte & ~7) << 32) | UInt64(slotCount))
    }

    /// Adds a node with refs, after its children. Refs count as refs, whatever their values; their width does not
    /// count: it is 0 if all elements are 0.
    mutating func add(_ kind: NodeKind, slots: [Int64]) {
        add(kind, slotCount: slots.count)
        if slots.allSatisfy({ $0 == 0 }) { return }
        slots.withUnsafeBufferPointer { slots in
            mix(slots.count) { index in
                let slot = slots[index]
                return Slot(slot).ref == nil ? UInt64(bitPattern: slot) : TreeDigest.childMark
            }
        }
    }
}
