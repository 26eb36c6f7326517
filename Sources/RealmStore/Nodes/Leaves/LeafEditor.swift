/// Changes the leaves of one column, list or set, in any layout.
///
/// A leaf is named by its ref, which every change may replace: the caller stores it again where it was. After an error
/// the transaction can only be rolled back. The bytes of a value must not lie in the changed leaf. Source:
/// file-format/leaves.md, "Leaves of scalar values".
struct LeafEditor {
    let kind: LeafKind
    let arena: Arena

    init(_ kind: LeafKind, in arena: Arena) {
        self.kind = kind
        self.arena = arena
    }

    // MARK: Making leaves

    /// A leaf without values.
    func makeEmpty() throws(FormatError) -> Ref {
        switch kind {
        case .int(isNullable: true): try OptionalIntegerEditor(in: arena).ref
        case .int, .bool, .link: try IntegerEditor(repeating: 0, count: 0, in: arena).ref
        case .float, .double: try ElementEditor(width: 0, in: arena).ref
        case .timestamp: try TimestampLeafEditor.makeEmpty(in: arena)
        case .slots: try SlotEditor(.refs(), count: 0, in: arena).ref
        case .string: try ShortStringsEditor(in: arena).ref
        case .enumerated: try IntegerEditor(repeating: 0, count: 0, in: arena).ref
        case .binary: try BlobLeafEditor(isTerminated: false, in: arena).ref
        case .decimal, .objectId, .uuid: try ElementEditor(width: 0, in: arena).ref
        case .mixed: try MixedLeafEditor.makeEmpty(in: arena)
        }
    }

    /// A leaf of `count` times `value`; of slots, which are empty, `value` is null.
    func make(repeating value: Value, count: Int) throws(FormatError) -> Ref {
        var leaf = try makeEmpty()
        for index in 0..<count { try insert(value, at: index, in: &leaf) }
        return leaf
    }

    /// Replaces the leaf by an empty one and frees its nodes, with nested collections and what slots refer to.
    func removeAll(_ leaf: inout Ref) throws(FormatError) {
        try arena.freeTree(leaf)
        leaf = try makeEmpty()
    }

    // MARK: Changing

    /// Inserts `value` before value `index`, or at the end. Traps if it is not of the leaf's type.
    func insert(_ value: Value, at index: Int, in leaf: inout Ref) throws(FormatError) {
        try edit(&leaf, Change.insert(value, index))
    }

    /// Replaces value `index`. Traps if `value` is not of the leaf's type.
    func set(_ value: Value, at index: Int, in leaf: inout Ref) throws(FormatError) {
        try edit(&leaf, Change.set(value, index))
    }

    /// Removes value `index`; the caller has freed what a slot, or a nested collection, refers to.
    func remove(at index: Int, in leaf: inout Ref) throws(FormatError) {
        try edit(&leaf, .remove(index))
    }

    /// Removes several values; otherwise the same.
    func remove(_ rows: RemovedRows, in leaf: inout Ref) throws(FormatError) {
        try edit(&leaf, .removeRows(rows))
    }

    /// Appends `values` to a leaf of `count`. Traps if one is not of the leaf's type.
    func append(_ values: UnsafeBufferPointer<Value>, to leaf: inout Ref, of count: Int) throws(FormatError) {
        switch kind {
        case .int(isNullable: false), .bool, .link:
            var editor = try IntegerEditor(leaf, in: arena)
            try editor.append(contentsOf: values.lazy.map(storedInteger))
            leaf = editor.ref
        case .string:
            var editor = try StringLeafEditor(leaf, in: arena)
            try editor.append(values, at: count)
            leaf = editor.ref
        default: try edit(&leaf, Change.append(values, count))
        }
    }

    private enum Change {
        case insert(Value, Int)
        case set(Value, Int)
        case remove(Int)
        case removeRows(RemovedRows)
        /// Values behind those that are there, whose number is given.
        case append(UnsafeBufferPointer<Value>, Int)

