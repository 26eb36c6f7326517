/// Changes a list of a write transaction, or the elements of another collection by position.
///
/// Collections nested in elements that are replaced or removed are freed; the caller handles their links, see
/// `NestedCollection.forEachLink`. The bytes of an inserted string or binary must not lie in the list itself.
package struct ListEditor {
    private let column: Column
    private let arena: Arena
    private var tree: BPlusTreeEditor
    /// Identities of present and former nested collections; nil while all elements are in one leaf, whose editor knows
    /// them.
    private var identities: Set<Int64>?

    /// `Ref.none` for a list that was never written to. May change with every call: the holder must store it again.
    package var root: Ref { tree.root }
    var count: Int { tree.count }

    /// - Parameter column: the column of the elements; `Column.nestedMixed` for a list inside a mixed value.
    package init(root: Ref, of column: Column, in arena: Arena) throws(FormatError) {
        self.column = column
        self.arena = arena
        tree = try BPlusTreeEditor(root: root, of: column.elementLeafKind, in: arena)
    }

    /// The list as readers see it; valid until the next change.
    func elements() throws(FormatError) -> CollectionTree { try CollectionTree(root, of: column, in: arena.space) }

    /// The element at `position`. Traps outside `0..<count`.
    func value(at position: Int) throws(FormatError) -> Value { try tree.value(at: position) }

    /// The identity of the collection nested in the element at `position`; 0 for other elements. Traps outside
    /// `0..<count`.
    func identity(at position: Int) throws(FormatError) -> Int64 {
        let (leaf, positions) = try elements().leaf(containing: position)
        return leaf.identity(position - positions.lowerBound)
    }

    // MARK: Changes

    /// Inserts before `position`, or at the end. Traps outside `0...count`.
    mutating func insert(_ value: Value, at position: Int) throws(FormatError) {
        try tree.insert(value, at: position)
        try noteInserted(value, at: position)
    }

    package mutating func append(_ value: Value) throws(FormatError) { try insert(value, at: count) }

    /// Appends values that are no collections, and no unresolved links.
    mutating func append(_ values: UnsafeBufferPointer<Value>) throws(FormatError) { try tree.append(values) }

    /// Replaces the element at `position` and frees what was nested in it. Traps outside `0..<count`.
    mutating func set(_ value: Value, at position: Int) throws(FormatError) {
        let old = try valueToDrop(at: position)
        try tree.set(value, at: position)
        try noteDropped(old)
        try noteInserted(value, at: position)
    }

    /// Removes the element at `position` and frees what was nested in it. Traps outside `0..<count`.
    mutating func remove(at position: Int) throws(FormatError) {
        let old = try valueToDrop(at: position)
        try tree.remove(at: position)
        try noteDropped(old)
    }

    /// Removes all elements and frees what was nested in them.
    mutating func removeAll() throws(FormatError) { try tree.removeAll() }

    /// Moves the element at `source` so that it ends up at `target`. Traps outside `0..<count`.
    mutating func move(from source: Int, to target: Int) throws(FormatError) {
        precondition(target >= 0 && target < count, "position out of range")
        try value(at: source).withOwnBytes { (value) throws(FormatError) in
            try tree.remove(at: source)
            try tree.insert(value, at: target)
            try noteInserted(value, at: target)
        }
    }

    /// Exchanges two elements. Traps outside `0..<count`.
    mutating func swap(_ first: Int, _ second: Int) throws(FormatError) {
        if first == second { return }
        try value(at: first).withOwnBytes { (firstValue) throws(FormatError) in
            try value(at: second).withOwnBytes { (secondValue) throws(FormatError) in
                try tree.set(secondValue, at: first)
                try tree.set(firstValue, at: second)
                try noteInserted(secondValue, at: first)
                try noteInserted(firstValue, at: second)
            }
        }
    }

    /// Stores the new root of the collection nested in the element at `position`, which keeps its identity. Traps
    /// outside `0..<count` and if the element is not a collection.
    mutating func setNestedRoot(_ nested: Ref, at position: Int) throws(FormatError) {
        let arena = arena
        try tree.withLeaf(containing: position) { (leaf, index) throws(FormatError) in
            let mixed = try MixedLeafEditor(leaf, in: arena)
            try mixed.setRoot(nested, at: index)
            leaf = mixed.ref
        }
    }

    // MARK: Links

    /// The value of an element about to be removed, as far as it matters; null for types that refer to nothing.
    private func valueToDrop(at position: Int) throws(FormatError) -> Value {
        column.type == .mixed || column.type == .link ? try value(at: position) : .null
    }

    private mutating func noteDropped(_ value: Value) throws(FormatError) {
        switch value {
        case .list(let nested), .dictionary(let nested): try arena.freeTree(nested)
        case .link(_, let key) where column.type == .link && key.isUnresolved:
            if try tree.mayHoldUnresolvedLinks(), try !holdsUnresolvedLinks() {
                try tree.setMayHoldUnresolvedLinks(false)
            }
        default: break
        }
    }

    private mutating func noteInserted(_ value: Value, at position: Int) throws(FormatError) {
        switch value {
        case .link(_, let key) where column.type == .link && key.isUnresolved:
            try tree.setMayHoldUnresolvedLinks(true)
        case .list, .dictionary: try makeIdentityUnique(at: position)
        default: break
        }
    }

    private func holdsUnresolvedLinks() throws(FormatError) -> Bool {
        var isFound = false
        try elements().forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count where !isFound {
                if case .link(_, let key) = try leaf.value(row), key.isUnresolved { isFound = true }
            }
        }
        return isFound
    }

    // MARK: Identities of nested collections

    /// Ensures that no other element in any leaf has the identity that the new nested collection got from its leaf's
    /// editor.
    private mutating func makeIdentityUnique(at position: Int) throws(FormatError) {
        if identities == nil {
            guard try arena.space.node(root).kind.isInner else { return }
            identities = try identitiesOfOthers(than: position)
        }
        let arena = arena
        try tree.withLeaf(containing: position) { (leaf, index) throws(FormatError) in
            let mixed = try MixedLeaf(leaf, in: arena.space)
            let given = mixed.collectionKeys[index]
            var identity = given
            while identities?.insert(identity).inserted == false { identity = ListEditor.newIdentity(in: arena) }
            guard identity != given else { return }
            let value = try mixed.value(index)
            var editor = try MixedLeafEditor(leaf, in: arena)
            try editor.set(value, at: index, key: identity)
            leaf = editor.ref
        }
    }

    /// Not 0, which means no collection; the reference engine uses 32 bits.
    private static func newIdentity(in arena: Arena) -> Int64 {
        Int64(Int32.random(in: 1 ... .max, using: &arena.numbers))
    }

    private func identitiesOfOthers(than position: Int) throws(FormatError) -> Set<Int64> {
        var identities: Set<Int64> = []
        let elements = try elements()
        var next = 0
        while next < elements.count {
            let (leaf, positions) = try elements.leaf(containing: next)
            let keys = leaf.mixed?.collectionKeys ?? .empty
            for index in 0..<min(keys.count, positions.count) where next + index != position {
                identities.insert(keys[index])
            }
            next = positions.upperBound
        }
        return identities
    }
}
