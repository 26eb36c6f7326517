/// Changes the leaves of one column, list or set, whatever their layout.
///
/// A leaf is named by its ref, which every change may replace: the caller stores it again where it found it. After an
/// error the transaction can only be rolled back. Bytes of a value must not lie in the leaf that is changed.
/// Source: file format, nodes, "Leaves of scalar values".
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
        case .string, .binary, .decimal, .objectId, .uuid, .mixed: throw FormatError(.badLeaf, at: .none, "kind")
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

    // MARK: Reading

    /// Number of values.
    func count(_ leaf: Ref) throws(FormatError) -> Int {
        let space = arena.space
        switch kind {
        case .int(isNullable: true): return try OptionalIntegerArray(space.integers(leaf, "optional integers"), at: leaf).count
        case .int, .bool: return try space.integers(leaf, "integers").count
        case .link: return try space.integers(leaf, "links", contextAllowed: true).count
        case .float: return try FloatLeaf(leaf, in: space).count
        case .double: return try DoubleLeaf(leaf, in: space).count
        case .timestamp: return try TimestampLeaf(leaf, in: space).count
        case .slots: return try space.refs(leaf, "slots of objects").count
        case .string, .binary, .decimal, .objectId, .uuid, .mixed: throw FormatError(.badLeaf, at: .none, "kind")
        }
    }

    /// Value `index`. Traps outside `0..<count`, and for slots, which hold no values.
    func value(at index: Int, in leaf: Ref) throws(FormatError) -> Value {
        let space = arena.space
        switch kind {
        case .int(isNullable: true):
            let stored = try OptionalIntegerArray(space.integers(leaf, "optional integers"), at: leaf)
            return stored[index].map(Value.int) ?? .null
        case .int: return .int(try space.integers(leaf, "integers")[index])
        case .bool: return try BoolLeaf(leaf, in: space)[index].map(Value.bool) ?? .null
        case .link(let table, let bias):
            let key = ObjectKey(try space.integers(leaf, "links", contextAllowed: true)[index] &- bias)
            return key.isNull ? .null : .link(table, key)
        case .float: return try FloatLeaf(leaf, in: space)[index].map(Value.float) ?? .null
        case .double: return try DoubleLeaf(leaf, in: space)[index].map(Value.double) ?? .null
        case .timestamp: return try TimestampLeaf(leaf, in: space)[index].map(Value.timestamp) ?? .null
        case .slots: preconditionFailure("slots hold no values: read them with SlotEditor")
        case .string, .binary, .decimal, .objectId, .uuid, .mixed: throw FormatError(.badLeaf, at: .none, "kind")
        }
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
        case .string, .binary, .decimal, .objectId, .uuid, .mixed: throw FormatError(.badLeaf, at: .none, "kind")
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
        case .string, .binary, .decimal, .objectId, .uuid, .mixed: throw FormatError(.badLeaf, at: .none, "kind")
        }
    }

    /// Removes value `index`; the caller has freed what a slot, or a nested collection, refers to.
    func remove(at index: Int, in leaf: inout Ref) throws(FormatError) {
        switch kind {
        case .int(isNullable: true):
            var editor = try OptionalIntegerEditor(leaf, in: arena)
            try editor.remove(at: index)
            leaf = editor.ref
        case .int, .bool, .link:
            var editor = try IntegerEditor(leaf, in: arena)
            editor.remove(at: index)
            leaf = editor.ref
        case .float:
            var editor = try FloatingPointLeafEditor<Float>(leaf, in: arena)
            editor.remove(at: index)
            leaf = editor.ref
        case .double:
            var editor = try FloatingPointLeafEditor<Double>(leaf, in: arena)
            editor.remove(at: index)
            leaf = editor.ref
        case .timestamp:
            var editor = try TimestampLeafEditor(leaf, in: arena)
            try editor.remove(at: index)
            leaf = editor.ref
        case .slots:
            var editor = try SlotEditor(leaf, in: arena)
            editor.remove(at: index)
            leaf = editor.ref
        case .string, .binary, .decimal, .objectId, .uuid, .mixed: throw FormatError(.badLeaf, at: .none, "kind")
        }
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

    /// Moves the values from `index` on into a new leaf.
    func splitTail(from index: Int, of leaf: inout Ref) throws(FormatError) -> Ref {
        let count = try count(leaf)
        precondition(index >= 0 && index <= count, "leaf index out of range")
        if case .slots = kind { return try splitSlots(from: index, of: &leaf) }
        var tail = try makeEmpty()
        for source in index..<count { try insert(value(at: source, in: leaf), at: source - index, in: &tail) }
        for source in stride(from: count - 1, through: index, by: -1) { try remove(at: source, in: &leaf) }
        return tail
    }

    /// Moves all values of `source` to the end of `leaf` and frees its nodes.
    func append(contentsOf source: Ref, to leaf: inout Ref) throws(FormatError) {
        if case .slots = kind { return try appendSlots(of: source, to: &leaf) }
        let end = try count(leaf)
        for index in 0..<(try count(source)) { try insert(value(at: index, in: source), at: end + index, in: &leaf) }
        try arena.freeTree(source)
    }

    // MARK: Slots

    private func splitSlots(from index: Int, of leaf: inout Ref) throws(FormatError) -> Ref {
        var slots = try SlotEditor(leaf, in: arena)
        let tail = try SlotEditor(.refs(), count: slots.count - index, in: arena)
        for source in index..<slots.count { tail[source - index] = slots[source] }
        slots.truncate(to: index)
        leaf = slots.ref
        return tail.ref
    }

    private func appendSlots(of source: Ref, to leaf: inout Ref) throws(FormatError) {
        let moved = try SlotEditor(source, in: arena)
        var slots = try SlotEditor(leaf, in: arena)
        for index in 0..<moved.count { try slots.append(moved[index]) }
        leaf = slots.ref
        try arena.free(moved.ref)
    }
}
