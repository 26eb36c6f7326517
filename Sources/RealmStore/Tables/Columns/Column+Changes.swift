extension Column {
    /// The same column with another name, key, other attributes in the spec, another counterpart, another index, or
    /// other distinct values.
    package func with(
        name: String? = nil, key: ColumnKey? = nil, attributes: ColumnAttributes? = nil,
        oppositeColumn: ColumnKey? = nil, indexRoot: Ref? = nil, enumeratedValues: EnumeratedStrings? = nil
    ) -> Column {
        Column(
            name: name ?? self.name, key: key ?? self.key, type: type, attributes: attributes ?? self.attributes,
            hasIntegerKeys: hasIntegerKeys, oppositeTable: oppositeTable,
            oppositeColumn: oppositeColumn ?? self.oppositeColumn, indexRoot: indexRoot ?? self.indexRoot,
            enumeratedValues: enumeratedValues ?? self.enumeratedValues)
    }

    /// The value in a new object: null if allowed, else zero or empty; `.null` also stands for an empty slot.
    var initialValue: Value {
        if collection != nil || isNullable { return .null }
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        return switch type {
        case .int: .int(0)
        case .bool: .bool(false)
        case .float: .float(0)
        case .double: .double(0)
        case .string: .string(nothing)
        case .binary: .binary(nothing)
        case .timestamp: .timestamp(Timestamp(seconds: 0, nanoseconds: 0))
        case .decimal: .decimal(.zero)
        case .objectId: .objectId(ObjectIdBits(high: 0, low: 0))
        case .uuid: .uuid(UUIDBits(high: 0, low: 0))
        case .mixed, .link, .oldLinkList, .backlink, .typedLink, .list, .dictionary: .null
        }
    }

    /// The column as described to the editor of a cluster tree.
    ///
    /// - Parameter enumeration: of an enumerated column.
    func clusterColumn(
        in arena: Arena, _ enumeration: EnumeratedStringsEditor? = nil
    ) throws(FormatError) -> ClusterColumn {
        precondition(
            (enumeration == nil) == (enumeratedValues == nil), "an enumerated column has an editor of its values")
        let kind = if let enumeration { LeafKind.enumerated(.passUnretained(enumeration)) } else { try leafKind }
        return ClusterColumn(leafIndex: leafIndex, leaves: LeafEditor(kind, in: arena), initial: initialValue)
    }
}

extension ColumnKey {
    /// - Parameter tag: the number that distinguishes the column from earlier ones at its leaf index.
    init(leafIndex: Int, type: ValueType, attributes: ColumnAttributes, tag: UInt32) {
        let stored = attributes.subtracting(.specOnly).rawValue & 0xFF
        self.init(Int64(leafIndex) | (Int64(type.rawValue) << 16) | (stored << 22) | (Int64(tag) << 30))
    }
}
