/// The properties of a class by their names in texts, as `RowColumns` has them.
package final class RowLayout {
    /// A property, and what is needed to find it fast.
    final class Property: Sendable {
        let column: Column
        let form: Form
        /// For a link, the class that it leads to.
        let target: Target?
        /// For a collection, what it holds; nil for values that are not read.
        let elements: Elements?
        /// For an embedded object or a collection of them, the position of their class among all.
        let embedded: Int?

        fileprivate init(column: Column, form: Form, target: Target?, elements: Elements?, embedded: Int?) {
            self.column = column
            self.form = form
            self.target = target
            self.elements = elements
            self.embedded = embedded
        }
    }

    /// The elements of a collection.
    struct Elements {
        let form: Form
        /// The class that links lead to.
        let target: Target?
        let mayBeNull: Bool
    }

    /// The class that a link leads to.
    struct Target {
        let className: [UInt8]
        /// The form of its primary key; of a class without, of object keys.
        let key: Form
    }

    /// How the values of a property are read.
    enum Form {
        case int, bool, float, double, string, binary, timestamp, decimal, objectId, uuid
        /// Null, and what JSON has values for: flags, integers, doubles and strings.
        case mixed
        /// The key of the object that a link leads to.
        case link
        /// Values that only null, or no elements, are read of.
        case other
    }

    package let className: [UInt8]
    let properties: [Property]
    /// How the properties are named in texts.
    let labels: [[UInt8]]
    /// Objects belong to owners, and have no lines of their own.
    let isEmbedded: Bool
    /// The position of the primary key.
    let primaryKey: Int?

    /// - Parameters:
    ///   - tables: those that links lead to.
    ///   - positions: the positions of the classes among all, to find those of embedded objects.
    ///   - exportedName: the name of a property in texts.
    package init(
        _ table: Table, className: String, among tables: [TableKey: Table], positions: [TableKey: Int] = [:],
        exportedName: (String) -> String
    ) {
        self.className = Array(className.utf8)
        isEmbedded = table.kind == .embedded
        properties = table.columns.map { column in
            let isLink = column.type == .link && column.collection == nil
            let target = isLink ? tables[column.oppositeTable].flatMap(Target.init) : nil
            return Property(
                column: column,
                form: target != nil ? .link : column.collection == nil ? RowLayout.form(of: column.type) : .other,
                target: target, elements: Elements(column, among: tables),
                embedded: RowLayout.isOfEmbedded(column, among: tables) ? positions[column.oppositeTable] : nil)
        }
        labels = table.columns.map { RowLayout.label(exportedName($0.name)) }
        primaryKey = table.columns.firstIndex { $0.key == table.primaryKey?.key }
    }

    /// Whether the columns of the table are those of the layout.
    func describes(_ table: TableEditor) -> Bool {
        table.columns.count == properties.count
            && zip(table.columns, properties).allSatisfy { $0.key == $1.column.key }
            && table.primaryKey?.key == primaryKey.map { properties[$0].column.key }
    }

    /// Whether values are embedded objects, single ones or in collections that are read.
    private static func isOfEmbedded(_ column: Column, among tables: [TableKey: Table]) -> Bool {
        guard column.type == .link, !column.hasIntegerKeys else { return false }
        return tables[column.oppositeTable]?.kind == .embedded
    }

    /// The name and the quote behind it; a byte that no text has for a name that has to be escaped.
    static func label(_ name: String) -> [UInt8] {
        let bytes = Array(name.utf8)
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return isPlain ? bytes + [UInt8(ascii: "\"")] : [0xFF]
    }

    fileprivate static func form(of type: ValueType) -> Form {
        switch type {
        case .int: .int
        case .bool: .bool
        case .float: .float
        case .double: .double
        case .string: .string
        case .binary: .binary
        case .timestamp: .timestamp
        case .decimal: .decimal
        case .objectId: .objectId
        case .uuid: .uuid
        case .mixed: .mixed
        case .link, .oldLinkList, .backlink, .typedLink, .list, .dictionary: .other
        }
    }
}

extension RowLayout.Elements {
    /// Nil for properties that are no collections, for embedded objects, and for dictionaries with keys of integers.
    fileprivate init?(_ column: Column, among tables: [TableKey: Table]) {
        guard let collection = column.collection, !column.hasIntegerKeys else { return nil }
        guard column.type == .link else {
            let form = RowLayout.form(of: column.type)
            if case .other = form { return nil }
            self.init(form: form, target: nil, mayBeNull: column.isNullable)
            return
        }
        guard let target = tables[column.oppositeTable].flatMap(RowLayout.Target.init) else { return nil }
        self.init(form: .link, target: target, mayBeNull: collection == .dictionary && column.isNullable)
    }
}

extension RowLayout.Target {
    /// Nil for embedded objects, which are not linked to by a key, and for tables that are no classes.
    init?(_ table: Table) {
        guard table.kind != .embedded, let name = table.className else { return nil }
        className = Array(name.utf8)
        key = table.primaryKey.map { RowLayout.form(of: $0.type) } ?? .int
    }
}
