import Testing

@testable import RealmStore

/// The memory of consecutive write transactions: each begins with the result of the one before.
final class TreeArea {
    private var memory: ArenaMemory
    var arena: Arena { memory.arena }
    private let range: AddressRange
    private var end = FileLayout.headerByteCount
    private var generation = 1
    /// The committed nodes that were reachable when the transaction began.
    private var committed: Set<Arena.DroppedBlock> = []

    /// Space for the nodes that were committed, and for those of each transaction.
    private static let partByteCount = 1 << 29

    init() throws {
        range = try AddressRange(atLeast: 1 << 36)
        _ = try range.allocate(byteCount: TreeArea.partByteCount, at: 0)
        memory = TreeArea.memory(in: range, end: end, generation: generation)
    }

    private static func memory(in range: AddressRange, end: Int, generation: Int) -> ArenaMemory {
        ArenaMemory(
            over: NodeSpace(base: range.base, end: end, pages: nil), in: range, from: generation * partByteCount)
    }

    var space: NodeSpace { arena.space }

    /// Makes the nodes below `root` committed ones and begins another transaction with them.
    ///
    /// - Parameter loop: a ref that is copied unchanged, where the test wants a node to lead to itself.
    /// - Returns: the new position of the root.
    func commit(_ root: Ref, keeping loop: Ref? = nil) throws -> Ref {
        committed = []
        let copy = try copyToEnd(root, loop)
        generation += 1
        memory = TreeArea.memory(in: range, end: end, generation: generation)
        return copy
    }

    private func copyToEnd(_ ref: Ref, _ loop: Ref?) throws -> Ref {
        if ref.isNone || ref == loop { return ref }
        let node = try arena.space.node(ref)
        var payload = Array(node.bytes)
        var kind = node.kind
        if kind.hasRefs {
            kind = kind.with(width: 7)
            payload = try (0..<node.count).flatMap { index in
                let slot = node.slot(index)
                let child = try slot.ref.map { Slot(try copyToEnd($0, loop)) } ?? slot
                return withUnsafeBytes(of: child.raw.littleEndian) { Array($0) }
            }
        }
        payload += [UInt8](repeating: 0xEE, count: (8 - payload.count % 8) % 8)
        let header = [0x41, 0x41, 0x41, 0x41, kind.byte] + [16, 8, 0].map { UInt8((node.count >> $0) & 0xFF) }
        let copy = Ref(end)
        let place = UnsafeMutableRawPointer(mutating: range.base + end)
        place.copyMemory(from: header + payload, byteCount: 8 + payload.count)
        end += 8 + payload.count
        committed.insert(Arena.DroppedBlock(position: copy.offset, byteCount: 8 + payload.count))
        return copy
    }

    /// Expects that every node that was made or committed is either below one of `roots` or was freed, once.
    func expectNothingLost(
        roots: [Ref] = [], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var reachable: Set<Arena.DroppedBlock> = []
        var liveByteCount = 0
        for root in roots { try visit(root, &reachable, &liveByteCount) }
        let dropped = Set(arena.dropped)
        #expect(liveByteCount == arena.liveByteCount, comment, sourceLocation: sourceLocation)
        #expect(dropped.count == arena.dropped.count, comment, sourceLocation: sourceLocation)
        #expect(dropped.isDisjoint(with: reachable), comment, sourceLocation: sourceLocation)
        #expect(dropped.union(reachable) == committed, comment, sourceLocation: sourceLocation)
    }

    private func visit(
        _ ref: Ref, _ reachable: inout Set<Arena.DroppedBlock>, _ liveByteCount: inout Int
    ) throws {
        if ref.isNone { return }
        let node = try arena.space.node(ref)
        if arena.owns(ref) {
            liveByteCount += arena.own(ref).capacity + Node.headerByteCount
        } else {
            let isFirst = reachable.insert(Arena.DroppedBlock(position: ref.offset, byteCount: node.footprint)).inserted
            #expect(isFirst, "a node is reached twice")
        }
        guard node.kind.hasRefs else { return }
        for index in 0..<node.count {
            if let child = node.slot(index).ref { try visit(child, &reachable, &liveByteCount) }
        }
    }
}
