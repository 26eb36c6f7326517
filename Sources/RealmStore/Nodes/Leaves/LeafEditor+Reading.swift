// Reading the leaves of a write transaction.

extension LeafEditor {
    /// Number of values.
    func count(_ leaf: Ref) throws(FormatError) -> Int {
        let space = arena.space
        switch kind {
        case .int(isNullable: true):
            return try OptionalIntegerArray(space.integers(leaf, "optional integers"), at: leaf).count
        case .int, .bool: return try space.integers(leaf, "integers").count
        case .link: return try space.integers(leaf, "links", contextAllowed: true).count
        case .float: return try FloatLeaf(leaf, in: space).count
        case .double: return try DoubleLeaf(leaf, in: space).count
        case .timestamp: return try TimestampLeaf(leaf, in: space).count
        case .slots: return try space.refs(leaf, "slots of objects").count
        case .string: return try StringLeaf(leaf, in: space).count
        case .enumerated(let values):
            return try StringLeaf(leaf, keys: values.takeUnretainedValue().values, in: space).count
        case .binary: return try BlobLeaf(leaf, in: space).count
        case .decimal: return try DecimalLeaf(leaf, in: space).count
        case .objectId: return try FixedBytesLeaf(leaf, length: ObjectIdBits.byteCount, in: space).count
        case .uuid: return try FixedBytesLeaf(leaf, length: UUIDBits.byteCount, in: space).count
        case .mixed: return try MixedLeaf(leaf, in: space).count
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
        case .string: return try StringLeaf(leaf, in: space).bytes(index).map(Value.string) ?? .null
        case .enumerated(let values):
            let values = values.takeUnretainedValue().values
            return try StringLeaf(leaf, keys: values, in: space).bytes(index).map(Value.string) ?? .null
        case .binary: return try BlobLeaf(leaf, in: space).bytes(index).map(Value.binary) ?? .null
        case .decimal: return try DecimalLeaf(leaf, in: space).value(index).map(Value.decimal) ?? .null
        case .objectId:
            let stored = try FixedBytesLeaf(leaf, length: ObjectIdBits.byteCount, in: space)
            return stored[index].map { .objectId(ObjectIdBits($0)) } ?? .null
        case .uuid:
            let stored = try FixedBytesLeaf(leaf, length: UUIDBits.byteCount, in: space)
            return stored[index].map { .uuid(UUIDBits($0)) } ?? .null
        case .mixed: return try MixedLeaf(leaf, in: space).value(index)
        }
    }
}
