@testable import TestSupport

/// Damages the structure of the nodes of a file: counts, refs and free blocks, never single values.
struct StructureMutator {
    enum Kind: CaseIterable {
        /// The number of elements in a node's header.
        case count
        /// The width, or the kind, in a node's header.
        case width
        /// A number among refs: objects, children, depths.
        case tagged
        /// A ref leads to another node.
        case ref
        /// A ref leads beside its node, into it, or into free space.
        case overlap
        /// A ref is removed.
        case missing
        /// Two refs are exchanged: each node is still used once.
        case swap
        /// A length or position in the free list.
        case freeList
    }

    private let source: FuzzSource
    private var random: SeededGenerator
    private var bytes: [UInt8]

    init(_ source: FuzzSource, _ random: SeededGenerator) {
        self.source = source
        self.random = random
        bytes = source.bytes
    }

    /// The file with one mutation of that kind; nil if there is nothing to mutate, or nothing changed.
    mutating func mutant(_ kind: Kind) -> [UInt8]? {
        switch kind {
        case .count: changeCount()
        case .width: changeWidth()
        case .tagged: changeTagged()
        case .ref: changeRef { $0.pick($1.nodes).ref }
        case .overlap: changeRef { max(24, $0.pick($1.nodes).ref + 8 * ($0.below(9) - 4)) }
        case .missing: changeRef { _, _ in 0 }
        case .swap: swap()
        case .freeList: changeFreeList()
        }
        return bytes == source.bytes ? nil : bytes
    }

    private var parents: [FuzzSource.Place] { source.nodes.filter { $0.hasRefs && $0.count > 0 && $0.width >= 8 } }

    private func element(_ index: Int, of node: FuzzSource.Place) -> Int {
        let length = node.width / 8
        return (0..<length).reduce(0) { $0 | (Int(bytes[node.ref + 8 + index * length + $1]) << (8 * $1)) }
    }

    private mutating func set(_ index: Int, of node: FuzzSource.Place, to value: Int) {
        let length = node.width / 8
        for byte in 0..<length {
            bytes[node.ref + 8 + index * length + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
        }
    }

    private mutating func changeCount() {
        let node = random.pick(source.nodes)
        let count =
            switch random.below(6) {
            case 0: 0
            case 1: node.count + 1
            case 2: node.count / 2
            case 3: random.below(2 * node.count + 1)
            default: max(0, node.count - 1)
            }
        for (index, shift) in [16, 8, 0].enumerated() { bytes[node.ref + 5 + index] = UInt8((count >> shift) & 0xFF) }
    }

    private mutating func changeWidth() {
        let node = random.pick(source.nodes)
        bytes[node.ref + 4] ^= random.chance(oneIn: 4) ? 1 << UInt8(random.below(8)) : UInt8(1 + random.below(7))
    }

    /// The slots of nodes with refs that `isWanted`.
    private func slots(_ isWanted: (Int) -> Bool) -> [(node: FuzzSource.Place, index: Int)] {
        parents.flatMap { node in (0..<node.count).filter { isWanted(element($0, of: node)) }.map { (node, $0) } }
    }

    private mutating func changeTagged() {
        let tagged = slots { $0 & 1 == 1 }
        guard !tagged.isEmpty else { return }
        let (node, index) = random.pick(tagged)
        let number = element(index, of: node) >> 1
        let others = [0, max(0, number - 1), number + 1, number / 2, random.below(300)]
        set(index, of: node, to: (random.pick(others) << 1) | 1)
    }

    private mutating func changeRef(_ target: (inout SeededGenerator, FuzzSource) -> Int) {
        let refs = slots { $0 & 1 == 0 && $0 != 0 }
        guard !refs.isEmpty else { return }
        let (node, index) = random.pick(refs)
        set(index, of: node, to: target(&random, source))
    }

    private mutating func swap() {
        let refs = slots { $0 & 1 == 0 && $0 != 0 }
        guard refs.count > 1 else { return }
        let (node, index) = random.pick(refs)
        // A neighbour, or a node somewhere else.
        let near = refs.filter { $0.node.ref == node.ref && $0.index != index }
        let (other, place) = near.isEmpty || random.chance(oneIn: 3) ? random.pick(refs) : random.pick(near)
        let (first, second) = (element(index, of: node), element(place, of: other))
        set(index, of: node, to: second)
        set(place, of: other, to: first)
    }

    private mutating func changeFreeList() {
        guard let top = source.nodes.first, top.hasRefs, top.count > 5 else { return }
        let list = element(3 + random.below(2), of: top)
        guard let node = source.nodes.first(where: { $0.ref == list && $0.count > 0 && $0.width >= 8 }) else { return }
        let index = random.below(node.count)
        set(index, of: node, to: element(index, of: node) + 8 * (random.below(9) - 4))
    }
}
