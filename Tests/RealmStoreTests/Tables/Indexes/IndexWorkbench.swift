@testable import RealmStore

/// Memory for write transactions without a file: each version lies behind the last.
final class IndexWorkbench {
    private static let page = 4096
    private let range: AddressRange
    /// The arenas before the current one, whose memory holds the committed nodes.
    private var committed: [ArenaMemory] = []
    private var memory: ArenaMemory
    var arena: Arena { memory.arena }

    var space: NodeSpace { arena.space }

    init() throws {
        range = try AddressRange(exactly: 1 << 32)
        _ = try range.allocate(byteCount: IndexWorkbench.page, at: 0)
        let space = NodeSpace(base: range.base, end: IndexWorkbench.page, pages: nil)
        memory = ArenaMemory(over: space, in: range, from: IndexWorkbench.page)
    }

    /// Begins another transaction, for which all nodes created so far are committed.
    func commit() {
        let start = (committed + [memory]).reduce(IndexWorkbench.page) { position, memory in
            (position + memory.arena.byteCount + (1 << 22)) / (1 << 22) * (1 << 22)
        }
        committed.append(memory)
        memory = ArenaMemory(over: NodeSpace(base: range.base, end: start, pages: nil), in: range, from: start)
    }

    /// The refs of all nodes of the tree at `root`.
    func nodes(below root: Ref) throws -> [Ref] {
        let node = try space.node(root)
        guard node.kind.hasRefs else { return [root] }
        return try [root] + (0..<node.count).compactMap { node.slot($0).ref }.flatMap { try nodes(below: $0) }
    }

    /// Positions of the committed blocks that the current transaction freed.
    var dropped: [Int] { arena.dropped.map(\.position) }
}
