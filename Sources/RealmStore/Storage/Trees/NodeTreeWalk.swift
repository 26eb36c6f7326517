/// What is done at each node of a `NodeTreeWalk`.
protocol NodeTreeVisitor: ~Copyable {
    /// A node none of whose elements leads on. Returns the ref that its parent is shown in place of the node's.
    mutating func visit(_ node: Node) throws(StorageError) -> Ref

    /// A node with refs, after all nodes below it: `slots` are its elements, with the refs that were returned for
    /// those.
    mutating func visit(_ node: Node, slots: [Int64]) throws(StorageError) -> Ref
}

/// A walk over trees of nodes, children before their parents.
///
/// It ends for damaged files, too: every node has one parent, so that all nodes together cannot have more bytes than
/// the version, and a cycle, or trees that are shared too often, exceed that. Where the space of a version is known, a
/// `SpaceProof` finds much more.
struct NodeTreeWalk {
    private let space: NodeSpace
    private let path: String
    /// More bytes than all nodes together can have.
    private let byteLimit: Int
    /// Bytes of the nodes met so far.
    private(set) var byteCount = 0
    private(set) var nodeCount = 0
    /// Called when `releaseStep` bytes of nodes have been met, and again after as many more.
    private let release: () -> Void
    private let releaseStep: Int
    private var releasedByteCount = 0
    /// Called with `byteCount`, now and then.
    private let progress: (Int) -> Void
    private let replacement: (any TreeReplacement)?
    /// Finds nodes that are not where they should be; nil where that is not asked.
    private(set) var proof: SpaceProof?

    /// A node with refs whose children are being visited.
    private struct Level {
        let node: Node
        /// The elements; in place of the refs that were followed those that the visitor returned.
        var slots: [Int64]
        /// The first element that was not looked at.
        var next = 0

        init(_ node: Node) {
            self.node = node
            slots = IntegerArray(node).unpacked()
        }

        /// Goes on to the next ref; nil at the end.
        mutating func nextRef() -> Ref? {
            while next < slots.count {
                if let ref = Slot(slots[next]).ref { return ref }
                next += 1
            }
            return nil
        }

        /// Puts the ref that the visitor returned in place of the one that was followed.
        mutating func replace(with ref: Ref) {
            slots[next] = Int64(ref.offset)
            next += 1
        }
    }

    /// Trees in trees in trees: 128 nested collections of at most a dozen nodes each, and what is above them.
    static let maximumDepth = 2048
    /// Elements of the nodes on one path; one node has fewer than 2^24.
    private static let maximumSlotsOnPath = 1 << 25

    /// - Parameters:
    ///   - path: of the file, for errors.
    ///   - arenaByteCount: bytes of nodes that a write transaction has made.
    ///   - proof: of the version that is walked, to which a write transaction has added nothing.
    ///   - replacement: other trees that are walked in place of some.
    ///   - release: lets go of the memory of nodes that were met; by their refs they stay readable.
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
                // Where all elements are 0, there is nothing to follow, and nothing stored to go through.
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

    /// Visits the tree that takes the place of the one at `ref`; nil if there is none.
    private mutating func visitReplacement<Visitor: NodeTreeVisitor & ~Copyable>(
        of ref: Ref, _ visitor: inout Visitor
    ) throws(StorageError) -> Ref? {
        guard let replacement else { return nil }
        let found: ReplacingTree?
        do { found = try replacement.tree(inPlaceOf: ref) } catch { throw StorageError(error, path) }
        guard let found else { return nil }
        // What is above it is still being read.
        try passOver(ref, release: {})
        var walk = NodeTreeWalk(found.space, path: path, arenaByteCount: found.byteCount)
        let root = try walk.run(found.root, &visitor)
        nodeCount += walk.nodeCount
        return root
    }

    /// Meets the nodes of a tree that nobody visits, while no others are being visited.
    mutating func passOver(_ root: Ref) throws(StorageError) { try passOver(root, release: release) }

    private mutating func passOver(_ root: Ref, release: @escaping () -> Void) throws(StorageError) {
        var walk = NodeTreeWalk(space, path: path, proof: proof, release: release, releaseStep: releaseStep)
        (walk.byteCount, walk.releasedByteCount) = (byteCount, releasedByteCount)
        proof = nil
        var nobody = NoVisitor()
        _ = try walk.run(root, &nobody)
        (byteCount, releasedByteCount, proof) = (walk.byteCount, walk.releasedByteCount, walk.proof)
    }

    /// Meets the nodes of a version that are no tables: its top array, free list and history.
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

    /// Lets go of what was read, and makes the nodes on the path readable again.
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
