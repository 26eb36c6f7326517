/// Changes what a leaf of mixed values holds of a nested collection: its root, and the number it is known by.
///
/// Source: file format, nodes, "Mixed".
struct NestedEntryEditor {
    private let arena: Arena

    init(in arena: Arena) { self.arena = arena }

    private static let codesSlot = 0
    private static let refsSlot = 4
    private static let identitiesSlot = 5

    /// Stores the new root of the collection at `index`, which keeps its number. Traps if no collection is there.
    func setRoot(_ root: Ref, at index: Int, in leaf: inout Ref) throws(FormatError) {
        let mixed = try MixedLeaf(leaf, in: arena.space)
        switch try mixed.value(index) {
        case .list(let old), .dictionary(let old): if old == root { return }
        default: preconditionFailure("no nested collection is stored there")
        }
        let parts = try SlotEditor(leaf, in: arena)
        let code = IntegerArray(try arena.space.node(parts.child(NestedEntryEditor.codesSlot)))[index]
        let roots = try SlotEditor(parts.child(NestedEntryEditor.refsSlot), in: arena)
        roots[Int(code >> 8)] = Slot(root)
        parts[NestedEntryEditor.refsSlot] = Slot(roots.ref)
        leaf = parts.ref
    }

    /// The number of the collection at `index`, 0 if it has none.
    func identity(at index: Int, in leaf: Ref) throws(FormatError) -> Int64 {
        let identities = try MixedLeaf(leaf, in: arena.space).collectionKeys
        return index < identities.count ? identities[index] : 0
    }

    /// Gives the collection at `index` another number, which no other collection beside it has.
    ///
    /// - Parameter identity: not 0; the reference engine uses 32 bits of it.
    func setIdentity(_ identity: Int64, at index: Int, in leaf: inout Ref) throws(FormatError) {
        var parts = try SlotEditor(leaf, in: arena)
        while parts.count <= NestedEntryEditor.identitiesSlot { try parts.append(.empty) }
        let ref = try parts.child(NestedEntryEditor.identitiesSlot)
        var identities =
            ref.isNone
            ? try IntegerEditor(repeating: 0, count: 0, in: arena) : try IntegerEditor(ref, in: arena)
        while identities.count <= index { try identities.append(0) }
        try identities.set(identity, at: index)
        parts[NestedEntryEditor.identitiesSlot] = Slot(identities.ref)
        leaf = parts.ref
    }
}
