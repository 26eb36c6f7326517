/// The values of one column in one cluster, or of one leaf of a list or set: in the leaf format of the type.
///
/// A view, opened and checked once per leaf; reading a value then allocates nothing.
package struct ColumnLeaf {
    private enum Storage {
        case int(IntegerArray)
        case optionalInt(OptionalIntegerArray)
        case bool(BoolLeaf)
        case string(StringLeaf)
        case binary(BlobLeaf)
        case mixed(MixedLeaf)
        case timestamp(TimestampLeaf)
        case float(FloatLeaf)
        case double(DoubleLeaf)
        case decimal(DecimalLeaf)
        case objectId(FixedBytesLeaf)
        case uuid(FixedBytesLeaf)
        /// Object keys plus `bias`: a column stores key + 1 so that null is 0, a collection the key itself.
        case link(IntegerArray, TableKey, bias: Int64)
        case typedLink(IntegerArray)
    }

    private let storage: Storage
    package let count: Int

    /// The leaf of a single-valued column in a cluster.
    ///
    /// - Parameter rows: number of objects of the cluster, which the leaf must have.
    package static func column(
        _ column: Column, at ref: Ref, rows: Int, in space: NodeSpace
    ) throws(FormatError) -> ColumnLeaf {
        let leaf = try ColumnLeaf(column, at: ref, linkBias: 1, in: space)
        guard leaf.count == rows else { throw wrongCount(leaf.count, of: column, at: ref, rows) }
        return leaf
    }

    /// The leaf of a column of ints that are never null.
    ///
    /// - Precondition: the column is a plain integer.
    static func integers(
        _ column: Column, at ref: Ref, rows: Int, in space: NodeSpace
    ) throws(FormatError) -> IntegerArray {
        let leaf = try space.integers(ref, "integers")
        guard leaf.count == rows else { throw wrongCount(leaf.count, of: column, at: ref, rows) }
        return leaf
    }

    /// The leaf of a column of single strings.
    static func texts(
        _ column: Column, at ref: Ref, rows: Int, in space: NodeSpace
    ) throws(FormatError) -> StringLeaf {
        let leaf = try StringLeaf(ref, keys: column.enumeratedValues, in: space)
        guard leaf.count == rows else { throw wrongCount(leaf.count, of: column, at: ref, rows) }
        return leaf
    }

    /// The bytes of one value of such a leaf, for callers that read no other of it; nil for null.
    static func text(
        _ row: Int, of column: Column, at ref: Ref, rows: Int, in space: NodeSpace
    ) throws(FormatError) -> UnsafeRawBufferPointer? {
        // Most texts are stored like that; checking the form only once saves a quarter of a look-up.
        if let piece = try BlobLeaf.Piece(at: ref, in: space), piece.ends.count == rows {
            guard let stored = try piece.value(row, at: ref) else { return nil }
            return try StringLeaf.withoutEnd(stored, row, at: ref)
        }
        return try texts(column, at: ref, rows: rows, in: space).bytes(row)
    }

    @inline(never)
    private static func wrongCount(_ count: Int, of column: Column, at ref: Ref, _ rows: Int) -> FormatError {
        FormatError(.badCluster, at: ref, "column '\(column.name)' has \(count) values for \(rows) objects")
    }

    /// A leaf of a list or set.
    package static func element(_ column: Column, at ref: Ref, in space: NodeSpace) throws(FormatError) -> ColumnLeaf {
        try ColumnLeaf(column, at: ref, linkBias: 0, in: space)
    }

    private init(_ column: Column, at ref: Ref, linkBias: Int64, in space: NodeSpace) throws(FormatError) {
        switch column.type {
        case .int where column.isNullable:
            let leaf = try OptionalIntegerArray(space.integers(ref, "optional integers"), at: ref)
            (storage, count) = (.optionalInt(leaf), leaf.count)
        case .int:
            let leaf = try space.integers(ref, "integers")
            (storage, count) = (.int(leaf), leaf.count)
        case .bool:
            let leaf = try BoolLeaf(ref, in: space)
            (storage, count) = (.bool(leaf), leaf.count)
        case .string:
            let keys = linkBias == 0 ? nil : column.enumeratedValues
            let leaf = try StringLeaf(ref, keys: keys, in: space)
            (storage, count) = (.string(leaf), leaf.count)
        case .binary:
            let leaf = try BlobLeaf(ref, in: space)
            (storage, count) = (.binary(leaf), leaf.count)
        case .mixed:
            let leaf = try MixedLeaf(ref, in: space)
            (storage, count) = (.mixed(leaf), leaf.count)
        case .timestamp:
            let leaf = try TimestampLeaf(ref, in: space)
            (storage, count) = (.timestamp(leaf), leaf.count)
        case .float:
            let leaf = try FloatLeaf(ref, in: space)
            (storage, count) = (.float(leaf), leaf.count)
        case .double:
            let leaf = try DoubleLeaf(ref, in: space)
            (storage, count) = (.double(leaf), leaf.count)
        case .decimal:
            let leaf = try DecimalLeaf(ref, in: space)
            (storage, count) = (.decimal(leaf), leaf.count)
        case .objectId:
            let leaf = try FixedBytesLeaf(ref, length: 12, in: space)
            (storage, count) = (.objectId(leaf), leaf.count)
        case .uuid:
            let leaf = try FixedBytesLeaf(ref, length: 16, in: space)
            (storage, count) = (.uuid(leaf), leaf.count)
        case .link:
            let leaf = try space.integers(ref, "links", contextAllowed: linkBias == 0)
            (storage, count) = (.link(leaf, column.oppositeTable, bias: linkBias), leaf.count)
        case .typedLink:
            let leaf = try space.integers(ref, "typed links")
            (storage, count) = (.typedLink(leaf), leaf.count / 2)
        case .oldLinkList, .backlink, .list, .dictionary:
            throw FormatError(.badTable, at: ref, "column '\(column.name)' has a type without values")
        }
    }

    /// The value of `row`. Traps outside `0..<count`.
    package func value(_ row: Int) throws(FormatError) -> Value {
        switch storage {
        case .int(let leaf): return .int(leaf[row])
        case .optionalInt(let leaf): return leaf[row].map(Value.int) ?? .null
        case .bool(let leaf): return leaf[row].map(Value.bool) ?? .null
        case .string(let leaf): return try leaf.bytes(row).map(Value.string) ?? .null
        case .binary(let leaf): return try leaf.bytes(row).map(Value.binary) ?? .null
        case .mixed(let leaf): return try leaf.value(row)
        case .timestamp(let leaf): return leaf[row].map(Value.timestamp) ?? .null
        case .float(let leaf): return leaf[row].map(Value.float) ?? .null
        case .double(let leaf): return leaf[row].map(Value.double) ?? .null
        case .decimal(let leaf): return try leaf.value(row).map(Value.decimal) ?? .null
        case .objectId(let leaf): return leaf[row].map { .objectId(ObjectIdBits($0)) } ?? .null
        case .uuid(let leaf): return leaf[row].map { .uuid(UUIDBits($0)) } ?? .null
        case .link(let leaf, let table, let bias):
            let key = ObjectKey(leaf[row] &- bias)
            return key.isNull ? .null : .link(table, key)
        case .typedLink(let leaf):
            let table = leaf[2 * row]
            return table == 0
                ? .null : .link(TableKey(UInt32(truncatingIfNeeded: table - 1)), ObjectKey(leaf[2 * row + 1] &- 1))
        }
    }

    /// Bytes of the value of `row` if it is kept in parts (and so reads as null), else nil.
    package func partsByteCount(_ row: Int) throws(FormatError) -> Int? {
        switch storage {
        case .string(let leaf): try leaf.partsByteCount(row)
        case .binary(let leaf): try leaf.partsByteCount(row)
        case .mixed(let leaf): try leaf.partsByteCount(row)
        default: nil
        }
    }

    /// The leaf itself, if its type is a `ScalarLeaf`.
    var scalar: ScalarLeaf {
        switch storage {
        case .int(let leaf): .int(leaf)
        case .optionalInt(let leaf): .optionalInt(leaf)
        case .bool(let leaf): .bool(leaf)
        case .double(let leaf): .double(leaf)
        case .timestamp(let leaf): .timestamp(leaf)
        default: .other
        }
    }

    /// The identity of the nested collection in `row`; 0 for other values.
    func identity(_ row: Int) -> Int64 { mixed?.identity(row) ?? 0 }

    /// The leaf itself, if its type is known.
    var mixed: MixedLeaf? { if case .mixed(let leaf) = storage { leaf } else { nil } }
    var string: StringLeaf? { if case .string(let leaf) = storage { leaf } else { nil } }
    var bool: BoolLeaf? { if case .bool(let leaf) = storage { leaf } else { nil } }
    var optionalInt: OptionalIntegerArray? { if case .optionalInt(let leaf) = storage { leaf } else { nil } }
    var int: IntegerArray? { if case .int(let leaf) = storage { leaf } else { nil } }
    var isBinary: Bool { if case .binary = storage { true } else { false } }
    var float: FloatLeaf? { if case .float(let leaf) = storage { leaf } else { nil } }
    var double: DoubleLeaf? { if case .double(let leaf) = storage { leaf } else { nil } }
    var timestamp: TimestampLeaf? { if case .timestamp(let leaf) = storage { leaf } else { nil } }
}

