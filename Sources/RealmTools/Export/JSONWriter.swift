import RealmStore

/// Writes objects and values as JSON, with types or plain. The forms are documented in docs/export-format.md.
struct JSONWriter {
    let source: ExportSource
    let style: RealmExporter.ValueStyle
    var output: ExportOutput
    /// The property of the value or element being written.
    private var limit: NestedCollection.Limit

    /// The maximum nesting of collections in mixed values and of embedded objects: far more than real programs use, and
    /// a damaged file must not exhaust the stack.
    static let maximumDepth = 128

    init(source: ExportSource, style: RealmExporter.ValueStyle, output: ExportOutput) {
        self.source = source
        self.style = style
        self.output = output
        limit = NestedCollection.Limit(source.space)
    }

    // MARK: Objects

    /// An object: its class and key, then its properties in the order of their columns.
    ///
    /// - Parameters:
    ///   - namesClass: whether to begin with `_class`.
    ///   - namesKey: whether to continue with `_key`, the object key.
    mutating func object(
        _ exported: ExportClass, _ rows: ExportRows, _ row: Int, namesClass: Bool, namesKey: Bool, depth: Int = 0
    ) throws {
        let key = rows.leaf.key(row)
        output.text.byte(UInt8(ascii: "{"))
        var isFirst = true
        if namesClass {
            output.text.raw(exported.label)
            isFirst = false
        }
        if namesKey {
            output.text.text(isFirst ? "\"_key\":" : ",\"_key\":")
            output.text.integer(key.value)
            isFirst = false
        }
        let (properties, values) = (exported.properties, rows.values)
        source.place = (exported, key, 0)
        for index in properties.indices {
            source.place?.property = index
            if !isFirst { output.text.byte(UInt8(ascii: ",")) }
            isFirst = false
            let property = properties[index]
            output.text.raw(property.label)
            try content(values[index], row, of: property, exported, depth: depth)
            try output.flushIfFull()
        }
        output.text.byte(UInt8(ascii: "}"))
    }

    /// The content of one property of an object.
    mutating func content(
        _ values: ExportRows.Values, _ row: Int, of property: ExportClass.Property, _ exported: ExportClass, depth: Int
    ) throws {
        switch values {
        case .single(let leaf): try element(source.value(leaf, row), of: property, depth)
        case .collections(let slots):
            let root = try exported.table.collectionRoot(slots.slot(row), of: property.column)
            try collection(root, of: property, depth)
        }
    }

    /// The embedded object with that key, in its owner's place.
    private mutating func embedded(_ table: TableKey, _ key: ObjectKey, _ depth: Int) throws {
        let exported = try source.exportClass(table)
        let place = source.place
        guard depth < JSONWriter.maximumDepth else { throw tooDeep() }
        guard exported.inlined.insert(key.value).inserted else {
            throw FormatError(
                .badValue, at: exported.table.ref, "embedded object \(key.value) of '\(exported.name)' has two owners")
        }
        guard let (rows, row) = try exported.find(key) else {
            throw FormatError(
                .badValue, at: exported.table.ref,
                "embedded object \(key.value) of '\(exported.name)' does not exist")
        }
        try LargeStack.descend(from: depth) {
            try object(exported, rows, row, namesClass: false, namesKey: false, depth: depth + 1)
        }
        source.place = place
    }

    private func tooDeep() -> FormatError {
        FormatError(.badValue, at: .none, "is nested deeper than \(JSONWriter.maximumDepth) levels")
    }

    // MARK: Collections

    private mutating func collection(_ root: Ref, of property: ExportClass.Property, _ depth: Int) throws {
        let column = property.column
        guard column.collection == .dictionary else {
            return try elements(CollectionTree(root, of: column, in: source.space), of: property, depth)
        }
        try dictionary(DictionaryReader(root, of: column, in: source.space), of: property, depth)
    }

