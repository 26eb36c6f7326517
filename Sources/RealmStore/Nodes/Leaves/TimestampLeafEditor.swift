/// Changes a leaf of timestamps: optional seconds beside nanoseconds.
///
/// Source: file-format/leaves.md, "Timestamps".
struct TimestampLeafEditor {
    private var parts: SlotEditor
    private var seconds: OptionalIntegerEditor
    private var nanoseconds: IntegerEditor

    var ref: Ref { parts.ref }

    /// Opens the leaf at `ref`, copying it if it is committed.
    @inline(__always)
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        if !arena.owns(ref) { _ = try TimestampLeaf(ref, in: arena.space) }
        parts = try SlotEditor(ref, in: arena)
        seconds = try OptionalIntegerEditor(parts.child(0), in: arena)
        nanoseconds = try IntegerEditor(parts.child(1), in: arena)
        store()
    }

    /// An empty leaf.
    static func makeEmpty(in arena: Arena) throws(FormatError) -> Ref {
        let parts = try SlotEditor(.refs(), count: 2, in: arena)
        parts[0] = Slot(try OptionalIntegerEditor(in: arena).ref)
        parts[1] = Slot(try IntegerEditor(repeating: 0, count: 0, in: arena).ref)
        return parts.ref
    }

    mutating func insert(_ value: Timestamp?, at index: Int) throws(FormatError) {
        try seconds.insert(value?.seconds, at: index)
        try nanoseconds.insert(Int64(value?.nanoseconds ?? 0), at: index)
        store()
    }

    mutating func set(_ value: Timestamp?, at index: Int) throws(FormatError) {
        try seconds.set(value?.seconds, at: index)
        try nanoseconds.set(Int64(value?.nanoseconds ?? 0), at: index)
        store()
    }

    /// The same in the leaf at `ref`, which the transaction owns; returns whether nothing changed but the value's own
    /// bytes.
    static func replace(_ value: Timestamp?, at index: Int, in ref: Ref, of arena: Arena) throws(FormatError) -> Bool {
        let parts = try SlotEditor(ref, in: arena)
        let before = (parts[0], parts[1])
        var leaf = try TimestampLeafEditor(ref, in: arena)
        let isInPlace = try leaf.seconds.replace(value?.seconds, at: index)
        try leaf.nanoseconds.set(Int64(value?.nanoseconds ?? 0), at: index)
        leaf.store()
        return isInPlace && (parts[0], parts[1]) == before
    }

    mutating func remove(at index: Int) throws(FormatError) {
        try seconds.remove(at: index)
        nanoseconds.remove(at: index)
        store()
    }

    mutating func remove(_ rows: RemovedRows) throws(FormatError) {
        try seconds.remove(rows)
        nanoseconds.remove(rows)
        store()
    }

    private func store() {
        parts[0] = Slot(seconds.ref)
        parts[1] = Slot(nanoseconds.ref)
    }
}
