import RealmStore

/// A table of an export: the single values of a class, or the elements of one of its collections.
struct ExportTable {
    let exported: ExportClass
    /// The collection, as a position among the class's properties; nil for the class itself.
    let collection: Int?

    /// Positions of the single-valued properties.
    var singles: [Int] {
        exported.properties.indices.filter { exported.properties[$0].column.collection == nil }
    }

    /// The tables of a class: its own, then those of its collections.
    static func all(of exported: ExportClass) -> [ExportTable] {
        let collections = exported.properties.indices.filter { exported.properties[$0].column.collection != nil }
        return [ExportTable(exported: exported, collection: nil)]
            + collections.map { ExportTable(exported: exported, collection: $0) }
    }
}

/// Passes the objects of classes as rows of tables to a sink.
struct TableExport<Sink: TableSink> {
    private let source: ExportSource
    private let classes: [ExportClass]
    private let step: () -> Void
    var sink: Sink

    /// - Parameter step: called after each object.
    init(_ source: ExportSource, _ classes: [ExportClass], to sink: Sink, step: @escaping () -> Void) {
        self.source = source
        self.classes = classes
        self.sink = sink
        self.step = step
    }

    /// Passes on all tables. Counts objects; the sink counts the bytes.
    mutating func run() throws -> RealmExporter.Report {
        var report = RealmExporter.Report()
        for exported in classes {
            for table in ExportTable.all(of: exported) {
                try sink.begin(table)
                if let collection = table.collection {
                    try elements(of: exported, collection)
                } else {
                    report.classes.append(.init(name: exported.name, objects: try objects(of: table)))
                }
                try sink.end()
            }
        }
        report.take(source)
        return report
    }

    private mutating func objects(of table: ExportTable) throws -> Int {
        let exported = table.exported
        if sink.makePart(source) != nil, let parts = try ExportParts(exported, source) {
            return try objects(of: table, parts)
        }
        var count = 0
        var reader = try ClusterReader(exported)
        while let rows = try reader.next() {
            for row in 0..<rows.leaf.count {
                let key = rows.leaf.key(row)
                guard try source.exports(key, of: exported) else { continue }
                try TableExport.pass(rows, row, of: exported, table.singles, source, to: &sink)
                if exported.isEmbedded, try source.ownerCount(key, of: exported) == 0 { source.ownerlessObjects += 1 }
                source.place = nil
                count += 1
                step()
            }
        }
        return count
    }

    /// The same by parts, whose rows two threads make.
    private mutating func objects(of table: ExportTable, _ parts: ExportParts) throws -> Int {
        let (sink, singles) = (sink, table.singles)
        var count = 0
        try parts.run(
            { (part: Range<Int>, source: ExportSource, exported: ExportClass) in
                guard var rowSink = sink.makePart(source) else { preconditionFailure("the sink has parts") }
                let objects = try ExportParts.forEachRow(part, of: exported, source) { rows, row, _ in
                    try TableExport.pass(rows, row, of: exported, singles, source, to: &rowSink)
                    return rowSink.partByteCount < ExportParts.byteCount
                }
                return (rowSink, objects)
            },
            use: { part in
                try self.sink.add(part.text)
                for _ in 0..<part.objects { step() }
                count += part.objects
            },
            rest: { positions in
                count += try ExportParts.forEachRow(positions, of: table.exported, source) { rows, row, _ in
                    try TableExport.pass(rows, row, of: table.exported, singles, source, to: &self.sink)
                    step()
                    return true
                }
            })
        return count
    }

    private static func pass(
        _ rows: ExportRows, _ row: Int, of exported: ExportClass, _ singles: [Int], _ source: ExportSource,
        to sink: inout Sink
    ) throws {
        let key = rows.leaf.key(row)
        if sink.namesKey(of: exported) { try sink.number(key.value) }
        source.place = (exported, key, 0)
        for index in singles {
            source.place?.property = index
            guard case .single(let leaf) = rows.values[index] else { continue }
            try sink.field(source.value(leaf, row), of: exported.properties[index])
        }
        try sink.endRow()
    }

    private mutating func elements(of exported: ExportClass, _ index: Int) throws {
        let property = exported.properties[index]
        let namesKey = sink.namesKey(of: exported)
        var reader = try ClusterReader(exported)
        while let leaf = try reader.nextLeaf() {
            var owners: ColumnLeaf?
            if !namesKey, let primaryKey = exported.primaryKey {
                let column = exported.properties[primaryKey].column
                guard case .single(let values) = try ExportRows.open(column, in: leaf, of: exported.table) else {
                    continue
                }
                owners = values
            }
            let slots = try exported.table.slots(of: property.column, in: leaf)
            for row in 0..<leaf.count where try source.exports(leaf.key(row), of: exported) {
                source.place = (exported, leaf.key(row), index)
                let root = try exported.table.collectionRoot(slots.slot(row), of: property.column)
                guard !root.isNone else { continue }
                let owner: Value = try owners?.value(row) ?? .int(leaf.key(row).value)
                try elements(root, of: property, ownedBy: owner, in: exported)
            }
            source.place = nil
        }
    }

    private mutating func elements(
        _ root: Ref, of property: ExportClass.Property, ownedBy owner: Value, in exported: ExportClass
    ) throws {
        let column = property.column
        guard column.collection == .dictionary else {
            var elements = CollectionReader(try CollectionTree(root, of: column, in: source.space))
            var position: Int64 = 0
            for index in 0..<elements.count {
                let (leaf, row) = try elements.leaf(index)
                let value = try source.value(leaf, row)
                if column.type == .link, case .link(_, let key) = value, key.isUnresolved {
                    source.unresolvedLinks += 1
                    continue
                }
                try sink.key(owner, of: exported)
                try sink.number(position)
                try sink.field(value, of: property)
                try sink.endRow()
                position += 1
            }
            return
        }
        var dictionary = try DictionaryReader(root, of: column, in: source.space)
        for index in 0..<dictionary.count {
            try sink.key(owner, of: exported)
            try sink.key(dictionary.key(index), of: exported)
            try sink.field(dictionary.value(index, from: source), of: property)
            try sink.endRow()
        }
    }
}
