/// The objects and collections touched between two versions according to the changesets.
///
///     var touched = TouchedObjects(watching: places)
///     for changeset in changesets { try touched.add(changeset) }
///
/// Only watched collections are followed. A hostile changeset may contain nonsense, but nothing computed from it traps.
struct TouchedObjects: Sendable {
    private var tables: [TouchedTable] = []
    private var numbers: [TableKey: Int] = [:]
    private(set) var addedTables: Set<TableKey> = []
    private(set) var removedTables: Set<TableKey> = []
    /// Tables or columns were added, removed or renamed, or a mixed column leads to a new target table.
    private(set) var changesSchema = false
    private var collections: [TouchedCollection] = []
    /// The collections that are watched, by the place of their property.
    private var watched: [CollectionPlace: [Int]] = [:]
    /// The index of each collection in `collections`.
    private var places: [CollectionPlace: Int] = [:]

    /// - Parameter places: the collections that will be queried later.
    init(watching places: some Sequence<CollectionPlace> = EmptyCollection()) {
        for place in places where self.places[place] == nil {
            self.places[place] = collections.count
            watched[place.root, default: []].append(collections.count)
            collections.append(TouchedCollection(path: place.path))
        }
    }

    /// True if nothing was touched.
    var isEmpty: Bool { !changesSchema && tables.allSatisfy(\.isUntouched) }

    /// The touched objects of a table; nil if there are none.
    subscript(table: TableKey) -> TouchedTable? {
        guard let number = numbers[table], !tables[number].isUntouched else { return nil }
        return tables[number]
    }

    /// The same with its columns, even if no object was touched.
    func columns(of table: TableKey) -> TouchedTable? { numbers[table].map { tables[$0] } }

    /// The tables with touched objects, in no order.
    var touchedTables: [TableKey] { numbers.lazy.filter { !tables[$0.value].isUntouched }.map(\.key) }

    /// The changes of a watched collection. Nothing is known of others.
    subscript(collection: CollectionPlace) -> TouchedCollection? { places[collection].map { collections[$0] } }

    // MARK: Without changesets

    mutating func noteSchemaChange() { changesSchema = true }

    /// Records the objects and columns in which two versions of a table differ.
    mutating func note(
        created: [ObjectKey], removed: [ObjectKey], modified: [(ObjectKey, ColumnKey)], in table: TableKey
    ) {
        let number = number(of: table)
        for key in created { tables[number].create(key) }
        for key in removed { tables[number].remove(key) }
        for (key, column) in modified { tables[number].modify(key, column) }
    }

    // MARK: Reading

    /// Adds the content of a later changeset.
    ///
    /// - Throws: `FormatError` for bytes that are not a changeset; then the result so far is unusable.
    /// - Complexity: O(bytes), and for each change of a watched collection O(changes of it so far / 256).
    mutating func add(_ changeset: [UInt8]) throws(FormatError) {
        var reader = ChangesetReader(changeset)
        var table: Selection?
        var active: Int?
        while let instruction = try reader.next() {
            switch instruction {
            case .tableAdded(let key):
                changesSchema = true
                addedTables.insert(key)
            case .tableRemoved(let key):
                changesSchema = true
                if addedTables.remove(key) == nil { removedTables.insert(key) }
            case .tableRenamed: changesSchema = true
            case .selectTable(let key):
                table = Selection(key: key, number: number(of: key))
                active = nil
            case .element(let change):
                guard table != nil else { throw TouchedObjects.nothingSelected }
                if let active { collections[active].script.apply(change) }
            default:
                guard let table else { throw TouchedObjects.nothingSelected }
                if case .selectCollection(let column, let object, let path) = instruction {
                    tables[table.number].modify(object, column)
                    active = select(CollectionPlace(table: table.key, object: object, column: column, path: path))
                } else {
                    apply(instruction, to: table)
                }
            }
        }
    }

    private struct Selection {
        let key: TableKey
        let number: Int
    }

    private mutating func number(of table: TableKey) -> Int {
        if let number = numbers[table] { return number }
        numbers[table] = tables.count
        tables.append(TouchedTable())
        return tables.count - 1
    }

    private mutating func apply(_ instruction: ChangeInstruction, to table: Selection) {
        switch instruction {
        case .objectCreated(let key): tables[table.number].create(key)
        case .objectRemoved(let key):
            tables[table.number].remove(key)
            if !watched.isEmpty { close(key, of: table.key) }
        case .propertySet(let column, let key): tables[table.number].modify(key, column)
        case .columnAdded(let column):
            changesSchema = true
            tables[table.number].add(column)
        case .columnRemoved(let column):
            changesSchema = true
            tables[table.number].remove(column)
        case .columnRenamed, .typedLinkAdded: changesSchema = true
        case .tableAdded, .tableRemoved, .tableRenamed, .selectTable, .selectCollection, .element: break
        }
    }

    /// Marks an element of each collection around the one at `place` as touched.
    ///
    /// - Returns: the collection itself, if it is watched.
    private mutating func select(_ place: CollectionPlace) -> Int? {
        var found: Int?
        for number in watched[place.root] ?? [] where !collections[number].isClosed {
            let path = collections[number].path
            guard place.path.starts(with: path) else { continue }
            if path.count == place.path.count {
                found = number
            } else {
                collections[number].touchedNested.insert(place.path[path.count])
            }
        }
        return found
    }

    private mutating func close(_ object: ObjectKey, of table: TableKey) {
        for (place, number) in places where place.table == table && place.object == object {
            collections[number].isClosed = true
        }
    }

    private static var nothingSelected: FormatError {
        FormatError(.badValue, at: .none, "the history is damaged: a changeset changes what it did not select")
    }
}

/// The changes of one collection.
struct TouchedCollection: Sendable {
    fileprivate let path: [Int64]
    fileprivate(set) var script = EditScript()
    /// Identities of nested collections in which, at any depth, something was touched.
    fileprivate(set) var touchedNested: Set<Int64> = []
    /// Its object was removed.
    fileprivate(set) var isClosed = false

    fileprivate init(path: [Int64]) { self.path = path }
}
