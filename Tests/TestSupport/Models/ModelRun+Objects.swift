@testable import RealmStore

/// Creating and deleting objects, and changing single values.
extension ModelRun {
    // MARK: Choosing

    func editor(_ table: UInt32) throws -> TableEditor {
        guard let editor = try tables.table(TableKey(table)) else { throw ModelError("table \(table) is missing") }
        return editor
    }

    func stored(_ column: ModelColumn, in table: TableEditor) throws -> Column {
        guard let stored = table.column(column.columnKey) else {
            throw ModelError("column '\(column.name)' is missing")
        }
        return stored
    }

    func pickTable(where isFit: (ModelTable) -> Bool = { _ in true }) -> UInt32? {
        source.pick(state.order.filter { state.tables[$0].map(isFit) ?? false })
    }

    func pickObject(of table: UInt32) -> ModelPlace? {
        source.pick(state.tables[table]?.keys ?? []).map { ModelPlace(table, $0) }
    }

    func pickObject() -> ModelPlace? { pickTable { !$0.keys.isEmpty }.flatMap { pickObject(of: $0) } }

    func isEmbedded(_ column: ModelColumn) -> Bool {
        column.target.map { state.tables[$0]?.kind == .embedded } ?? false
    }

    /// A new object of an embedded class as the model has it.
    func noteEmbedded(_ key: ObjectKey, in target: UInt32) -> ModelPlace {
        let made = ModelPlace(target, key.value)
        state.create(made, (state.tables[target]?.columns ?? []).map(\.initialValue))
        return made
    }

    // MARK: Values

    /// A value or element for a column that does not own objects; nil if it needs an object and there is none.
    func value(for column: ModelColumn) -> ModelValue? {
        switch column.type {
        case .link:
            if column.isNullable, source.chance(15) { return .null }
            return column.target.flatMap { pickObject(of: $0) }.map { .link($0) }
        case .mixed where column.collection == .set: return mixedElement()
        case .mixed: return mixed()
        default: return source.value(column.type, isNullable: column.isNullable)
        }
    }

    private func mixedElement() -> ModelValue {
        guard source.chance(20), let table = pickTable(where: { $0.kind == .topLevel && !$0.keys.isEmpty }),
            let place = pickObject(of: table)
        else { return source.scalar() }
        return .link(place)
    }

    /// A mixed value: in one of four cases a list or dictionary, in which there may be others.
    func mixed(depth: Int = 0) -> ModelValue {
        guard depth < 6, source.chance(25) else { return mixedElement() }
        // Few, so that what is nested in each other does not multiply; seldom many.
        let isLong = depth == 0 && source.chance(3)
        let count = source.below(isLong ? scale.elements : depth == 0 ? 8 : 4)
        if source.chance(50) { return .list((0..<count).map { _ in mixed(depth: depth + 1) }) }
        var entries: [ModelValue: ModelValue] = [:]
        for _ in 0..<count { entries[dictionaryKey()] = mixed(depth: depth + 1) }
        return .dictionary(entries)
    }

    func dictionaryKey() -> ModelValue {
        let number = source.below(scale.elements * 3)
        let rest = number % 7 == 0 ? String(repeating: "k", count: number * 3) : ""
        return .string(Array("\(rest)\(number)".utf8))
    }

    // MARK: Objects

    func createObjects() throws {
        guard let key = pickTable(where: { $0.kind == .topLevel }), let table = state.tables[key] else { return }
        if table.keys.count >= scale.objects, source.chance(60) { return try deleteObjects() }
        let count = source.size(scale.batch)
        note("create \(count) in \(key)")
        var taken = Set<ModelValue>()
        let keyColumn = table.columns.firstIndex { $0.key == table.primaryKey }
        if let keyColumn { for values in table.objects.values { taken.insert(values[keyColumn]) } }
        for _ in 0..<count {
            var primaryKey: ModelValue?
            if let keyColumn {
                let column = table.columns[keyColumn]
                for _ in 0..<20 where primaryKey == nil {
                    let value = source.value(column.type, isNullable: column.isNullable)
                    if taken.insert(value).inserted { primaryKey = value }
                }
                guard primaryKey != nil else { return }
            }
            try create(in: key, primaryKey)
        }
    }

