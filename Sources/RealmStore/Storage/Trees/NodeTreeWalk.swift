/// The work done at each node of a `NodeTreeWalk`.
protocol NodeTreeVisitor: ~Copyable {
    /// Visits a node without children. Returns the ref shown to its parent in place of the node's.
    mutating func visit(_ node: Node) throws(StorageError) -> Ref

    /// Visits a node with refs, after all nodes below it: `slots` are its elements, with the refs returned for those
    /// nodes.
    mutating func visit(_ node: Node, slots: [Int64]) throws(StorageError) -> Ref
}

/// A walk over trees of nodes, children before their parents.
///
/// It terminates for damaged files, too: every node has one parent, so all nodes together cannot have more bytes than
/// the version; cycles and trees shared too often exceed that. If the space of a version is known, a `SpaceProof` finds
/// much more.
struct NodeTreeWalk {
    private let space: NodeSpace
    private let path: String
    /// An upper bound of the bytes of all nodes together.
    private let byteLimit: Int
    /// Bytes of the nodes visited so far.
    private(set) var byteCount = 0
    private(set) var nodeCount = 0
    /// Called after every `releaseStep` bytes of visited nodes.
    private let release: () -> Void
    private let releaseStep: Int
    private var releasedByteCount = 0
    /// Called with `byteCount`, now and then.
    private let progress: (Int) -> Void
    private let replacement: (any TreeReplacement)?
    /// Finds misplaced nodes; nil if that is not requested.
    private(set) var proof: SpaceProof?

    /// A node with refs whose children are being visited.
    private struct Level {
        let node: Node
        /// The elements; followed refs are replaced by those that the visitor returned.
        var slots: [Int64]
        /// The first element not examined yet.
        var next = 0

        init(_ node: Node) {
            self.node = node
            slots = IntegerArray(node).unpacked()
        }

        /// Advances to the next ref; nil at the end.
        mutating func nextRef() -> Ref? {
            while next < slots.count {
                if let ref = Slot(slots[next]).ref { return ref }
                next += 1
            }
            return nil
        }

        /// Replaces the followed ref by the one that the visitor returned.
        mutating func replace(with ref: Ref) {
            slots[next] = Int64(ref.offset)
            next += 1
        }
    }

    /// Trees in trees in trees: 128 nested collections of at most a dozen nodes each, and the levels above them.
    static let maximumDepth = 2048
    /// Elements of the nodes on one path; one node has fewer than 2^24.
    private static let maximumSlotsOnPath = 1 << 25

    /// - Parameters:
    ///   - path: of the file, for errors.
    ///   - arenaByteCount: bytes of nodes created by a write transaction.
    ///   - proof: for the walked version, to which no write transaction has added anything.
    ///   - replacement: trees walked in place of some others.
    ///   - release: releases the memory of visited nodes, which stay readable by their refs.
    init(
        _ space: NodeSpace, path: String, arenaByteCount: Int = 0, proof: SpaceProof? = nil,
        replacement: (any TreeReplacement)? = nil, release: @escaping () -> Void = {}, releaseStep: Int = 1 << 25,
        progress: @escaping (Int) -> Void = { _ in }
    ) {
        self.proof = proof
        self.replacement = replacement
        self.release = release
        self.releaseStep = releaseStep
        self.space = space
        self.path = path
        byteLimit = space.end + arenaByteCount
        self.progress = progress
    }

