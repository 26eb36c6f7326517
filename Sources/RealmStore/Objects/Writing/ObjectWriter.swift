import Foundation

/// Creates objects and sets properties from values of any shape, as given by programs and documents.
///
/// Errors name class and property. After one, part of the value may have been written.
struct ObjectWriter {
    let session: Session
    let objects: ObjectEditor
    private let memory: WritingMemory
    /// The objects being added or created: one leads to the next.
    var additions: NestedAdditions { memory.additions }
    var scratch: ValueScratch { memory.scratch }
    var encoder: ValueEncoder { ValueEncoder(scratch: scratch) }

    /// The depth to which nested values are followed.
    private static let maximumDepth = 100

    /// Whether plain objects among the values are copied, as when creating an object; else they are added.
    let copiesObjects: Bool
    /// The handling of an object among the values whose primary key is taken.
    let update: Realm.UpdatePolicy
    /// The nesting depth of the value being written.
    private var depth = 0

    /// Traps outside of a write transaction.
    init(_ session: Session, copiesObjects: Bool = false, update: Realm.UpdatePolicy = .error) {
        require(
            !session.isFrozen,
            "Frozen objects, and the old ones of a migration, cannot be changed, in a write transaction or outside. "
                + "Use thaw() to get live objects, or the migration's new ones.")
        guard let write = session.write else {
            misuse(
                "Cannot modify managed objects outside of a write transaction. Call beginWrite() or write { } first.")
        }
        self.session = session
        self.copiesObjects = copiesObjects
        self.update = update
        objects = write.objects
        memory = write.spareMemory as? WritingMemory ?? WritingMemory()
        write.spareMemory = nil
    }

    /// Runs `body` with a writer whose memory the next one uses again: it must not be used afterwards, nor any value
    /// that it encoded.
    static func using<Result>(
        _ session: Session, copiesObjects: Bool = false, update: Realm.UpdatePolicy = .error,
        _ body: (ObjectWriter) throws -> Result
    ) rethrows -> Result {
        let writer = ObjectWriter(session, copiesObjects: copiesObjects, update: update)
        defer {
            writer.scratch.reset()
            session.write?.spareMemory = writer.memory
        }
        return try body(writer)
    }

    /// Writes a value at the given nesting depth.
    func at(depth: Int) -> ObjectWriter {
        var writer = self
        writer.depth = depth
        return writer
    }

    /// Writes a value nested in the current one.
    var nested: ObjectWriter { at(depth: depth + 1) }

    /// The table of a class. Traps for one that is not in the schema.
    func table(ofClass name: String) throws -> TableEditor {
        guard
            let table = try rethrowing({
                try objects.tables.table(named: Table.classPrefix + name)
            })
        else { misuse("class '\(name)' is not in the schema of this Realm") }
        return table
    }

    /// The table of objects of the session.
    func table(_ key: TableKey) throws -> TableEditor {
        try rethrowing { try objects.table(key) }
    }

    /// Stores an encoded value for a non-throwing caller.
    ///
    /// - Returns: whether it took the place of the old one.
    @discardableResult
    func store(_ value: Value, of column: Column, of key: ObjectKey, in table: TableKey) -> Bool {
        do {
            let table = try objects.table(table)
            let isInPlace = try objects.replace(value, of: column, of: key, in: table)
            session.noteChange(inPlace: isInPlace)
            return isInPlace
        } catch {
            misuse("\(RLMError(error, path: session.path).localizedDescription)")
        }
    }

    func rethrowing<Result>(_ body: () throws -> Result) throws -> Result {
        try RealmStore.rethrowing(session.path, body)
    }

    // MARK: Objects

