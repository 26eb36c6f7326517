@testable import RealmStore
@testable import TestSupport

/// A random history of tables, columns and objects, with a model of the expected content.
struct SchemaHistory {
    struct ModelColumn: Equatable {
        var name: String
        var type: ValueType
        var attributes: ColumnAttributes
        var target: TableKey?
    }

    struct ModelTable {
        var name: String
        var kind: Table.Kind
        var columns: [ModelColumn] = []
        /// Values as text, by object key and name of a single-valued column.
        var objects: [Int64: [String: String]] = [:]
    }

    private(set) var tables: [UInt32: ModelTable] = [:]
    private var generator: SeededGenerator
    private var counter = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func random(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    private mutating func newName(_ prefix: String) -> String {
        counter += 1
        return "\(prefix)\(counter)" + String(repeating: "n", count: random(40))
    }

    private mutating func anyTable() -> UInt32? { tables.keys.sorted().randomElement(using: &generator) }

    /// One random change of `group`.
    mutating func step(_ group: GroupEditor) throws {
        let choice = random(100)
        guard let key = anyTable(), choice >= 4 else { return try addTable(group) }
        guard let table = try group.table(TableKey(key)) else { throw ModelError("table \(key) is missing") }
        switch choice {
        case 4..<6: try removeTable(table, group)
        case 6..<8:
            let name = newName("class_T")
            try group.renameTable(table, to: name)
            tables[key]?.name = name
        case 8..<22: try addColumn(to: table, group)
        case 22..<28: try removeColumn(of: table, group)
        case 28..<32: try renameColumn(of: table)
        case 32..<38: try changeColumn(of: table)
        case 38..<42: try removeObjects(of: table)
        default: try addObjects(to: table)
        }
    }

    // MARK: Tables

    private mutating func addTable(_ group: GroupEditor) throws {
        let model = ModelTable(name: newName("class_T"), kind: random(4) == 0 ? .embedded : .topLevel)
        tables[try group.addTable(model.name, kind: model.kind).key.value] = model
    }

    private mutating func removeTable(_ table: TableEditor, _ group: GroupEditor) throws {
        for other in tables.keys.sorted() {
            for column in tables[other]?.columns ?? []
            where column.type == .link && (other == table.key.value || column.target == table.key) {
                try remove(column, ofTable: other, group)
            }
        }
        try group.removeTable(table)
        tables[table.key.value] = nil
    }

    // MARK: Columns

    private static let types: [ValueType] = [
        .int, .int, .string, .string, .bool, .binary, .mixed, .timestamp, .float, .double, .decimal, .objectId, .uuid,
        .link, .link,
    ]

    private mutating func addColumn(to table: TableEditor, _ group: GroupEditor) throws {
        let type = SchemaHistory.types[random(SchemaHistory.types.count)]
        let kinds: [ColumnAttributes] = [[], [], [], .list, .set, .dictionary]
        var attributes = kinds[random(kinds.count)]
        if random(2) == 0 || type == .mixed { attributes.insert(.nullable) }
        var target: TableEditor?
        if type == .link, let key = anyTable() {
            target = try group.table(TableKey(key))
            let isCollection = !attributes.isDisjoint(with: [.list, .set])
            if isCollection { attributes.remove(.nullable) } else { attributes.insert(.nullable) }
        }
        let name = newName("p")
        let made = try table.addColumn(name, type, attributes, target: target)
        tables[table.key.value]?.columns.append(
            ModelColumn(name: name, type: type, attributes: attributes, target: target?.key))
        guard made.collection == nil else { return }
        for key in tables[table.key.value]?.objects.keys.sorted() ?? [] {
            tables[table.key.value]?.objects[key]?[name] = SchemaHistory.text(made.initialValue)
        }
    }

    private mutating func pick(
        of table: TableEditor, where isFit: (ModelColumn) -> Bool = { _ in true }
    ) -> ModelColumn? {
        tables[table.key.value]?.columns.filter(isFit).randomElement(using: &generator)
    }

    private mutating func removeColumn(of table: TableEditor, _ group: GroupEditor) throws {
        guard let column = pick(of: table) else { return }
        try remove(column, ofTable: table.key.value, group)
    }

    private mutating func remove(_ column: ModelColumn, ofTable key: UInt32, _ group: GroupEditor) throws {
        guard let table = try group.table(TableKey(key)), let stored = table.column(named: column.name) else {
            throw ModelError("column \(column.name) is missing")
        }
        try table.removeColumn(stored, target: column.target.flatMap { try group.table($0) })
        tables[key]?.columns.removeAll { $0.name == column.name }
        for object in tables[key]?.objects.keys.sorted() ?? [] { tables[key]?.objects[object]?[column.name] = nil }
    }

    private mutating func renameColumn(of table: TableEditor) throws {
        guard let column = pick(of: table), let stored = table.column(named: column.name) else { return }
        let name = newName("q")
        _ = try table.renameColumn(stored, to: name)
        guard let index = tables[table.key.value]?.columns.firstIndex(of: column) else { return }
        tables[table.key.value]?.columns[index].name = name
        for key in tables[table.key.value]?.objects.keys.sorted() ?? [] {
            let value = tables[table.key.value]?.objects[key]?.removeValue(forKey: column.name)
            tables[table.key.value]?.objects[key]?[name] = value
        }
    }

    /// Reverses the nullability of a single-valued column.
    private mutating func changeColumn(of table: TableEditor) throws {
        let single: (ModelColumn) -> Bool = {
            $0.type != .link && $0.type != .mixed && $0.attributes.isDisjoint(with: [.list, .set, .dictionary])
        }
        guard var column = pick(of: table, where: single), let stored = table.column(named: column.name) else { return }
        column.attributes.formSymmetricDifference(.nullable)
        let isNullable = column.attributes.contains(.nullable)
        let zero = stored.with().zeroValue
        _ = try table.changeColumn(stored, to: column.type, column.attributes) { isNullable || !$0.isNull ? $0 : zero }
        tables[table.key.value]?.columns.removeAll { $0.name == column.name }
        tables[table.key.value]?.columns.append(column)
        guard !isNullable else { return }
        for key in tables[table.key.value]?.objects.keys.sorted() ?? []
        where tables[table.key.value]?.objects[key]?[column.name] == "null" {
            tables[table.key.value]?.objects[key]?[column.name] = SchemaHistory.text(zero)
        }
    }

    // MARK: Objects

    private mutating func addObjects(to table: TableEditor) throws {
        guard table.kind == .topLevel else { return }
        for _ in 0..<random(150) {
            let key = try table.nextObjectKey()
            let position = try table.createObject(key)
            var values: [String: String] = [:]
            for column in table.columns where column.collection == nil {
                guard random(3) > 0 else {
                    values[column.name] = SchemaHistory.text(column.initialValue)
                    continue
                }
                var text = String(repeating: "x", count: random(8) == 0 ? random(90) : random(12))
                values[column.name] = try text.withUTF8 { bytes in
                    let value = value(for: column, UnsafeRawBufferPointer(bytes))
                    try table.set(value, of: column, at: position)
                    return SchemaHistory.text(value)
                }
            }
            tables[table.key.value]?.objects[key.value] = values
        }
    }

    private mutating func value(for column: Column, _ bytes: UnsafeRawBufferPointer) -> Value {
        let number = Int64(random(1 << random(40)))
        return switch column.type {
        case .int: .int(number)
        case .bool: .bool(number % 2 == 0)
        case .string: .string(bytes)
        case .double: .double(Double(number))
        case .timestamp: .timestamp(Timestamp(seconds: number, nanoseconds: 1))
        case .uuid: .uuid(UUIDBits(high: 0, low: UInt64(number)))
        case .mixed: number % 2 == 0 ? .int(number) : .string(bytes)
        default: column.initialValue
        }
    }

    private mutating func removeObjects(of table: TableEditor) throws {
        let keys = (tables[table.key.value]?.objects ?? [:]).keys.sorted()
        let share = random(5)
        for key in keys where random(5) < share {
            guard try table.removeObject(ObjectKey(key)) else { throw ModelError("object \(key) is missing") }
            tables[table.key.value]?.objects[key] = nil
        }
    }

    static func text(_ value: Value) -> String {
        switch value {
        case .string(let bytes), .binary(let bytes): "\"\(String(decoding: bytes, as: UTF8.self))\""
        default: "\(value)"
        }
    }

    // MARK: Comparing

    /// Throws the first difference between the model and what readers see.
    func check(_ group: Group) throws {
        let names = tables.sorted { ($0.key & 0xFFFF) < ($1.key & 0xFFFF) }.map(\.value.name)
        guard group.tables.map(\.name) == names else { throw ModelError("tables \(group.tables.map(\.name))") }
        for table in group.tables {
            guard let model = tables[table.key.value], model.kind == table.kind else {
                throw ModelError("table \(table.name) has another key or kind")
            }
            try check(table, model)
        }
    }

    private func check(_ table: Table, _ model: ModelTable) throws {
        let columns = table.columns.map {
            ModelColumn(
                name: $0.name, type: $0.type, attributes: $0.attributes,
                target: $0.type == .link ? $0.oppositeTable : nil)
        }
        guard columns == model.columns else { throw ModelError("\(table.name): \(columns), not \(model.columns)") }
        var shape = ClusterShape(space: table.space)
        shape.leafIndexes = Set((table.columns + table.backlinkColumns).map(\.leafIndex))
        shape.checksCounts = false
        try shape.check(table.clusters)
        guard shape.keys.map({ Int64($0) }) == model.objects.keys.sorted() else {
            throw ModelError("\(table.name): other objects")
        }
        let tree = try table.objects()
        for (key, values) in model.objects {
            guard let position = try tree.find(ObjectKey(key)) else { throw ModelError("object \(key) is not found") }
            for column in table.columns where column.collection == nil {
                let found = SchemaHistory.text(try table.value(of: column, at: position))
                let expected = values[column.name] ?? "nothing"
                guard found == expected else {
                    throw ModelError("\(table.name).\(column.name) of \(key): \(found), not \(expected)")
                }
            }
        }
    }
}

extension Column {
    /// The initial value that the column would have if it were not nullable.
    var zeroValue: Value {
        let key = ColumnKey(leafIndex: leafIndex, type: type, attributes: [], tag: 0)
        return Column(
            name: "", key: key, type: type, attributes: [], hasIntegerKeys: false, oppositeTable: .null,
            oppositeColumn: .null, indexRoot: .none, enumeratedValues: nil
        ).initialValue
    }
}
