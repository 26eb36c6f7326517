/// The objects of a search index in groups: those of one value each, unless values are so long that the index does not
/// look at their ends. The groups have no order that means anything.
///
/// Source: file format, search indexes, "Nodes".
struct IndexGroups {
    private(set) var groups: [IndexMatches] = []
    private let space: NodeSpace
    private let limit: Int
    /// Nodes that may still be looked at: a damaged index may lead in circles.
    private var patience: Int

    /// - Returns: nil if there are more than `limit` groups.
    init?(_ root: Ref, limit: Int, in space: NodeSpace) throws(FormatError) {
        self.space = space
        self.limit = limit
        patience = limit + SearchIndex.maximumSteps
        guard try visit(root, SearchIndex.maximumSteps) else { return nil }
    }

    private mutating func visit(_ ref: Ref, _ depth: Int) throws(FormatError) -> Bool {
        patience -= 1
        guard patience >= 0, depth > 0 else { return false }
        let node = try IndexNode(ref, in: space)
        for position in 0..<node.count {
            if !node.isInner, let key = node.element(position).number {
                groups.append(.one(ObjectKey(Int64(bitPattern: key))))
            } else {
                let child = try node.child(position)
                let isNode = node.isInner ? true : try space.node(child).kind.context
                if isNode {
                    guard try visit(child, depth - 1) else { return false }
                } else {
                    groups.append(try IndexMatches(.list(child), in: space))
                }
            }
            guard groups.count <= limit else { return false }
        }
        return true
    }
}