    /// Creates or updates an object.
    ///
    /// - Parameters:
    ///   - value: a dictionary by property name, an array in the order of the properties, or an object.
    ///   - model: the class of the object; nil for that of the table.
    func create(
        in table: TableEditor, _ value: Any, as model: ModelClass? = nil
    ) throws -> ObjectKey {
        defer { session.noteChange() }
        if update != .error, let object: RLMObjectBase = LooseValue.object(value), object.session === session,
            object.place?.table == table.key, table.kind != .embedded
        {
            return try livePlace(of: object).key
        }
        let given = try GivenValues(value, for: table, session, as: model)
        guard table.kind != .embedded else {
            throw invalidInput(
                "Embedded objects cannot be created directly: set a property that is of class '\(given.className)', or "
                    + "add to a list or map of it.")
        }
        guard let keyColumn = table.primaryKey else {
            guard depth > 0 || update == .error else {
                throw invalidInput("Class '\(given.className)' has no primary key by which an object could be updated.")
            }
            let key = try rethrowing { try objects.create(in: table) }
            // The values may come from an object of the same class, whose neighbours have just changed.
            session.noteChange()
            try additions.run { try set(given.withDefaults(), of: key, in: table) }
            return key
        }
        let input = given[keyColumn] ?? given.withDefaults()[keyColumn]
        guard let primaryKey = input == nil ? initialKey(keyColumn) : encoder.value(input ?? nil, for: keyColumn) else {
            throw misfit(input ?? nil, keyColumn, of: given.className)
        }
        // Until a migration is over, a primary key is an ordinary property.
        let existing = try rethrowing {
            session.isMigrating ? nil : try table.table.find(primaryKey: primaryKey)?.key
        }
        if let existing {
            guard update != .error else {
                throw invalidInput(
                    "Attempting to create an object of type '\(given.className)' with an existing primary key value "
                        + "'\(LooseValue.unwrapped(input ?? nil) ?? "nil")'.")
            }
            try additions.run { try set(given, of: existing, in: table) }
            return existing
        }
        let key = try rethrowing { try objects.create(in: table, primaryKey: primaryKey) }
        session.noteChange()
        try additions.run { try set(given.withDefaults(), of: key, in: table) }
        return key
    }

    private func initialKey(_ column: Column) -> Value? {
        if column.isNullable { return .null }
        return encoder.value(column.type == .string ? "" : column.type == .int ? 0 : nil, for: column)
    }

    func set(
        _ given: GivenValues, of key: ObjectKey, in table: TableEditor
    ) throws {
        for column in table.columns where column.key != table.primaryKey?.key {
            guard let value = given[column] else { continue }
            if update == .modified, try isSame(value, column, of: key, in: table) { continue }
            try set(value, of: column, of: key, in: table)
        }
    }

    // MARK: Properties

