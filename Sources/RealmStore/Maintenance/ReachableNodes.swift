/// Proves that the nodes below a ref form a tree that fits the file: each lies inside it, none overlaps another, none
/// is reached twice. Whatever walks that tree afterwards ends, and takes time in proportion to the file.
struct ReachableNodes {
    private let space: NodeSpace
    /// A bit for each 8 bytes of the file: taken by a node.
    private var taken: [UInt64]

    /// Trees in trees in trees: 128 nested collections of at most a dozen nodes each, and what is above them.
    static let maximumDepth = 2048

    /// Throws unless the nodes below `root` are such a tree.
    ///
    /// - Complexity: O(bytes of the file); a bit of memory for each 8 of them.
    static func check(below root: Ref, in space: NodeSpace) throws(FormatError) {
        var nodes = ReachableNodes(space)
        try nodes.walk(root)
    }

    private init(_ space: NodeSpace) {
        self.space = space
        taken = Array(repeating: 0, count: space.end / 512 + 1)
    }

    private mutating func walk(_ root: Ref) throws(FormatError) {
        var path = [(node: try claim(root), next: 0)]
        while let (node, next) = path.last {
            guard node.kind.hasRefs, next < node.count else {
                path.removeLast()
                continue
            }
            path[path.count - 1].next = next + 1
            guard let child = node.slot(next).ref else { continue }
            let claimed = try claim(child)
            guard claimed.kind.hasRefs else { continue }
            guard path.count < ReachableNodes.maximumDepth else {
                throw FormatError(.badNode, at: child, "lies deeper than \(ReachableNodes.maximumDepth) nodes")
            }
            path.append((claimed, 0))
        }
    }

    /// The node at `ref`, whose bytes must not belong to another one.
    private mutating func claim(_ ref: Ref) throws(FormatError) -> Node {
        let node = try space.node(ref)
        guard !node.kind.hasRefs || node.kind.scheme == .bits else {
            throw FormatError(.badNode, at: ref, "has refs but not the scheme of refs")
        }
        let end = (ref.offset + node.footprint) / 8
        var bit = ref.offset / 8
        while bit < end {
            let word = bit / 64
            let last = min(end, (word + 1) * 64)
            let mask = (UInt64.max >> UInt64(64 - (last - bit))) << UInt64(bit % 64)
            guard taken[word] & mask == 0 else {
                throw FormatError(.badNode, at: ref, "is reached twice or overlaps another node")
            }
            taken[word] |= mask
            bit = last
        }
        return node
    }
}