    /// A list or set. Links to missing objects are left out where null is not allowed: in lists and sets of links.
    private mutating func elements(
        _ tree: CollectionTree, of property: ExportClass.Property, _ depth: Int
    ) throws {
        var reader = CollectionReader(tree)
        var isFirst = true
        output.text.byte(UInt8(ascii: "["))
        for position in 0..<reader.count {
            let (leaf, index) = try reader.leaf(position)
            let value = try source.value(leaf, index)
            if property.column.type == .link, case .link(_, let key) = value, key.isUnresolved {
                source.unresolvedLinks += 1
                continue
            }
            if !isFirst { output.text.byte(UInt8(ascii: ",")) }
            isFirst = false
            try element(value, of: property, depth)
            try output.flushIfFull()
        }
        output.text.byte(UInt8(ascii: "]"))
    }

    private mutating func dictionary(
        _ entries: DictionaryReader, of property: ExportClass.Property, _ depth: Int
    ) throws {
        var reader = entries
        output.text.text(style == .typed ? "{\"$map\":{" : "{")
        for position in 0..<reader.count {
            if position > 0 { output.text.byte(UInt8(ascii: ",")) }
            try dictionaryKey(reader.key(position))
            output.text.byte(UInt8(ascii: ":"))
            try element(reader.value(position, from: source), of: property, depth)
            try output.flushIfFull()
        }
        output.text.text(style == .typed ? "}}" : "}")
    }

    private mutating func dictionaryKey(_ key: Value) throws {
        switch key {
        case .string(let bytes): try string(bytes)
        case .int(let number):
            output.text.byte(UInt8(ascii: "\""))
            output.text.integer(number)
            output.text.byte(UInt8(ascii: "\""))
        default: throw FormatError(.badCollection, at: .none, "a dictionary has a key that is null")
        }
    }

    // MARK: Elements

    /// A value or element of the property.
    mutating func element(_ value: Value, of property: ExportClass.Property, _ depth: Int) throws {
        switch value {
        case .link(let table, let key) where property.holdsEmbedded && !key.isUnresolved && !key.isNull:
            beginElement(depth)
            try embedded(table, key, depth)
        case .list(let root):
            try enter(root, depth)
            let tree = try CollectionTree.nestedList(root, in: source.space)
            try LargeStack.descend(from: depth) { try elements(tree, of: .nested, depth + 1) }
        case .dictionary(let root):
            try enter(root, depth)
            let entries = try DictionaryReader(root, of: .nestedMixed, in: source.space)
            try LargeStack.descend(from: depth) { try dictionary(entries, of: .nested, depth + 1) }
        default: try scalar(value, isMixed: property.isMixed)
        }
    }

    /// Begins a collection in a mixed value.
    private mutating func enter(_ root: Ref, _ depth: Int) throws {
        guard depth < JSONWriter.maximumDepth else { throw tooDeep() }
        beginElement(depth)
        try limit.enter(root)
    }

    /// Collections are counted for each value or element of a top-level object anew.
    private mutating func beginElement(_ depth: Int) {
        if depth == 0 { limit = NestedCollection.Limit(source.space) }
    }
}

extension ExportClass.Property {
    /// The property for elements of nested collections: mixed values.
    static let nested = ExportClass.Property(column: .nestedMixed, name: "", label: [], holdsEmbedded: false)
}

extension Value {
    /// True if a dictionary of that column may contain the value.
    func fits(_ column: Column) -> Bool {
        switch (column.type, self) {
        case (.mixed, _), (_, .null), (.int, .int), (.bool, .bool), (.float, .float), (.double, .double),
            (.string, .string), (.binary, .binary), (.timestamp, .timestamp), (.decimal, .decimal),
            (.objectId, .objectId), (.uuid, .uuid), (.typedLink, .link):
            true
        case (.link, .link(let table, _)): table == column.oppositeTable
        default: false
        }
    }
}