    private func create(in key: UInt32, _ primaryKey: ModelValue?) throws {
        guard let columns = state.tables[key]?.columns, let table = try tables.table(TableKey(key)) else { return }
        var values = columns.map(\.initialValue)
        var initial: [ColumnKey: Value] = [:]
        for (index, column) in columns.enumerated() where column.collection == nil {
            if column.key == state.tables[key]?.primaryKey {
                values[index] = primaryKey ?? .null
            } else if column.type != .link, column.type != .mixed, source.chance(60) {
                values[index] = source.value(column.type, isNullable: column.isNullable)
                initial[column.columnKey] = try values[index].made(in: nil, scratch)
            }
        }
        let made = try objects.create(in: table, primaryKey: primaryKey?.made(in: nil, scratch)) { initial[$0.key] }
        guard state.tables[key]?.objects[made.value] == nil else { throw ModelError("key \(made.value) is used twice") }
        state.create(ModelPlace(key, made.value), values)
    }

    func deleteObjects() throws {
        guard let first = pickObject(), let keys = state.tables[first.table]?.keys else { return }
        let isRange = source.chance(30)
        let isTogether = source.chance(50)
        let start = keys.firstIndex(of: first.key) ?? 0
        var deleted: [Int64] = []
        for index in 0..<source.size(scale.batch) {
            let key = isRange ? keys[safe: start + index] : index == 0 ? first.key : source.pick(keys)
            guard let key else { break }
            note("delete \(first.table):\(key)")
            deleted.append(key)
            if !isTogether { try objects.delete(ObjectKey(key), from: editor(first.table)) }
        }
        if isTogether {
            let count = try objects.delete(deleted.map(ObjectKey.init), from: editor(first.table))
            guard count == Set(deleted).count else { throw ModelError("\(count) of \(deleted) were deleted") }
        }
        for key in deleted { state.delete(ModelPlace(first.table, key)) }
    }

    func deleteAll() throws {
        guard let table = pickTable() else { return }
        note("deleteAll \(table)")
        try objects.deleteAll(from: editor(table))
        for key in state.tables[table]?.keys ?? [] { state.delete(ModelPlace(table, key)) }
    }

    // MARK: Changing values

    func changeValue() throws {
        guard let place = pickObject(), let columns = state.tables[place.table]?.columns, !columns.isEmpty else {
            return
        }
        let index = source.below(columns.count)
        let column = columns[index]
        switch column.collection {
        case nil: try changeSingle(column, index, of: place)
        case .list: try changeList(column, index, of: place)
        case .set: try changeSet(column, index, of: place)
        case .dictionary: try changeDictionary(column, index, of: place)
        }
    }

    private func changeSingle(_ column: ModelColumn, _ index: Int, of place: ModelPlace) throws {
        guard column.key != state.tables[place.table]?.primaryKey else { return }
        let table = try editor(place.table)
        let stored = try stored(column, in: table)
        if isEmbedded(column), let target = column.target {
            guard source.chance(70) else {
                note("\(place) '\(column.name)' = no embedded object")
                try objects.set(.null, of: stored, of: place.objectKey, in: table)
                return state.set(.null, at: index, of: place)
            }
            note("\(place) '\(column.name)' = embedded object")
            let made = try objects.setEmbedded(of: stored, of: place.objectKey, in: table)
            return state.set(.link(noteEmbedded(made, in: target)), at: index, of: place)
        }
        guard let value = value(for: column) else { return }
        note("\(place) '\(column.name)' = \(value)")
        try objects.set(value.made(in: objects.arena, scratch), of: stored, of: place.objectKey, in: table)
        state.set(value, at: index, of: place)
    }
}

extension ModelPlace: CustomStringConvertible {
    var description: String { "\(table):\(key)" }
}
