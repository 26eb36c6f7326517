/// One level of a search index below one path: the nodes that share it hold their keys in ascending order.
///
/// Source: file-format/search-indexes.md, "Index nodes".
struct IndexLevel {
    private let root: Ref
    private let space: NodeSpace

    /// The maximum depth of inner nodes of one level; more than a million keys would need four.
    private static let maximumDepth = 8

    init(_ root: Ref, in space: NodeSpace) {
        self.root = root
        self.space = space
    }

    /// The content below one key of a level.
    enum Content {
        case object(ObjectKey)
        /// The root of a list of keys.
        case list(Ref)
        /// The level of the next chunk.
        case level(Ref)
    }

    /// The content of an element.
    func content(_ slot: Slot) throws(FormatError) -> Content {
        if let key = slot.number { return .object(ObjectKey(Int64(bitPattern: key))) }
        guard let child = slot.ref else {
            throw FormatError(.badIndex, at: root, "an element of a search index is empty")
        }
        return try space.node(child).kind.context ? .level(child) : .list(child)
    }

    /// Calls `body` with each key in `range`, ascending, and the element below it, until it returns false.
    ///
    /// - Returns: false if `body` did.
    func forEach(
        in range: ClosedRange<Int32> = .min ... .max, _ body: (Int32, Slot) throws(FormatError) -> Bool
    ) throws(FormatError) -> Bool {
        try visit(root, range, IndexLevel.maximumDepth, body)
    }

    private func visit(
        _ ref: Ref, _ range: ClosedRange<Int32>, _ depth: Int, _ body: (Int32, Slot) throws(FormatError) -> Bool
    ) throws(FormatError) -> Bool {
        guard depth > 0 else { throw FormatError(.badIndex, at: ref, "a level of the search index is too deep") }
        let node = try IndexNode(ref, in: space)
        var position = node.lowerBound(range.lowerBound)
        while position < node.count {
            let key = node.key(position)
            if node.isInner {
                // The key is the last one of the child.
                guard try visit(node.child(position), range, depth - 1, body) else { return false }
                if key >= range.upperBound { return true }
            } else {
                if key > range.upperBound { return true }
                guard try body(key, node.element(position)) else { return false }
            }
            position += 1
        }
        return true
    }

    /// The element below a key; nil if there is none.
    func element(_ key: Int32) throws(FormatError) -> Slot? {
        var found: Slot?
        _ = try forEach(in: key...key) { (_, slot) in
            found = slot
            return false
        }
        return found
    }
}
