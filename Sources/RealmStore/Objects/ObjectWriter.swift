import Foundation

/// Creates objects and sets properties from values of any shape, as programs and documents give them.
///
/// Errors name class and property. After one, part of the value may have been written.
struct ObjectWriter {
    private let session: Session
    private let objects: ObjectEditor
    private let encoder = ValueEncoder()

    /// Nested values are followed that deep.
    private static let maximumDepth = 100

    /// Traps outside of a write transaction.
    init(_ session: Session) {
        guard let write = session.write else {
            fatalError("Cannot modify managed objects outside of a write transaction.")
        }
        self.session = session
        objects = write.objects
    }

    /// The table of a class. Traps for one that is not in the schema.
    func table(ofClass name: String) throws -> TableEditor {
        guard let table = try rethrowing({ () throws(FormatError) in
            try objects.tables.table(named: Table.classPrefix + name)
        }) else { fatalError("class '\(name)' is not in the schema of this Realm") }
        return table
    }

    private func rethrowing<Result>(_ body: () throws(FormatError) -> Result) throws -> Result {
        do { return try body() } catch { throw RLMError(error, path: session.path) }
    }

    // MARK: Objects

    /// Creates or updates an object.
    ///
    /// - Parameter value: a dictionary by property name, an array in the order of the properties, or an object.
    func create(
        in table: TableEditor, _ value: Any, _ update: Realm.UpdatePolicy, depth: Int = 0
    ) throws -> ObjectKey {
        defer { session.noteChange() }
        let given = try GivenValues(value, for: table)
        guard let keyColumn = table.primaryKey else {
            guard depth > 0 || update == .error else {
                throw invalidInput("Class '\(given.className)' has no primary key by which an object could be updated.")
            }
            let key = try rethrowing { () throws(FormatError) in try objects.create(in: table) }
            try set(given, of: key, in: table, update, depth)
            return key
        }
        let input = given[keyColumn]
        guard let primaryKey = input == nil ? initialKey(keyColumn) : encoder.value(input ?? nil, for: keyColumn) else {
            throw misfit(input ?? nil, keyColumn, of: given.className)
        }
        let existing = try rethrowing { () throws(FormatError) in try table.table.find(primaryKey: primaryKey)?.key }
        if let existing {
            guard update != .error else {
                throw invalidInput(
                    "Attempting to create an object of type '\(given.className)' with an existing primary key value "
                        + "'\(ValueEncoder.unwrapped(input ?? nil) ?? "nil")'.")
            }
            try set(given, of: existing, in: table, update, depth)
            return existing
        }
        let key = try rethrowing { () throws(FormatError) in try objects.create(in: table, primaryKey: primaryKey) }
        try set(given, of: key, in: table, update, depth)
        return key
    }

    private func initialKey(_ column: Column) -> Value? {
        if column.isNullable { return .null }
        return encoder.value(column.type == .string ? "" : column.type == .int ? 0 : nil, for: column)
    }

    private func set(
        _ given: GivenValues, of key: ObjectKey, in table: TableEditor, _ update: Realm.UpdatePolicy, _ depth: Int
    ) throws {
        for column in table.columns where column.key != table.primaryKey?.key {
            guard let value = given[column] else { continue }
            try set(value, of: column, of: key, in: table, update, depth: depth)
        }
    }

    // MARK: Properties

    /// Sets one property of an object, of any kind.
    func set(
        _ input: Any?, of column: Column, of key: ObjectKey, in table: TableEditor,
        _ update: Realm.UpdatePolicy = .all, depth: Int = 0
    ) throws {
        guard depth < ObjectWriter.maximumDepth else {
            throw invalidInput("Values for property '\(column.name)' are nested too deep.")
        }
        defer { session.noteChange() }
        switch column.collection {
        case .list, .set: try setElements(input, of: column, of: key, in: table, update, depth)
        case .dictionary: try setEntries(input, of: column, of: key, in: table, update, depth)
        case nil:
            if column.type == .link, try isEmbedded(column) {
                try setEmbedded(input, of: column, of: key, in: table, update, depth)
                return
            }
            let value = try self.value(input, for: column, of: table, update, depth)
            try rethrowing { () throws(FormatError) in try objects.set(value, of: column, of: key, in: table) }
        }
    }