extension ColumnLeaf {
    /// True if there may be links or nested collections among the values.
    var holdsReferences: Bool {
        switch storage {
        case .link, .typedLink: true
        case .mixed(let leaf): leaf.holdsReferences
        default: false
        }
    }

    /// The object keys in a leaf of links to one table, including null; nil for another kind of leaf.
    var links: (table: TableKey, keys: [ObjectKey])? {
        guard case .link(let leaf, let table, let bias) = storage else { return nil }
        return (table, leaf.unpacked().map { ObjectKey($0 &- bias) })
    }

    /// Throws unless the nodes of the leaf at `ref` agree on the number of values.
    func checkParts(at ref: Ref) throws(FormatError) {
        let piece: BlobLeaf.Piece? =
            switch storage {
            case .string(let leaf): leaf.piece
            case .binary(let leaf): leaf.piece
            default: nil
            }
        let problem =
            string?.fillingProblem ?? string?.numberProblem ?? piece?.problem(ofTexts: string != nil)
        if let problem { throw FormatError(.badLeaf, at: ref, problem) }
        if let problem = mixed?.payloadProblem { throw FormatError(.badLeaf, at: ref, problem) }
        // A value with its own node shows by its last byte, or by its kind, whether the node is complete.
        switch storage {
        case .string(let leaf) where leaf.holdsNodes: for index in 0..<leaf.count { _ = try leaf.bytes(index) }
        case .binary(let leaf) where leaf.piece == nil: for index in 0..<leaf.count { _ = try leaf.bytes(index) }
        case .mixed(let leaf): for index in 0..<leaf.count { _ = try leaf.value(index) }
        default: break
        }
    }

    /// The number of values in the leaf at `ref`, of a single-valued column, whatever the expected number.
    package static func rowCount(of column: Column, at ref: Ref, in space: NodeSpace) throws(FormatError) -> Int {
        try ColumnLeaf(column, at: ref, linkBias: 1, in: space).count
    }
}
