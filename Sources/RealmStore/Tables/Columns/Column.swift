/// One column of a table: a property, or (without name) the incoming links of one link column.
package final class Column: Sendable {
    /// Empty for a backlink column.
    package let name: String
    package let key: ColumnKey
    package let type: ValueType
    /// Values (of a collection: elements) may be null.
    package let isNullable: Bool
    /// Nil for a single value.
    package let collection: CollectionKind?
    /// Keys of a dictionary are numbers; no SDK creates such columns.
    package let hasIntegerKeys: Bool
    /// The attributes in the spec.
    package let attributes: ColumnAttributes
    /// For a link, the target table; for a backlink, the origin table; `TableKey.null` for others.
    package let oppositeTable: TableKey
    let oppositeColumn: ColumnKey
    /// Root of the search index; `Ref.none` without one.
    let indexRoot: Ref
    /// The distinct values of an enumerated string column.
    package let enumeratedValues: EnumeratedStrings?

    package init(
        name: String, key: ColumnKey, type: ValueType, attributes: ColumnAttributes, hasIntegerKeys: Bool,
        oppositeTable: TableKey, oppositeColumn: ColumnKey, indexRoot: Ref, enumeratedValues: EnumeratedStrings?
    ) {
        self.name = name
        self.key = key
        self.type = type
        self.attributes = attributes
        self.hasIntegerKeys = hasIntegerKeys
        self.oppositeTable = oppositeTable
        self.oppositeColumn = oppositeColumn
        self.indexRoot = indexRoot
        self.enumeratedValues = enumeratedValues
        isNullable = key.attributes.contains(.nullable)
        collection =
            if key.attributes.contains(.list) {
                .list
            } else if key.attributes.contains(.set) {
                .set
            } else if key.attributes.contains(.dictionary) {
                .dictionary
            } else {
                nil
            }
    }

    package var leafIndex: Int { key.leafIndex }
    /// A single int that is never null.
    var isPlainInteger: Bool { type == .int && !isNullable && collection == nil }
    /// True if a leaf of the column is one node, in which replacing a value changes nothing else.
    var hasLeafOfOneNode: Bool {
        switch type {
        case .int: isPlainInteger
        case .bool, .float, .double: collection == nil
        default: false
        }
    }
    package var isBacklink: Bool { type == .backlink }
    var isFullTextIndexed: Bool { !indexRoot.isNone && attributes.contains(.fullText) }
    /// A single value of one of the four types, whose index contains whole values.
    package var canBePrimaryKey: Bool {
        let isOfKeyType = type == .int || type == .string || type == .objectId || type == .uuid
        return isOfKeyType && collection == nil && !attributes.contains(.fullText)
    }
    /// Whether the format allows the column to be enumerated.
    var canBeEnumerated: Bool { type == .string && collection == nil }
    /// Whether the format has search indexes for such values: of whole values, of a text's words, of a list's strings.
    package var canBeIndexed: Bool {
        if attributes.contains(.fullText) { return type == .string && collection == nil }
        return switch (type, collection) {
        case (.int, nil), (.bool, nil), (.string, nil), (.timestamp, nil), (.objectId, nil), (.uuid, nil),
            (.mixed, nil), (.string, .list):
            true
        default: false
        }
    }
    /// Whether a search index finds values, either requested or because the column is the primary key.
    package var isIndexed: Bool { !indexRoot.isNone && !attributes.contains(.fullText) }
}

extension Column {
    /// True if both are the same property of one table, regardless of content.
    func hasSameLayout(as other: Column) -> Bool {
        self === other
            || (key == other.key && name == other.name && attributes == other.attributes
                && oppositeTable == other.oppositeTable && indexRoot.isNone == other.indexRoot.isNone)
    }
}