    private func setEmbedded(
        _ input: Any?, of column: Column, of key: ObjectKey, in table: TableEditor, _ update: Realm.UpdatePolicy,
        _ depth: Int
    ) throws {
        guard let input = ValueEncoder.unwrapped(input) else {
            return try rethrowing { () throws(FormatError) in try objects.set(.null, of: column, of: key, in: table) }
        }
        let target = try rethrowing { () throws(FormatError) in try objects.table(column.oppositeTable) }
        let given = try GivenValues(input, for: target)
        let made = try rethrowing { () throws(FormatError) in
            try objects.setEmbedded(of: column, of: key, in: table)
        }
        try set(given, of: made, in: target, update, depth + 1)
    }

    private func setElements(
        _ input: Any?, of column: Column, of key: ObjectKey, in table: TableEditor, _ update: Realm.UpdatePolicy,
        _ depth: Int
    ) throws {
        guard let elements = ObjectWriter.elements(input) else { throw misfit(input, column, of: table) }
        try rethrowing { () throws(FormatError) in try objects.removeAll(from: column, of: key, in: table) }
        let embedded = try isEmbedded(column)
        for (position, element) in elements.enumerated() {
            if embedded {
                let target = try rethrowing { () throws(FormatError) in try objects.table(column.oppositeTable) }
                let given = try GivenValues(element, for: target)
                let made = try rethrowing { () throws(FormatError) in
                    try objects.insertEmbedded(at: position, into: column, of: key, in: table)
                }
                try set(given, of: made, in: target, update, depth + 1)
                continue
            }
            let value = try self.value(element, for: column, of: table, update, depth)
            try rethrowing { () throws(FormatError) in
                if column.collection == .set {
                    _ = try objects.add(value, to: column, of: key, in: table)
                } else {
                    try objects.insert(value, at: position, into: column, of: key, in: table)
                }
            }
        }
    }

    private func setEntries(
        _ input: Any?, of column: Column, of key: ObjectKey, in table: TableEditor, _ update: Realm.UpdatePolicy,
        _ depth: Int
    ) throws {
        guard let entries = ObjectWriter.entries(input) else { throw misfit(input, column, of: table) }
        try rethrowing { () throws(FormatError) in try objects.removeAll(from: column, of: key, in: table) }
        let embedded = try isEmbedded(column)
        for (name, element) in entries {
            guard let entry = ObjectWriter.key(name, encoder, column) else {
                throw invalidInput("'\(name)' cannot be a key of map '\(column.name)': it is no number.")
            }
            if embedded, let element = ValueEncoder.unwrapped(element) {
                let target = try rethrowing { () throws(FormatError) in try objects.table(column.oppositeTable) }
                let given = try GivenValues(element, for: target)
                let made = try rethrowing { () throws(FormatError) in
                    try objects.setEmbeddedEntry(for: entry, in: column, of: key, in: table)
                }
                try set(given, of: made, in: target, update, depth + 1)
                continue
            }
            let value = try self.value(element, for: column, of: table, update, depth)
            try rethrowing { () throws(FormatError) in
                try objects.setEntry(value, for: entry, in: column, of: key, in: table)
            }
        }
    }

    private static func key(_ name: String, _ encoder: ValueEncoder, _ column: Column) -> Value? {
        column.hasIntegerKeys ? Int64(name).map(Value.int) : encoder.scratch.string(name)
    }

    // MARK: Values

    /// The value for a single-valued column or an element: objects it leads to are created, collections made.
    private func value(
        _ input: Any?, for column: Column, of table: TableEditor, _ update: Realm.UpdatePolicy, _ depth: Int
    ) throws -> Value {
        if let value = column.type == .link ? nil : encoder.value(input, for: column) { return value }
        guard let content = ValueEncoder.unwrapped(input) else {
            guard column.isNullable else { throw misfit(input, column, of: table) }
            return .null
        }
        if column.type == .mixed { return try mixed(content, column, of: table, update, depth) }
        guard column.type == .link else { throw misfit(input, column, of: table) }
        if let object = content as? RLMObjectBase, object.session === session {
            guard let place = object.place, !object.isInvalidated, place.table == column.oppositeTable else {
                throw misfit(input, column, of: table)
            }
            return .link(place.table, place.key)
        }
        let target = try rethrowing { () throws(FormatError) in try objects.table(column.oppositeTable) }
        let key = try create(in: target, content, update, depth: depth + 1)
        return .link(target.key, key)
    }

