/// Lists and dictionaries inside mixed values, reached by a path from the value that holds the outermost one.
///
/// Source: file-format/collections.md, "Collections"; file-format/mixed-values.md, "Nested collections".
package enum NestedCollection {
    /// The maximum nesting depth of collections.
    package static let maximumDepth = 100

    /// A step from one collection to the next: into an element of a list, or a value of a dictionary.
    enum Step {
        case position(Int)
        /// UTF-8 bytes, valid as long as the step is used.
        case key(UnsafeRawBufferPointer)
    }

    /// Calls `body` with the value at the end of `path`, which starts in the collection `value`, and stores the changed
    /// value.
    ///
    /// `body` may only give a list or dictionary another root: to replace the value at the end of the path, use a path
    /// to the collection around it. The collections on the path keep their identities; `value` gets a new root, which
    /// the caller stores.
    ///
    /// - Parameter identities: receives the identities of the collections on the path, the outermost first.
    /// - Returns: the result of `body`; nil if the path leads nowhere.
    /// - Throws: `FormatError` also if the path is longer than `maximumDepth`.
    static func edit<Result>(
        _ value: inout Value, at path: ArraySlice<Step>, in arena: Arena, _ identities: inout [Int64],
        _ body: (inout Value) throws(FormatError) -> Result
    ) throws(FormatError) -> Result? {
        guard let step = path.first else { return try body(&value) }
        guard path.count < maximumDepth else {
            throw FormatError(.badCollection, at: .none, "collections are nested deeper than \(maximumDepth) levels")
        }
        switch (value, step) {
        case (.list(let root), .position(let position)):
            var list = try ListEditor(root: root, of: .nestedMixed, in: arena)
            guard position >= 0, position < list.count else { return nil }
            let old = try list.value(at: position)
            identities.append(try list.identity(at: position))
            var nested = old
            let result = try edit(&nested, at: path.dropFirst(), in: arena, &identities, body)
            if let changed = changedRoot(old, nested) { try list.setNestedRoot(changed, at: position) }
            value = .list(list.root)
            return result
        case (.dictionary(let root), .key(let key)):
            var dictionary = try DictionaryEditor(root: root, in: arena)
            guard let position = try dictionary.find(.string(key)) else { return nil }
            let old = try dictionary.value(at: position)
            identities.append(try dictionary.identity(at: position))
            var nested = old
            let result = try edit(&nested, at: path.dropFirst(), in: arena, &identities, body)
            if let changed = changedRoot(old, nested) { try dictionary.setNestedRoot(changed, at: position) }
            value = .dictionary(dictionary.root)
            return result
        default: return nil
        }
    }

    /// The new root of a collection; nil if it has not moved.
    static func changedRoot(_ old: Value, _ new: Value) -> Ref? {
        switch (old, new) {
        case (.list(let old), .list(let new)), (.dictionary(let old), .dictionary(let new)): old == new ? nil : new
        case (.list, _), (.dictionary, _), (_, .list), (_, .dictionary):
            preconditionFailure("a value is replaced through the collection that holds it")
        default: nil
        }
    }

    /// Limits the number of collections visited below one value: in a damaged file one may contain itself or occur many
    /// times, so that the walk would not end.
    package struct Limit {
        private var remaining: Int

        /// More than one value gets new in a write transaction.
        private static let newNodeCount = 1 << 24

        /// - Parameter space: the space of the collections; each has its own node there.
        package init(_ space: NodeSpace) {
            remaining = space.maximumCommittedNodeCount + (space.arena.isEmpty ? 0 : Limit.newNodeCount)
        }

        /// Must be called for each collection entered.
        package mutating func enter(_ root: Ref, depth: Int = 0) throws(FormatError) {
            // A collection of mixed values has at least two nodes.
            remaining -= root.isNone ? 0 : 2
            guard depth < NestedCollection.maximumDepth, remaining >= 0 else {
                throw FormatError(.badCollection, at: root, "collections are nested too deep")
            }
        }
    }

    /// Calls `body` for each link in `value`: the value itself, or in the collections nested in it, at any depth.
    ///
    /// A link that occurs several times is reported as often.
    static func forEachLink(
        in value: Value, in space: NodeSpace, _ body: (TableKey, ObjectKey) throws(FormatError) -> Void
    ) throws(FormatError) {
        var walk = LinkWalk(space: space, limit: Limit(space))
        try walk.visit(value, depth: 0, body)
    }

    private struct LinkWalk {
        let space: NodeSpace
        var limit: Limit

        mutating func visit(
            _ value: Value, depth: Int, _ body: (TableKey, ObjectKey) throws(FormatError) -> Void
        ) throws(FormatError) {
            switch value {
            case .link(let table, let key): try body(table, key)
            case .list(let root) where !root.isNone:
                try limit.enter(root, depth: depth)
                try visit(CollectionTree(root, of: .nestedMixed, in: space), depth: depth, body)
            case .dictionary(let root) where !root.isNone:
                try limit.enter(root, depth: depth)
                let dictionary = try DictionaryTree(root, hasIntegerKeys: false, in: space)
                if let trees = dictionary.trees { try visit(trees.values, depth: depth, body) }
            default: break
            }
        }

        private mutating func visit(
            _ elements: CollectionTree, depth: Int, _ body: (TableKey, ObjectKey) throws(FormatError) -> Void
        ) throws(FormatError) {
            var position = 0
            while position < elements.count {
                let (leaf, positions) = try elements.leaf(containing: position)
                try LargeStack.descend(from: depth) { () throws(FormatError) in
                    for row in 0..<leaf.count { try visit(leaf.value(row), depth: depth + 1, body) }
                }
                position = positions.upperBound
            }
        }
    }
}
