@testable import RealmStore

/// The expected content of a file: tables, objects and values in plain collections, and the rules by which they change
/// together.
struct ModelState {
    /// By table key.
    var tables: [UInt32: ModelTable] = [:]
    /// Objects that link to an object, or once did: the ones to update when it is deleted.
    private var origins: [ModelPlace: Set<ModelPlace>] = [:]

    /// Table keys in the order of their slots.
    var order: [UInt32] { tables.keys.sorted { ($0 & 0xFFFF) < ($1 & 0xFFFF) } }

    subscript(place: ModelPlace) -> [ModelValue]? { tables[place.table]?.objects[place.key] }

    /// Number of objects in all tables.
    var objectCount: Int { tables.values.reduce(0) { $0 + $1.objects.count } }

    // MARK: Objects

    mutating func create(_ place: ModelPlace, _ values: [ModelValue]) {
        tables[place.table]?.insert(place.key, values)
        for value in values { noteLinks(in: value, from: place) }
    }

    /// Puts `value` in a column, replacing any value; the embedded objects that lost their owner are deleted.
    mutating func set(_ value: ModelValue, at column: Int, of place: ModelPlace) {
        change(column, of: place) { $0 = value }
        noteLinks(in: value, from: place)
    }

    /// Changes a value of a column in place. Embedded objects that lost their owner are deleted.
    ///
    /// - Parameter body: adds no links; those are recorded by the caller.
    mutating func change(_ column: Int, of place: ModelPlace, _ body: (inout ModelValue) -> Void) {
        guard let table = tables[place.table], let described = table.columns[safe: column] else { return }
        let isOwner = described.target.map { tables[$0]?.kind == .embedded } ?? false
        guard isOwner else {
            body(&tables[place.table]!.objects[place.key]![column])
            return
        }
        var before = Set<ModelPlace>()
        var after = Set<ModelPlace>()
        self[place]?[column].forEachLink { before.insert($0) }
        body(&tables[place.table]!.objects[place.key]![column])
        self[place]?[column].forEachLink { after.insert($0) }
        for orphan in before.subtracting(after) { delete(orphan) }
    }

    mutating func noteLinks(in value: ModelValue, from origin: ModelPlace) {
        value.forEachLink { origins[$0, default: []].insert(origin) }
    }

    /// Deletes an object, links to it, and the embedded objects it owns.
    mutating func delete(_ place: ModelPlace) {
        var pending = [place]
        while let next = pending.popLast() {
            guard let values = self[next] else { continue }
            for (column, value) in zip(tables[next.table]?.columns ?? [], values) {
                guard let target = column.target, tables[target]?.kind == .embedded else { continue }
                value.forEachLink { pending.append($0) }
            }
            for origin in origins.removeValue(forKey: next) ?? [] { dropLinks(to: next, in: origin) }
            tables[next.table]?.remove(next.key)
        }
    }

    private mutating func dropLinks(to place: ModelPlace, in origin: ModelPlace) {
        guard let values = self[origin], let table = tables[origin.table] else { return }
        for (index, column) in table.columns.enumerated() where column.type == .link || column.type == .mixed {
            let changed = values[index].without(place)
            if changed != values[index] { tables[origin.table]?.objects[origin.key]?[index] = changed }
        }
    }

    // MARK: Columns

    /// Adds a column, in which every object has `value`.
    mutating func add(_ column: ModelColumn, _ value: ModelValue, to table: UInt32) {
        tables[table]?.columns.append(column)
        for key in tables[table]?.keys ?? [] { tables[table]?.objects[key]?.append(value) }
    }

    mutating func removeColumn(at index: Int, of table: UInt32) {
        let removed = tables[table]?.columns.remove(at: index)
        if tables[table]?.primaryKey == removed?.key { tables[table]?.primaryKey = nil }
        for key in tables[table]?.keys ?? [] { tables[table]?.objects[key]?.remove(at: index) }
    }
}

struct ModelTable {
    let key: UInt32
    var name: String
    let kind: Table.Kind
    /// Column key.
    var primaryKey: Int64?
    var columns: [ModelColumn] = []
    /// Keys of the objects, ascending.
    private(set) var keys: [Int64] = []
    /// A value for each column, by object key.
    var objects: [Int64: [ModelValue]] = [:]

    init(key: UInt32, name: String, kind: Table.Kind) {
        self.key = key
        self.name = name
        self.kind = kind
    }

    mutating func insert(_ key: Int64, _ values: [ModelValue]) {
        keys.insert(key, at: position(of: key))
        objects[key] = values
    }

    mutating func remove(_ key: Int64) {
        keys.remove(at: position(of: key))
        objects[key] = nil
    }

    private func position(of key: Int64) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A property.
struct ModelColumn: Equatable {
    enum Index: Equatable {
        case none, values, words
    }

    let key: Int64
    var name: String
    let type: ValueType
    let collection: CollectionKind?
    let isNullable: Bool
    /// Table that a link leads to.
    let target: UInt32?
    var index = Index.none

    init(_ column: Column) {
        key = column.key.value
        name = column.name
        type = column.type
        collection = column.collection
        isNullable = column.isNullable
        target = column.type == .link ? column.oppositeTable.value : nil
        if !column.indexRoot.isNone { index = column.isFullTextIndexed ? .words : .values }
    }

    var columnKey: ColumnKey { ColumnKey(key) }

    /// The value in a new object.
    var initialValue: ModelValue {
        switch collection {
        case .list: return .list([])
        case .set: return .set([:])
        case .dictionary: return .dictionary([:])
        case nil: break
        }
        if isNullable { return .null }
        return switch type {
        case .int: .int(0)
        case .bool: .bool(false)
        case .float: .float(0)
        case .double: .double(0)
        case .string: .string([])
        case .binary: .binary([])
        case .timestamp: .timestamp(Timestamp(seconds: 0, nanoseconds: 0))
        case .decimal: .decimal(Decimal128Bits(coefficient: 0, exponent: 0))
        case .objectId: .objectId(ObjectIdBits(high: 0, low: 0))
        case .uuid: .uuid(UUIDBits(high: 0, low: 0))
        default: .null
        }
    }

    /// Whether a search index over values of the column can be made.
    var canBeIndexed: Bool {
        switch (type, collection) {
        case (.string, .list): !isNullable
        case (.int, nil), (.bool, nil), (.string, nil), (.timestamp, nil), (.objectId, nil), (.uuid, nil),
            (.mixed, nil):
            true
        default: false
        }
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