    private func mixed(
        _ input: Any, _ column: Column, of table: TableEditor, _ update: Realm.UpdatePolicy, _ depth: Int
    ) throws -> Value {
        guard depth < ObjectWriter.maximumDepth else {
            throw invalidInput("Values for property '\(column.name)' are nested too deep.")
        }
        if let value = encoder.mixed(input) { return value }
        var input = input
        if let any = input as? AnyRealmValue, case .object(let object) = any { input = object }
        if let object = input as? RLMObjectBase {
            guard object.session === session, let place = object.place, !object.isInvalidated else {
                throw misfit(input, column, of: table)
            }
            return .link(place.table, place.key)
        }
        let arena = objects.arena
        if let entries = ObjectWriter.entries(input) {
            var dictionary = try rethrowing { () throws(FormatError) in try DictionaryEditor(root: .none, in: arena) }
            for (name, element) in entries {
                let value = try nested(element, column, of: table, update, depth)
                let key = encoder.scratch.string(name)
                try rethrowing { () throws(FormatError) in _ = try dictionary.set(value, for: key) }
            }
            return .dictionary(dictionary.root)
        }
        guard let elements = ObjectWriter.elements(input) else { throw misfit(input, column, of: table) }
        var list = try rethrowing { () throws(FormatError) in
            try ListEditor(root: .none, of: .nestedMixed, in: arena)
        }
        for element in elements {
            let value = try nested(element, column, of: table, update, depth)
            try rethrowing { () throws(FormatError) in try list.append(value) }
        }
        return .list(list.root)
    }

    private func nested(
        _ element: Any?, _ column: Column, of table: TableEditor, _ update: Realm.UpdatePolicy, _ depth: Int
    ) throws -> Value {
        guard let content = ValueEncoder.unwrapped(element) else { return .null }
        return try mixed(content, column, of: table, update, depth + 1)
    }

    /// The elements of an array, a list or a set.
    private static func elements(_ input: Any?) -> [Any]? {
        guard let content = ValueEncoder.unwrapped(input) else { return nil }
        if case .list(let list)? = content as? AnyRealmValue { return list.map { $0 } }
        if let array = content as? [Any] { return array }
        return (content as? any RealmCollectionBase).map { collection in collection.map { $0 } }
    }

    /// The entries of a dictionary or map.
    private static func entries(_ input: Any?) -> [(String, Any?)]? {
        guard let content = ValueEncoder.unwrapped(input) else { return nil }
        if case .dictionary(let map)? = content as? AnyRealmValue { return map.map { ($0.key, $0.value) } }
        if let dictionary = content as? [String: Any] { return dictionary.map { ($0.key, $0.value) } }
        return (content as? any MapEntries)?.anyEntries
    }

    // MARK: Errors

    private func isEmbedded(_ column: Column) throws -> Bool {
        guard column.type == .link else { return false }
        return try rethrowing { () throws(FormatError) in try objects.table(column.oppositeTable).kind == .embedded }
    }

    private func misfit(_ input: Any?, _ column: Column, of table: TableEditor) -> any Error {
        misfit(input, column, of: String(table.name.dropFirst(Table.classPrefix.count)))
    }

    private func misfit(_ input: Any?, _ column: Column, of className: String) -> any Error {
        let type = PropertyType(column.type)?.name ?? "other"
        let content = ValueEncoder.unwrapped(input)
        let given = content.map { "'\($0)' of type \(Swift.type(of: $0))" } ?? "nil"
        return invalidInput("Property '\(className).\(column.name)' is of type \(type), which \(given) does not fit.")
    }
}

/// A map whose types are not known.
protocol MapEntries {
    var anyEntries: [(String, Any?)] { get }
}

extension Map: MapEntries {
    var anyEntries: [(String, Any?)] { map { ($0.key._rlmText, $0.value) } }
}

/// What is given for the properties of one object.
struct GivenValues {
    let className: String
    private let find: (Column) -> Any??

    /// - Throws: `invalidInput` for what is neither a dictionary, nor an array, nor an object.
    init(_ value: Any, for table: TableEditor) throws {
        className = String(table.name.dropFirst(Table.classPrefix.count))
        switch ValueEncoder.unwrapped(value) {
        case let values as [String: Any]:
            find = { column in
                guard let index = values.index(forKey: column.name) else { return nil }
                return .some(values[index].value)
            }
        case let object as RLMObjectBase:
            find = { column in
                guard object.row?.table.column(named: column.name) != nil else { return nil }
                return .some(object[column.name])
            }
        case let values as [Any]:
            guard values.count <= table.columns.count else {
                throw invalidInput(
                    "\(values.count) values are too many for the \(table.columns.count) properties of '\(className)'.")
            }
            let names = table.columns.map(\.name)
            find = { column in
                guard let index = names.firstIndex(of: column.name), index < values.count else { return nil }
                return .some(values[index])
            }
        default: throw invalidInput("An object of class '\(className)' cannot be made of '\(value)'.")
        }
    }

    /// The value given for a property, which may be nil; no value if it was not given.
    subscript(column: Column) -> Any?? { find(column) }
}