        /// - Parameter element: a value in the editor's representation.
        @inline(__always)
        func apply<Editor: ValueEditor>(
            to editor: Editor, _ element: (Value) -> Editor.Element
        ) throws(FormatError) -> Ref {
            var editor = editor
            switch self {
            case .insert(let value, let index): try editor.insert(element(value), at: index)
            case .set(let value, let index): try editor.set(element(value), at: index)
            case .remove(let index): try editor.remove(at: index)
            case .removeRows(let rows): try editor.remove(rows)
            case .append(let values, let count):
                for (index, value) in values.enumerated() { try editor.insert(element(value), at: count + index) }
            }
            return editor.ref
        }
    }

    /// Selects the editor by the layout of the leaf. Inlined, so that each change has its own switch.
    @inline(__always)
    private func edit(_ leaf: inout Ref, _ change: Change) throws(FormatError) {
        switch kind {
        case .int(isNullable: true):
            leaf = try change.apply(to: OptionalIntegerEditor(leaf, in: arena)) { $0.optionalInt }
        case .int, .bool, .link:
            leaf = try change.apply(to: IntegerEditor(leaf, in: arena), storedInteger)
        case .float:
            leaf = try change.apply(to: FloatingPointLeafEditor<Float>(leaf, in: arena)) { $0.optionalFloat }
        case .double:
            leaf = try change.apply(to: FloatingPointLeafEditor<Double>(leaf, in: arena)) { $0.optionalDouble }
        case .timestamp:
            leaf = try change.apply(to: TimestampLeafEditor(leaf, in: arena)) { $0.optionalTimestamp }
        case .slots:
            leaf = try change.apply(to: SlotEditor(leaf, in: arena)) { value in
                precondition(value.isNull, "only SlotEditor fills a slot")
                return .empty
            }
        case .string:
            leaf = try change.apply(to: StringLeafEditor(leaf, in: arena)) { $0.optionalString }
        case .enumerated(let values):
            let editor = try EnumeratedLeafEditor(leaf, values.takeUnretainedValue(), in: arena)
            leaf = try change.apply(to: editor) { $0.optionalString }
        case .binary:
            leaf = try change.apply(to: BlobLeafEditor(leaf, isTerminated: false, in: arena)) { $0.optionalBinary }
        case .decimal:
            leaf = try change.apply(to: DecimalLeafEditor(leaf, in: arena)) { $0.optionalDecimal }
        case .objectId:
            leaf = try change.apply(to: FixedBytesLeafEditor<ObjectIdBits>(leaf, in: arena)) { $0.optionalObjectId }
        case .uuid:
            leaf = try change.apply(to: FixedBytesLeafEditor<UUIDBits>(leaf, in: arena)) { $0.optionalUUID }
        case .mixed:
            leaf = try change.apply(to: MixedLeafEditor(leaf, in: arena)) { $0 }
        }
    }

    /// Gives the nested collection at `index` of a mixed leaf another root, after a change of it; it stays the same
    /// collection. Traps if there is none.
    func setNestedRoot(_ root: Ref, at index: Int, in leaf: inout Ref) throws(FormatError) {
        guard case .mixed = kind else { preconditionFailure("only mixed values can be collections") }
        let editor = try MixedLeafEditor(leaf, in: arena)
        try editor.setRoot(root, at: index)
        leaf = editor.ref
    }

    /// A value of an integer, bool or link leaf as the stored number.
    @inline(__always)
    private func storedInteger(_ value: Value) -> Int64 {
        switch (kind, value) {
        case (.int, .int(let number)): return number
        case (.bool, .bool(let flag)): return flag ? 1 : 0
        case (.bool, .null): return 3
        case (.link(_, let bias), .link(_, let key)): return key.value &+ bias
        case (.link(_, let bias), .null): return ObjectKey.null.value &+ bias
        default: preconditionFailure("a value of another type than the leaf")
        }
    }
}
