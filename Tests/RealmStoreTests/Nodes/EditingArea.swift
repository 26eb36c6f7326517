@testable import RealmStore

/// An arena over committed nodes, or over none, and its nodes as a commit would write them.
final class EditingArea {
    private let memory: ArenaMemory
    var arena: Arena { memory.arena }
    private let range: AddressRange
    private let committed: [UInt8]

    private static let arenaStart = 1 << 30

    /// - Parameter committed: the bytes of a file up to its logical end.
    init(committed: [UInt8] = [UInt8](repeating: 0, count: FileLayout.headerByteCount)) throws {
        self.committed = committed
        range = try AddressRange(atLeast: 1 << 33)
        let pages = (committed.count + 4095) / 4096 * 4096
        try range.allocate(byteCount: pages, at: 0).copyMemory(from: committed, byteCount: committed.count)
        let space = NodeSpace(base: range.base, end: committed.count, pages: nil)
        memory = ArenaMemory(over: space, in: range, from: EditingArea.arenaStart)
    }

    var space: NodeSpace { arena.space }

    /// True if the committed bytes are still what they were.
    var keepsCommittedBytes: Bool {
        UnsafeRawBufferPointer(start: range.base, count: committed.count).elementsEqual(committed)
    }

    /// The tree at `root` as another area has it committed, and its ref there.
    func commit(_ root: Ref) throws -> (area: EditingArea, root: Ref) {
        var image = [UInt8](repeating: 0, count: FileLayout.headerByteCount)
        let ref = try write(root, to: &image)
        return (try EditingArea(committed: image), ref)
    }

    private func write(_ ref: Ref, to image: inout [UInt8]) throws -> Ref {
        let node = try space.node(ref)
        var payload = Array(node.bytes)
        if node.kind.hasRefs {
            payload = []
            for index in 0..<node.count {
                let slot = node.slot(index)
                let written = try slot.ref.map { Slot(try write($0, to: &image)) } ?? slot
                payload += withUnsafeBytes(of: written.raw) { Array($0) }
            }
        }
        let kind = node.kind.hasRefs ? node.kind.with(width: 7) : node.kind
        let position = image.count
        image += [0x41, 0x41, 0x41, 0x41, kind.byte]
        image += [UInt8(node.count >> 16), UInt8((node.count >> 8) & 0xFF), UInt8(node.count & 0xFF)]
        image += payload
        while image.count % 8 != 0 { image.append(0xEE) }
        return Ref(position)
    }

    /// The committed blocks that the transaction no longer needs, in order of position; nil if one is named twice.
    var droppedBlocks: [Arena.DroppedBlock]? {
        let blocks = arena.dropped.sorted { $0.position < $1.position }
        return Set(blocks.map(\.position)).count == blocks.count ? blocks : nil
    }

    /// True if every committed byte behind the header was dropped, exactly once.
    var droppedEverything: Bool {
        guard let blocks = droppedBlocks else { return false }
        var end = FileLayout.headerByteCount
        for block in blocks {
            if block.position != end { return false }
            end += block.byteCount
        }
        return end == committed.count
    }
}
