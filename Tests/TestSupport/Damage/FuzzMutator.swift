/// Damages a file, the same way for the same seed.
struct FuzzMutator {
    private let source: FuzzSource
    private var random: SeededGenerator
    private var bytes: [UInt8]

    init(_ source: FuzzSource, _ random: SeededGenerator) {
        self.source = source
        self.random = random
        bytes = source.bytes
    }

    /// One to four mutations of the source.
    mutating func mutant() -> [UInt8] {
        let rounds = random.chance(oneIn: 2) ? 1 : 1 + random.below(4)
        for _ in 0..<rounds where !bytes.isEmpty { mutate() }
        return bytes
    }

    private mutating func mutate() {
        guard !source.nodes.isEmpty else { return mutateRaw() }
        switch random.below(14) {
        case 0: flipBit(at: payloadByte(random.pick(source.nodes)))
        case 1: setByte(at: payloadByte(random.pick(source.nodes)), UInt8(random.below(256)))
        case 2: setByte(at: random.pick(source.nodes).ref + 4, UInt8(random.below(256)))
        case 3: flipBit(at: random.pick(source.nodes).ref + 4)
        case 4: changeCount()
        case 5, 6, 7: changeRef()
        case 8: changeTagged()
        case 9, 10: changeInteger()
        case 11: swapNodes()
        case 12: copyNode()
        default: mutateRaw()
        }
    }

    /// The mutations that need no knowledge of nodes, and so suit encrypted files.
    private mutating func mutateRaw() {
        switch random.below(8) {
        case 0: bytes.removeLast(random.below(bytes.count))
        case 1: bytes.removeLast(random.below(bytes.count / 8 + 1) * 8 % bytes.count)
        case 2: bytes += [UInt8](repeating: UInt8(random.below(2) * 255), count: random.below(600) * 8)
        case 3: setByte(at: random.below(24), UInt8(random.below(256)))
        case 4: flipBit(at: random.below(24))
        case 5: copyPage()
        default: setByte(at: random.below(bytes.count), UInt8(random.below(256)))
        }
    }

    private mutating func copyPage() {
        let pages = bytes.count / 4096
        guard pages > 1 else { return }
        let (from, to) = (random.below(pages) * 4096, random.below(pages) * 4096)
        bytes.replaceSubrange(to..<to + 4096, with: bytes[from..<from + 4096])
    }

    private mutating func payloadByte(_ node: FuzzSource.Place) -> Int {
        node.ref + 8 + random.below(node.footprint - 8)
    }

    private mutating func setByte(at offset: Int, _ value: UInt8) {
        if offset < bytes.count { bytes[offset] = value }
    }

    private mutating func flipBit(at offset: Int) {
        if offset < bytes.count { bytes[offset] ^= 1 << UInt8(random.below(8)) }
    }

    private mutating func changeCount() {
        let node = random.pick(source.nodes)
        let count: Int =
            switch random.below(5) {
            case 0: 0
            case 1: node.count + 1
            case 2: max(0, node.count - 1)
            case 3: random.below(1 << 24)
            default: random.below(2000)
            }
        for (index, shift) in [16, 8, 0].enumerated() {
            setByte(at: node.ref + 5 + index, UInt8((count >> shift) & 0xFF))
        }
    }

    /// Puts the ref of one node, often a near one, into a slot of another: shared nodes, cycles, wrong kinds.
    private mutating func changeRef() {
        let parents = source.nodes.filter { $0.hasRefs && $0.count > 0 && $0.width >= 8 }
        guard !parents.isEmpty else { return }
        let parent = random.pick(parents)
        let target: Int =
            switch random.below(6) {
            case 0: parent.ref
            case 1: 0
            case 2: random.below(bytes.count / 8 + 1) * 8
            default: random.pick(source.nodes).ref
            }
        setElement(random.below(parent.count), of: parent, to: Int64(target))
    }

    private mutating func changeTagged() {
        let parents = source.nodes.filter { $0.hasRefs && $0.count > 0 && $0.width >= 8 }
        guard !parents.isEmpty else { return }
        let parent = random.pick(parents)
        setElement(random.below(parent.count), of: parent, to: interesting() | 1)
    }

    private mutating func changeInteger() {
        let arrays = source.nodes.filter { !$0.hasRefs && $0.count > 0 && $0.width > 0 }
        guard !arrays.isEmpty else { return }
        let array = random.pick(arrays)
        setElement(random.below(array.count), of: array, to: interesting())
    }

    private mutating func interesting() -> Int64 {
        switch random.below(8) {
        case 0: 0
        case 1: -1
        case 2: .max
        case 3: .min
        case 4: Int64(random.below(70_000))
        case 5: -Int64(random.below(70_000))
        case 6: 1 << Int64(random.below(63))
        default: Int64(bitPattern: random.next())
        }
    }

    /// Writes the low bits of `value` as an element of its node's width.
    private mutating func setElement(_ index: Int, of node: FuzzSource.Place, to value: Int64) {
        let start = node.ref + 8
        guard node.width >= 8 else {
            let bit = index * node.width
            let mask = UInt8(((1 << node.width) - 1) << (bit % 8))
            let offset = start + bit / 8
            guard offset < bytes.count else { return }
            bytes[offset] = (bytes[offset] & ~mask) | ((UInt8(truncatingIfNeeded: value) << UInt8(bit % 8)) & mask)
            return
        }
        let length = node.width / 8
        for byte in 0..<length {
            setByte(at: start + index * length + byte, UInt8(truncatingIfNeeded: value >> Int64(8 * byte)))
        }
    }

    private mutating func swapNodes() {
        let first = random.pick(source.nodes)
        let others = source.nodes.filter { $0.footprint == first.footprint && $0.ref != first.ref }
        guard !others.isEmpty else { return }
        let second = random.pick(others)
        let (from, to) = (first.ref..<first.ref + first.footprint, second.ref..<second.ref + second.footprint)
        guard from.upperBound <= bytes.count, to.upperBound <= bytes.count else { return }
        let saved = Array(bytes[from])
        bytes.replaceSubrange(from, with: bytes[to])
        bytes.replaceSubrange(to, with: saved)
    }

    /// Writes one node over another, regardless of the bytes behind it.
    private mutating func copyNode() {
        let (from, to) = (random.pick(source.nodes), random.pick(source.nodes))
        let length = min(from.footprint, bytes.count - to.ref)
        guard length > 0, from.ref + length <= bytes.count else { return }
        bytes.replaceSubrange(to.ref..<to.ref + length, with: Array(bytes[from.ref..<from.ref + length]))
    }
}
