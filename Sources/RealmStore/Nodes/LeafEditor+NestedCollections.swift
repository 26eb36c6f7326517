// Collections inside mixed values: each has a key, which is its identity among its neighbours.
//
// In a list or dictionary the key is unique in the whole collection, of which a leaf knows a part only: callers pick it
// with `randomNestedKey` and ask each leaf with `hasNestedKey`. In a column any key will do.
// Source: file format, nodes, "Mixed".

extension LeafEditor {
    /// Inserts a nested collection (or any other value) into a mixed leaf under a key of the caller's.
    func insert(_ value: Value, nestedKey: Int64, at index: Int, in leaf: inout Ref) throws(FormatError) {
        var editor = try mixed(leaf)
        try editor.insert(value, at: index, key: nestedKey)
        leaf = editor.ref
    }

    /// Replaces a value of a mixed leaf by a nested collection under a key of the caller's.
    func set(_ value: Value, nestedKey: Int64, at index: Int, in leaf: inout Ref) throws(FormatError) {
        var editor = try mixed(leaf)
        try editor.set(value, at: index, key: nestedKey)
        leaf = editor.ref
    }

    /// Gives the nested collection at `index` another root, after a change of it; its key stays. Traps if there is
    /// no nested collection.
    func setNestedRoot(_ root: Ref, at index: Int, in leaf: inout Ref) throws(FormatError) {
        let editor = try mixed(leaf)
        try editor.setRoot(root, at: index)
        leaf = editor.ref
    }

    /// The key of the nested collection at `index`; 0 if there is none.
    func nestedKey(at index: Int, in leaf: Ref) throws(FormatError) -> Int64 {
        let keys = try MixedLeaf(leaf, in: arena.space).collectionKeys
        return index < keys.count ? keys[index] : 0
    }

    /// True if a nested collection of the leaf has that key.
    func hasNestedKey(_ key: Int64, in leaf: Ref) throws(FormatError) -> Bool {
        let keys = try MixedLeaf(leaf, in: arena.space).collectionKeys
        return (0..<keys.count).contains { keys[$0] == key }
    }

    /// A random key, never 0, for a collection inside one of `count` values; not checked against theirs.
    static func randomNestedKey(count: Int) -> Int64 { MixedLeafEditor.randomKey(count: count) }

    private func mixed(_ leaf: Ref) throws(FormatError) -> MixedLeafEditor {
        guard case .mixed = kind else { preconditionFailure("only mixed values can be collections") }
        return try MixedLeafEditor(leaf, in: arena)
    }
}
