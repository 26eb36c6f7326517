/// Changes the leaves of one column, list or set, whatever their layout.
///
/// A leaf is named by its ref, which every change may replace: the caller stores it again where it found it. After an
/// error the transaction can only be rolled back. Bytes of a value must not lie in the leaf that is changed.
/// Source: file-format/leaves.md, "Leaves of scalar values".
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
        switch kind {
        case .int(isNullable: true):
            var editor = try OptionalIntegerEditor(leaf, in: arena)
            try editor.insert(value.optionalInt, at: index)
            leaf = editor.ref
        case .int, .bool, .link:
            var editor = try IntegerEditor(leaf, in: arena)
            try editor.insert(storedInteger(value), at: index)
            leaf = editor.ref
        case .float:
            var editor = try FloatingPointLeafEditor<Float>(leaf, in: arena)
            try editor.insert(value.optionalFloat, at: index)
            leaf = editor.ref
        case .double:
            var editor = try FloatingPointLeafEditor<Double>(leaf, in: arena)
            try editor.insert(value.optionalDouble, at: index)
            leaf = editor.ref
        case .timestamp:
            var editor = try TimestampLeafEditor(leaf, in: arena)
            try editor.insert(value.optionalTimestamp, at: index)
            leaf = editor.ref
        case .slots:
            precondition(value.isNull, "a new slot is empty")
            var editor = try SlotEditor(leaf, in: arena)
            try editor.insert(.empty, at: index)
            leaf = editor.ref
        case .string:
            var editor = try StringLeafEditor(leaf, in: arena)
            try editor.insert(value.optionalString, at: index)
            leaf = editor.ref
        case .enumerated(let values):
            var editor = try EnumeratedLeafEditor(leaf, values.takeUnretainedValue(), in: arena)
            try editor.insert(value.optionalString, at: index)
            leaf = editor.ref
        case .binary:
            var editor = try BlobLeafEditor(leaf, isTerminated: false, in: arena)
            try editor.insert(value.optionalBinary, at: index)
            leaf = editor.ref
        case .decimal:
            var editor = try DecimalLeafEditor(leaf, in: arena)
            try editor.insert(value.optionalDecimal, at: index)
            leaf = editor.ref
        case .objectId:
            var editor = try FixedBytesLeafEditor<ObjectIdBits>(leaf, in: arena)
            try editor.insert(value.optionalObjectId, at: index)
            leaf = editor.ref
        case .uuid:
            var editor = try FixedBytesLeafEditor<UUIDBits>(leaf, in: arena)
            try editor.insert(value.optionalUUID, at: index)
            leaf = editor.ref
        case .mixed:
            var editor = try MixedLeafEditor(leaf, in: arena)
            try editor.insert(value, at: index)
            leaf = editor.ref
        }
    }

    /// Replaces value `index`. Traps if `value` is not of the leaf's type.
    func set(_ value: Value, at index: Int, in leaf: inout Ref) throws(FormatError) {
        switch kind {
        case .int(isNullable: true):
            var editor = try OptionalIntegerEditor(leaf, in: arena)
            try editor.set(value.optionalInt, at: index)
            leaf = editor.ref
        case .int, .bool, .link:
            var editor = try IntegerEditor(leaf, in: arena)
            try editor.set(storedInteger(value), at: index)
            leaf = editor.ref
        case .float:
            let editor = try FloatingPointLeafEditor<Float>(leaf, in: arena)
            editor.set(value.optionalFloat, at: index)
            leaf = editor.ref
        case .double:
            let editor = try FloatingPointLeafEditor<Double>(leaf, in: arena)
            editor.set(value.optionalDouble, at: index)
            leaf = editor.ref
        case .timestamp:
            var editor = try TimestampLeafEditor(leaf, in: arena)
            try editor.set(value.optionalTimestamp, at: index)
            leaf = editor.ref
        case .slots:
            precondition(value.isNull, "only SlotEditor fills a slot")
            let editor = try SlotEditor(leaf, in: arena)
            editor[index] = .empty
            leaf = editor.ref
        case .string:
            var editor = try StringLeafEditor(leaf, in: arena)
            try editor.set(value.optionalString, at: index)
            leaf = editor.ref
        case .enumerated(let values):
            var editor = try EnumeratedLeafEditor(leaf, values.takeUnretainedValue(), in: arena)
            try editor.set(value.optionalString, at: index)
            leaf = editor.ref
        case .binary:
            var editor = try BlobLeafEditor(leaf, isTerminated: false, in: arena)
            try editor.set(value.optionalBinary, at: index)
            leaf = editor.ref
        case .decimal:
            var editor = try DecimalLeafEditor(leaf, in: arena)
            try editor.set(value.optionalDecimal, at: index)
            leaf = editor.ref
        case .objectId:
            let editor = try FixedBytesLeafEditor<ObjectIdBits>(leaf, in: arena)
            editor.set(value.optionalObjectId, at: index)
            leaf = editor.ref
        case .uuid:
            let editor = try FixedBytesLeafEditor<UUIDBits>(leaf, in: arena)
            editor.set(value.optionalUUID, at: index)
            leaf = editor.ref
        case .mixed:
            var editor = try MixedLeafEditor(leaf, in: arena)
            try editor.set(value, at: index)
            leaf = editor.ref
        }
    }

    /// Removes value `index`; the caller has freed what a slot, or a nested collection, refers to.
    func remove(at index: Int, in leaf: inout Ref) throws(FormatError) {
        try remove(at: CollectionOfOne(index), in: &leaf)
    }

    /// Removes several values, each index less than the one before; otherwise the same.
    func remove(at indices: some Sequence<Int>, in leaf: inout Ref) throws(FormatError) {
        switch kind {
        case .int(isNullable: true):
            var editor = try OptionalIntegerEditor(leaf, in: arena)
            for index in indices { try editor.remove(at: index) }
            leaf = editor.ref
        case .int, .bool, .link:
            var editor = try IntegerEditor(leaf, in: arena)
            for index in indices { editor.remove(at: index) }
            leaf = editor.ref
        case .float:
            var editor = try FloatingPointLeafEditor<Float>(leaf, in: arena)
            for index in indices { editor.remove(at: index) }
            leaf = editor.ref
        case .double:
            var editor = try FloatingPointLeafEditor<Double>(leaf, in: arena)
            for index in indices { editor.remove(at: index) }
            leaf = editor.ref
        case .timestamp:
            var editor = try TimestampLeafEditor(leaf, in: arena)
            for index in indices { try editor.remove(at: index) }
            leaf = editor.ref
        case .slots:
            var editor = try SlotEditor(leaf, in: arena)
            for index in indices { editor.remove(at: index) }
            leaf = editor.ref
        case .string:
            var editor = try StringLeafEditor(leaf, in: arena)
            for index in indices { try editor.remove(at: index) }
            leaf = editor.ref
        case .enumerated(let values):
            var editor = try EnumeratedLeafEditor(leaf, values.takeUnretainedValue(), in: arena)
            for index in indices { editor.remove(at: index) }
            leaf = editor.ref
        case .binary:
            var editor = try BlobLeafEditor(leaf, isTerminated: false, in: arena)
            for index in indices { try editor.remove(at: index) }
            leaf = editor.ref
        case .decimal:
            var editor = try DecimalLeafEditor(leaf, in: arena)
            for index in indices { editor.remove(at: index) }
            leaf = editor.ref
        case .objectId:
            var editor = try FixedBytesLeafEditor<ObjectIdBits>(leaf, in: arena)
            for index in indices { editor.remove(at: index) }
            leaf = editor.ref
        case .uuid:
            var editor = try FixedBytesLeafEditor<UUIDBits>(leaf, in: arena)
            for index in indices { editor.remove(at: index) }
            leaf = editor.ref
        case .mixed:
            var editor = try MixedLeafEditor(leaf, in: arena)
            for index in indices { try editor.remove(at: index) }
            leaf = editor.ref
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

    /// A value of an integer, bool or link leaf as the number that is stored.
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