    /// Visits the nodes below `root`, which is visited last; returns what the visitor returned for it.
    mutating func run<Visitor: NodeTreeVisitor & ~Copyable>(
        _ root: Ref, _ visitor: inout Visitor
    ) throws(StorageError) -> Ref {
        var levels: [Level] = []
        var slotsOnPath = 0
        var entering: Ref? = root
        while true {
            var finished: Ref?
            if let ref = entering {
                try releaseIfDue(levels)
                if let other = try visitReplacement(of: ref, &visitor) {
                    entering = nil
                    if levels.isEmpty { return other }
                    levels[levels.count - 1].replace(with: other)
                    continue
                }
                let node = try node(ref)
                // If all elements are 0, there is nothing to follow, and no payload to go through.
                if node.kind.hasRefs, node.kind.width > 0 {
                    slotsOnPath += node.count
                    guard levels.count < NodeTreeWalk.maximumDepth, slotsOnPath <= NodeTreeWalk.maximumSlotsOnPath
                    else { throw damage(ref, "lies too deep, or below nodes that are too large") }
                    levels.append(Level(node))
                } else {
                    finished = try visitor.visit(node)
                }
                entering = nil
            } else {
                entering = levels[levels.count - 1].nextRef()
                guard entering == nil else { continue }
                let level = levels.removeLast()
                slotsOnPath -= level.node.count
                finished = try visitor.visit(level.node, slots: level.slots)
            }
            guard let finished else { continue }
            if levels.isEmpty { return finished }
            levels[levels.count - 1].replace(with: finished)
        }
    }

    /// Visits the replacement of the tree at `ref`; nil if there is none.
    private mutating func visitReplacement<Visitor: NodeTreeVisitor & ~Copyable>(
        of ref: Ref, _ visitor: inout Visitor
    ) throws(StorageError) -> Ref? {
        guard let replacement else { return nil }
        let found: ReplacingTree?
        do { found = try replacement.tree(inPlaceOf: ref) } catch { throw StorageError(error, path) }
        guard let found else { return nil }
        // The nodes above it are still being read.
        try passOver(ref, release: {})
        var walk = NodeTreeWalk(found.space, path: path, arenaByteCount: found.byteCount)
        let root = try walk.run(found.root, &visitor)
        nodeCount += walk.nodeCount
        return root
    }

    /// Walks the nodes of a tree without a visitor, while no others are being visited.
    mutating func passOver(_ root: Ref) throws(StorageError) { try passOver(root, release: release) }

    private mutating func passOver(_ root: Ref, release: @escaping () -> Void) throws(StorageError) {
        var walk = NodeTreeWalk(space, path: path, proof: proof, release: release, releaseStep: releaseStep)
        (walk.byteCount, walk.releasedByteCount) = (byteCount, releasedByteCount)
        proof = nil
        var nobody = NoVisitor()
        _ = try walk.run(root, &nobody)
        (byteCount, releasedByteCount, proof) = (walk.byteCount, walk.releasedByteCount, walk.proof)
    }

    /// Walks the nodes of a version outside of tables: its top array, free list and history.
    mutating func passOver(restOf top: TopArray) throws(StorageError) {
        let node = try node(top.ref)
        for index in 2..<max(2, node.count) {
            if let ref = node.slot(index).ref { try passOver(ref) }
        }
    }

    private struct NoVisitor: NodeTreeVisitor {
        func visit(_ node: Node) -> Ref { node.ref }
        func visit(_ node: Node, slots: [Int64]) -> Ref { node.ref }
    }

    private mutating func node(_ ref: Ref) throws(StorageError) -> Node {
        let node: Node
        do {
            node = try space.node(ref)
            try proof?.take(node)
        } catch {
            throw StorageError(error, path)
        }
        byteCount += node.footprint
        nodeCount += 1
        guard byteCount <= byteLimit else { throw damage(ref, "is reached more than once, or lies below itself") }
        if nodeCount & 0xFFF == 0 { progress(byteCount) }
        return node
    }

    /// Releases the memory of visited nodes, and makes the nodes on the path readable again.
    private mutating func releaseIfDue(_ levels: [Level]) throws(StorageError) {
        guard byteCount - releasedByteCount > releaseStep else { return }
        releasedByteCount = byteCount
        release()
        do { for level in levels { _ = try space.node(level.node.ref) } } catch { throw StorageError(error, path) }
    }

    private func damage(_ ref: Ref, _ what: String) -> StorageError {
        StorageError(FormatError(.badNode, at: ref, what), path)
    }
}
