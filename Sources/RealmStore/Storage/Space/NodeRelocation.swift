/// Moves nodes of a version to better places, a few with each commit: resumes a walk over its trees and copies the
/// nodes that should move into the transaction's memory, as if they had been changed.
///
/// Everything that refers to a moved node is copied as well, up to the root. The cost is bounded by `bytes` and
/// `visits`, whatever the size of the file.
struct NodeRelocation {
    private let arena: Arena
    /// Whether a node should move: its position and size.
    private let moves: (Int, Int) -> Bool
    /// Where nodes are that should, if not all have to be found.
    private let borders: GapBorders?
    /// Bytes that may still be moved, and nodes that may still be visited.
    private var bytes: Int
    private var visits: Int
    /// The position of the walk: a slot of the top array, then the index of a child on each level; empty at the start.
    private(set) var path: [Int]

    /// From so many children on, the headers of those far from any gap are not read.
    private static let manyChildren = 32

    init(
        _ arena: Arena, path: [Int], bytes: Int, visits: Int, near borders: GapBorders? = nil,
        moving moves: @escaping (Int, Int) -> Bool
    ) {
        (self.arena, self.path, self.bytes, self.visits) = (arena, path, bytes, visits)
        (self.borders, self.moves) = (borders, moves)
    }

    /// Continues the walk over the names and the tables of a version, which may be moved.
    ///
    /// - Returns: whether all nodes have been visited since the walk began.
    /// - Throws: damage. Then the transaction must be rolled back: some nodes may be dropped and still referred to.
    mutating func run(names: inout Ref, tables: inout Ref) throws(FormatError) -> Bool {
        if path.isEmpty { path = [0] }
        if path[0] == 0 {
            guard try walk(&names, level: 1) else { return false }
            path = [1]
        }
        if path[0] == 1, try !walk(&tables, level: 1) { return false }
        path = []
        return true
    }

    private mutating func walk(_ ref: inout Ref, level: Int) throws(FormatError) -> Bool {
        guard visits > 0, bytes > 0 else { return false }
        guard level < Arena.maximumDepth else {
            throw FormatError(.badTree, at: ref, "is nested deeper than \(Arena.maximumDepth) nodes")
        }
        visits -= 1
        guard arena.owns(ref) || ref.offset < arena.space.end else {
            throw FormatError(.badRef, at: ref, "a node of the file refers to what is outside of it")
        }
        var node = try arena.space.node(ref)
        if !arena.owns(ref), moves(ref.offset, node.footprint) {
            bytes -= node.footprint
            node = try arena.writable(&ref).node
        }
        guard node.kind.hasRefs else {
            path.removeLast(max(0, path.count - level))
            return true
        }
        if path.count == level { path.append(0) }
        let leafBorders = try hasOnlyLeaves(node) ? borders : nil
        while path[level] < node.count {
            if let child = node.slot(path[level]).ref, leafBorders?.mayBorder(child.offset) ?? true {
                var moved = child
                let isDone = try LargeStack.descend(from: level) { () throws(FormatError) in
                    try walk(&moved, level: level + 1)
                }
                if moved != child {
                    let own = try arena.writable(&ref)
                    own.payload.storeBytes(of: Slot(moved).raw, toByteOffset: path[level] * 8, as: Int64.self)
                    node = own.node
                }
                if !isDone { return false }
            } else if leafBorders != nil {
                guard visits > 0 else { return false }
                visits -= 1
            }
            path[level] += 1
        }
        path.removeLast(path.count - level)
        return true
    }

    /// Whether the many children of a node seem to be leaves: one of them is, another one each time.
    private func hasOnlyLeaves(_ node: Node) throws(FormatError) -> Bool {
        guard borders != nil, node.count >= NodeRelocation.manyChildren,
            let child = node.slot(visits % node.count).ref, !arena.owns(child), child.offset < arena.space.end
        else { return false }
        return try !arena.space.node(child).kind.hasRefs
    }
}
