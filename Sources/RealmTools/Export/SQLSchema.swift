import RealmStore

/// The tables of a relational database for the classes of a Realm: one for each class, and one for each of its
/// collections. Source: command `export`.
struct SQLSchema {
    /// The content of a column.
    enum Kind {
        /// The number of an object, or a position.
        case number
        /// The key of a dictionary.
        case dictionaryKey
        case value(ValueType)
        /// The key of an object whose class has no table.
        case outsideKey
    }

    struct Column {
        let name: String
        let kind: Kind
        let isRequired: Bool
        /// The class to which the column links, if its table exists.
        var target: Int?
    }

    struct Table {
        let name: String
        var columns: [Column]
        /// Positions of the columns that identify rows.
        let primaryKey: [Int]
        /// Positions of columns with unique values.
        let unique: [Int]
        let indexed: [Int]
    }

    /// In the order in which `TableExport` passes them on.
    private(set) var tables: [Table] = []
    /// The index in `tables` of the table of a class.
    private var places: [ObjectIdentifier: Int] = [:]

    /// The rules of a database for names.
    struct Rules {
        /// The maximum length of a name in bytes.
        let nameByteCount: Int
        /// Whether names that differ only in case are equal.
        let ignoresCase: Bool

        /// SQLite has no limit that matters.
        static let sqlite = Rules(nameByteCount: 1_000, ignoresCase: true)
    }

    /// - Parameter classes: in the order in which they are exported.
    init(_ classes: [ExportClass], of source: ExportSource, rules: Rules) throws(FormatError) {
        var names = SQLNames(rules, taken: [SQLSchema.metaTable])
        for exported in classes {
            let own = names.unique(exported.name)
            for table in ExportTable.all(of: exported) {
                guard let collection = table.collection else {
                    places[ObjectIdentifier(exported)] = tables.count
                    tables.append(SQLSchema.table(of: table, named: own, rules))
                    continue
                }
                let property = exported.properties[collection]
                let name = names.unique("\(exported.name)__\(property.column.name)")
                tables.append(SQLSchema.collection(property, of: exported, named: name))
            }
        }
        // Only now the place of each class is known.
        var index = 0
        for exported in classes {
            for table in ExportTable.all(of: exported) {
                try setTargets(of: table, at: index, source)
                index += 1
            }
        }
    }

    /// The table with the schema version of the file.
    static let metaTable = "_realm_meta"

    /// Objects are identified by their primary key, if each has one.
    static func namesKey(of exported: ExportClass) -> Bool {
        exported.primaryKey.map { exported.properties[$0].column.isNullable } ?? true
    }

    /// The column of the class at `target` to which links refer.
    func referenced(_ target: Int) -> (table: Table, column: Column) {
        let table = tables[target]
        return (table, table.columns[table.primaryKey[0]])
    }

    private static func table(of table: ExportTable, named name: String, _ rules: Rules) -> Table {
        let exported = table.exported
        var names = SQLNames(rules, taken: [])
        var columns: [Column] = []
        var (indexed, unique): ([Int], [Int]) = ([], [])
        let namesKey = namesKey(of: exported)
        var primaryKey = 0
        if namesKey { columns.append(Column(name: names.unique("_key"), kind: .number, isRequired: true)) }
        for index in table.singles {
            let column = exported.properties[index].column
            if index == exported.primaryKey {
                if namesKey { unique.append(columns.count) } else { primaryKey = columns.count }
            } else if column.isIndexed || column.type == .link {
                indexed.append(columns.count)
            }
            columns.append(
                Column(
                    name: names.unique(column.name), kind: .value(column.type),
                    isRequired: !column.isNullable && column.type != .link && column.type != .mixed))
        }
        return Table(name: name, columns: columns, primaryKey: [primaryKey], unique: unique, indexed: indexed)
    }

    private static func collection(
        _ property: ExportClass.Property, of exported: ExportClass, named name: String
    ) -> Table {
        let column = property.column
        var owner = Kind.number
        if !namesKey(of: exported), let key = exported.primaryKey {
            owner = .value(exported.properties[key].column.type)
        }
        let isDictionary = column.collection == .dictionary
        let columns = [
            Column(name: "owner", kind: owner, isRequired: true),
            Column(
                name: isDictionary ? "key" : "position", kind: isDictionary ? .dictionaryKey : .number, isRequired: true
            ),
            Column(name: "value", kind: .value(column.type), isRequired: false),
        ]
        return Table(
            name: name, columns: columns, primaryKey: [0, 1], unique: [], indexed: column.type == .link ? [2] : [])
    }

    private mutating func setTargets(of table: ExportTable, at place: Int, _ source: ExportSource) throws(FormatError) {
        func target(of property: ExportClass.Property) throws(FormatError) -> Int? {
            guard property.column.type == .link else { return nil }
            let other = try source.exportClass(property.column.oppositeTable)
            // Not all linked objects have rows.
            return other.selectedCount == nil ? places[ObjectIdentifier(other)] : nil
        }
        if let collection = table.collection {
            tables[place].columns[0].target = places[ObjectIdentifier(table.exported)]
            tables[place].columns[2].target = try target(of: table.exported.properties[collection])
            return
        }
        let first = SQLSchema.namesKey(of: table.exported) ? 1 : 0
        for (offset, index) in table.singles.enumerated() {
            tables[place].columns[first + offset].target = try target(of: table.exported.properties[index])
        }
    }
}

extension SQLSchema.Column {
    /// The kind of stored value: for a link, that of the referenced column.
    func storedKind(in schema: SQLSchema) -> SQLSchema.Kind {
        guard case .value(.link) = kind else { return kind }
        return target.map { schema.referenced($0).column.kind } ?? .outsideKey
    }
}