    /// Sets one property of an object, of any kind.
    func set(
        _ input: Any?, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws {
        guard depth < ObjectWriter.maximumDepth else {
            throw invalidInput(
                "Values are nested in more than \(ObjectWriter.maximumDepth) objects, down to property "
                    + "'\(column.name)'.")
        }
        defer { session.noteChange() }
        switch column.collection {
        case .list, .set: try setElements(input, of: column, of: key, in: table)
        case .dictionary: try setEntries(input, of: column, of: key, in: table)
        case nil:
            if column.type == .link, try isEmbedded(column) {
                try setEmbedded(input, of: column, of: key, in: table)
                return
            }
            let value = try self.value(input, for: column, of: table)
            try rethrowing { try objects.set(value, of: column, of: key, in: table) }
        }
    }

    private func setElements(
        _ input: Any?, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws {
        guard let elements = ObjectWriter.elements(input) else { throw misfit(input, column, of: table) }
        if isCollection(input, of: column, key, in: table) { return }
        if try isEmbedded(column) {
            return try setEmbeddedElements(elements, of: column, of: key, in: table)
        }
        try rethrowing { try objects.removeAll(from: column, of: key, in: table) }
        for (position, element) in elements.enumerated() {
            if column.collection == .set {
                _ = try addElement(element, to: column, of: key, in: table)
            } else {
                try insertElement(element, at: position, into: column, of: key, in: table)
            }
        }
    }

    /// Inserts an element into a list before `position`, or at the end.
    func insertElement(
        _ element: Any?, at position: Int, into column: Column, of key: ObjectKey, in table: TableEditor
    ) throws {
        defer { session.noteChange() }
        guard try isEmbedded(column) else {
            let value = try self.value(element, for: column, of: table)
            return try rethrowing {
                try objects.insert(value, at: position, into: column, of: key, in: table)
            }
        }
        guard let content = LooseValue.unwrapped(element) else { throw misfit(element, column, of: table) }
        try fillEmbedded(content, of: column, in: table, .null) { () throws(FormatError) in
            try objects.insertEmbedded(at: position, into: column, of: key, in: table)
        }
    }

    /// Adds an element to a set.
    ///
    /// - Returns: false if there was an equal one.
    func addElement(
        _ element: Any?, to column: Column, of key: ObjectKey, in table: TableEditor
    ) throws -> Bool {
        defer { session.noteChange() }
        let value = try self.value(element, for: column, of: table)
        return try rethrowing {
            try objects.add(value, to: column, of: key, in: table)
        }
    }

    /// Replaces the element of a list at `position`.
    func setElement(
        _ element: Any?, at position: Int, in column: Column, of key: ObjectKey, in table: TableEditor
    ) throws {
        defer { session.noteChange() }
        if try isEmbedded(column) {
            guard let content = LooseValue.unwrapped(element) else { throw misfit(element, column, of: table) }
            let current = try rethrowing {
                try objects.element(at: position, of: column, of: key, in: table)
            }
            let isNew = try fillEmbedded(content, of: column, in: table, current) {
                () throws(FormatError) in
                try objects.insertEmbedded(at: position, into: column, of: key, in: table, replaces: true)
            }
            guard isNew else { return }
            return try rethrowing {
                try objects.removeReplacedElement(at: position + 1, from: column, of: key, in: table)
            }
        }
        let value = try self.value(element, for: column, of: table)
        try rethrowing {
            try objects.setElement(value, at: position, in: column, of: key, in: table)
        }
    }

    /// The element in stored form, to search for it in a set; nil for one that cannot be in a set: an unmanaged object,
    /// a collection.
    func existing(_ element: Any?, in column: Column) -> Value? {
        guard let object = element.flatMap(KeyValues.object) else { return encoder.value(element, for: column) }
        guard object.session === session else { return nil }
        return object.place.map { .link($0.table, $0.key) }
    }

    private func setEntries(
        _ input: Any?, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws {
        guard let entries = ObjectWriter.entries(input) else { throw misfit(input, column, of: table) }
        if isCollection(input, of: column, key, in: table) { return }
        if try isEmbedded(column) {
            // The given ones are replaced one by one, or changed in place.
            let kept = try entries.map { try self.key($0.0, of: column) }
            try rethrowing {
                for entry in try objects.entryKeys(of: column, of: key, in: table, scratch)
                where !kept.contains(where: { $0.isSame(as: entry) }) {
                    _ = try objects.removeEntry(entry, from: column, of: key, in: table)
                }
            }
        } else {
            try rethrowing { try objects.removeAll(from: column, of: key, in: table) }
        }
        for (name, element) in entries {
            try setEntry(element, for: name, in: column, of: key, in: table)
        }
    }

    /// Sets an entry of a dictionary.
    func setEntry(
        _ element: Any?, for name: String, in column: Column, of key: ObjectKey, in table: TableEditor
    ) throws {
        defer { session.noteChange() }
        let entry = try self.key(name, of: column)
        if try isEmbedded(column), let content = LooseValue.unwrapped(element) {
            let current = try rethrowing {
                try objects.entry(entry, of: column, of: key, in: table)
            }
            try fillEmbedded(content, of: column, in: table, current ?? .null) {
                () throws(FormatError) in
                try objects.setEmbeddedEntry(for: entry, in: column, of: key, in: table)
            }
            return
        }
        let value = try self.value(element, for: column, of: table)
        try rethrowing {
            try objects.setEntry(value, for: entry, in: column, of: key, in: table)
        }
    }

    /// The key of an entry in stored form.
    func key(_ name: String, of column: Column) throws -> Value {
        if let key = column.hasIntegerKeys ? Int64(name).map(Value.int) : scratch.string(name) { return key }
        throw invalidInput("'\(name)' cannot be a key of map '\(column.name)': it is no number.")
    }

    // MARK: Values

    /// The value for a single-valued column or an element: objects and collections in it are created.
    private func value(
        _ input: Any?, for column: Column, of table: TableEditor
    ) throws -> Value {
        if let value = column.type == .link ? nil : encoder.value(input, for: column) { return value }
        guard let content = LooseValue.unwrapped(input) else {
            guard column.isNullable else { throw misfit(input, column, of: table) }
            return .null
        }
        if column.type == .mixed { return try mixed(content, column, of: table) }
        guard column.type == .link else { throw misfit(input, column, of: table) }
        if let object: RLMObjectBase = LooseValue.object(content) {
            let place = try self.target(object, of: column, in: table)
            return .link(place.table, place.key)
        }
        let target = try rethrowing { try objects.table(column.oppositeTable) }
        let key = try nested.create(in: target, content)
        return .link(target.key, key)
    }

    /// An element of a collection nested in a mixed value.
    func nestedValue(_ element: Any?, _ edit: PropertyPlace.Editing) throws -> Value {
        try at(depth: edit.path?.count ?? 0).nestedElement(element, edit.column, of: edit.table)
    }

    private func mixed(
        _ input: Any, _ column: Column, of table: TableEditor
    ) throws -> Value {
        if let value = encoder.mixed(input) { return value }
        var input = input
        if let any = input as? AnyRealmValue, case .object(let object) = any { input = object }
        if let object: RLMObjectBase = LooseValue.object(input) {
            let place = try target(object, of: column, in: table)
            return .link(place.table, place.key)
        }
        // A mixed value holds lists and dictionaries.
        guard !(input is any UnorderedContent) else { throw misfit(input, column, of: table) }
        guard depth < NestedCollection.maximumDepth else {
            throw invalidInput(
                "Values for property '\(column.name)' are nested too deep: in more than "
                    + "\(NestedCollection.maximumDepth) collections.")
        }
        let arena = objects.arena
        if let entries = ObjectWriter.entries(input) {
            var dictionary = try rethrowing { try DictionaryEditor(root: .none, in: arena) }
            for (name, element) in entries {
                let value = try nestedElement(element, column, of: table)
                let key = encoder.scratch.string(name)
                try rethrowing { _ = try dictionary.set(value, for: key) }
            }
            return .dictionary(dictionary.root)
        }
        guard let elements = ObjectWriter.elements(input) else { throw misfit(input, column, of: table) }
        var list = try rethrowing {
            try ListEditor(root: .none, of: .nestedMixed, in: arena)
        }
        for element in elements {
            let value = try nestedElement(element, column, of: table)
            try rethrowing { try list.append(value) }
        }
        return .list(list.root)
    }

    private func nestedElement(_ element: Any?, _ column: Column, of table: TableEditor) throws -> Value {
        guard let content = LooseValue.unwrapped(element) else { return .null }
        return try nested.mixed(content, column, of: table)
    }

    /// Whether the given collection is the one to be set.
    private func isCollection(_ input: Any?, of column: Column, _ key: ObjectKey, in table: TableEditor) -> Bool {
        let place = (LooseValue.unwrapped(input) as? RLMSwiftCollectionBase)?.stored?.place
        return place?.isOwn(of: column, ObjectPlace(table: table.key, key: key), session) == true
    }

    /// The elements of an array, a list or a set.
    static func elements(_ input: Any?) -> [Any]? {
        guard let content = LooseValue.unwrapped(input) else { return nil }
        if case .list(let list)? = content as? AnyRealmValue { return list.map { $0 } }
        if let array = content as? [Any] { return array }
        return (content as? any RealmCollectionBase).map { collection in collection.map { $0 } }
    }

    /// The entries of a dictionary or map.
    static func entries(_ input: Any?) -> [(String, Any?)]? {
        guard let content = LooseValue.unwrapped(input) else { return nil }
        if case .dictionary(let map)? = content as? AnyRealmValue { return map.map { ($0.key, $0.value) } }
        if let dictionary = content as? [String: Any] { return dictionary.map { ($0.key, $0.value) } }
        return (content as? any MapEntries)?.anyEntries
    }

    // MARK: Errors

    func misfit(_ input: Any?, _ column: Column, of table: TableEditor) -> any Error {
        misfit(input, column, of: String(table.name.dropFirst(Table.classPrefix.count)))
    }

    func misfit(_ input: Any?, _ column: Column, of className: String) -> any Error {
        let type = PropertyType(column.type)?.name ?? "other"
        let content = LooseValue.unwrapped(input)
        let given = content.map { "'\($0)' of type \(Swift.type(of: $0))" } ?? "nil"
        return invalidInput("Property '\(className).\(column.name)' is of type \(type), which \(given) does not fit.")
    }
}
