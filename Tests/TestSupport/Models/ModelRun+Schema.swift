@testable import RealmStore

/// Changing tables, columns and search indexes.
extension ModelRun {
    /// The properties of a column.
    private struct Kind {
        let type: ValueType
        let attributes: ColumnAttributes
        /// Of links: whether to an embedded class.
        var isOwner = false
    }

    /// Every kind of column once.
    private static let kinds: [Kind] = {
        let shapes: [ColumnAttributes] = [[], .list, .set, .dictionary]
        let types: [ValueType] = [
            .int, .bool, .float, .double, .string, .binary, .timestamp, .decimal, .objectId, .uuid,
        ]
        var kinds: [Kind] = []
        for shape in shapes {
            for type in types {
                kinds.append(Kind(type: type, attributes: shape))
                kinds.append(Kind(type: type, attributes: shape.union(.nullable)))
            }
            for _ in 0..<2 { kinds.append(Kind(type: .mixed, attributes: shape)) }
            for _ in 0..<2 { kinds.append(Kind(type: .link, attributes: shape)) }
            if shape != .set { kinds.append(Kind(type: .link, attributes: shape, isOwner: true)) }
        }
        return kinds
    }()

    private static let keyKinds: [Kind?] = [
        nil, Kind(type: .int, attributes: []), Kind(type: .string, attributes: []),
        Kind(type: .objectId, attributes: []), Kind(type: .uuid, attributes: .nullable),
        Kind(type: .string, attributes: .nullable), Kind(type: .int, attributes: .nullable), nil,
    ]

    // MARK: Tables

    func addFirstTables() throws {
        let keyKinds = source.shuffled(ModelRun.keyKinds)
        for index in 0..<scale.tables { try addTable(.topLevel, keyKinds[index % keyKinds.count]) }
        for _ in 0..<scale.embedded { try addTable(.embedded, nil) }
        let owners = ModelRun.kinds.filter(\.isOwner)
        for kind in (owners + source.shuffled(ModelRun.kinds)).prefix(scale.columns) {
            if let table = pickTable() { try addColumn(kind, to: table) }
        }
    }

    private func addTable(_ kind: Table.Kind, _ primaryKey: Kind?) throws {
        let name = source.name(source.chance(90) ? "class_T" : "other")
        let table = try tables.addTable(name, kind: kind)
        note("add table \(table.key.value) '\(name)' \(kind)")
        var model = ModelTable(key: table.key.value, name: name, kind: kind)
        if let primaryKey {
            let column = try table.addColumn("key", primaryKey.type, primaryKey.attributes)
            table.setPrimaryKey(column)
            try objects.makeIndex(of: column, nil, in: table)
            model.primaryKey = column.key.value
            model.columns = table.columns.map(ModelColumn.init)
        }
        state.tables[table.key.value] = model
    }

    func changeSchema() throws {
        guard let table = pickTable() else { return }
        switch source.below(100) {
        case 0..<6:
            if state.tables.count > scale.tables + scale.embedded + 3 { return try removeTable(table) }
            let isEmbedded = source.chance(25)
            try addTable(
                isEmbedded ? .embedded : .topLevel, isEmbedded ? nil : source.pick(ModelRun.keyKinds) ?? nil)
        case 6..<10: if state.tables.count > 3 { try removeTable(table) }
        case 10..<14:
            let name = source.name("class_R")
            note("rename table \(table) '\(name)'")
            try tables.renameTable(editor(table), to: name)
            state.tables[table]?.name = name
        case 14..<40:
            let isFull = state.tables[table]?.columns.count ?? 0 > scale.columns / 3
            if isFull { return try removeColumn(of: table) }
            if let kind = source.pick(ModelRun.kinds) { try addColumn(kind, to: table) }
        case 40..<55: try removeColumn(of: table)
        case 55..<62: try renameColumn(of: table)
        case 62..<80: try changeIndex(of: table)
        case 80..<96: try changeOptionality(of: table)
        default: try changePrimaryKey(of: table)
        }
    }

    private func removeTable(_ key: UInt32) throws {
        note("remove table \(key)")
        try objects.deleteAll(from: editor(key))
        for object in state.tables[key]?.keys ?? [] { state.delete(ModelPlace(key, object)) }
        for other in state.order {
            while let index = state.tables[other]?.columns.firstIndex(where: {
                other == key ? $0.type == .link || $0.type == .mixed : $0.target == key
            }) {
                try removeColumn(at: index, of: other)
            }
        }
        try tables.removeTable(editor(key))
        state.tables[key] = nil
    }

    // MARK: Columns

    private func addColumn(_ kind: Kind, to key: UInt32) throws {
        var target: TableEditor?
        if kind.type == .link {
            let wanted: Table.Kind = kind.isOwner ? .embedded : .topLevel
            guard let found = pickTable(where: { $0.kind == wanted }) else { return }
            target = try editor(found)
        }
        let table = try editor(key)
        let made = try table.addColumn(source.name("p"), kind.type, kind.attributes, target: target)
        let leading = target.map { ", leading to \($0.name)" } ?? ""
        note("add column '\(made.name)' \(kind.type) \(kind.attributes.rawValue) to \(key)\(leading)")
        let column = ModelColumn(made)
        state.add(column, column.initialValue, to: key)
        let index = (state.tables[key]?.columns.count ?? 0) - 1
        if canBeIndexed(column), source.chance(40) { try makeIndex(at: index, of: key) }
    }

    private func removeColumn(of key: UInt32) throws {
        guard let count = state.tables[key]?.columns.count, count > 0 else { return }
        try removeColumn(at: source.below(count), of: key)
    }

    private func removeColumn(at index: Int, of key: UInt32) throws {
        guard let column = state.tables[key]?.columns[safe: index] else { return }
        note("remove column '\(column.name)' of \(key)")
        let table = try editor(key)
        if isEmbedded(column) || column.type == .mixed {
            // No object may be left without an owner, or with backlinks of deleted objects.
            for object in state.tables[key]?.keys ?? [] where state.tables[key]?.objects[object] != nil {
                let stored = try stored(column, in: table)
                if column.collection == nil {
                    try objects.set(.null, of: stored, of: ObjectKey(object), in: table)
                } else {
                    try objects.removeAll(from: stored, of: ObjectKey(object), in: table)
                }
                state.set(column.initialValue, at: index, of: ModelPlace(key, object))
            }
        }
        if column.type == .mixed {
            for other in state.order {
                let targets = try editor(other)
                if let backlinks = targets.backlinkColumn(for: column.columnKey, of: table.key) {
                    try targets.removeBacklinkColumn(backlinks)
                }
            }
        }
        try table.removeColumn(stored(column, in: table), target: column.target.map { try editor($0) })
        state.removeColumn(at: index, of: key)
    }

    private func renameColumn(of key: UInt32) throws {
        guard let count = state.tables[key]?.columns.count, count > 0 else { return }
        let index = source.below(count)
        guard let column = state.tables[key]?.columns[index] else { return }
        let name = source.name("q")
        note("rename column '\(column.name)' of \(key) to '\(name)'")
        let table = try editor(key)
        _ = try table.renameColumn(stored(column, in: table), to: name)
        state.tables[key]?.columns[index].name = name
    }

    // MARK: Search indexes and primary keys

    /// The index of a list takes texts of up to 200 bytes.
    private func canBeIndexed(_ column: ModelColumn) -> Bool {
        column.canBeIndexed && (column.collection == nil || scale.longestText <= 200)
    }

    private func changeIndex(of key: UInt32) throws {
        guard let model = state.tables[key] else { return }
        let fit = model.columns.indices.filter {
            canBeIndexed(model.columns[$0]) && model.columns[$0].key != model.primaryKey
        }
        guard let index = source.pick(fit) else { return }
        guard model.columns[index].index != .none, source.chance(60) else { return try makeIndex(at: index, of: key) }
        note("drop index of '\(model.columns[index].name)' of \(key)")
        let table = try editor(key)
        try objects.dropIndex(of: stored(model.columns[index], in: table), in: table)
        state.tables[key]?.columns[index].index = .none
    }

    private func makeIndex(at index: Int, of key: UInt32) throws {
        guard let column = state.tables[key]?.columns[index] else { return }
        let isText = column.type == .string && column.collection == nil && source.chance(40)
        note("make \(isText ? "text " : "")index of '\(column.name)' of \(key)")
        let table = try editor(key)
        try objects.makeIndex(of: stored(column, in: table), isText ? .fullText : .indexed, in: table)
        state.tables[key]?.columns[index].index = isText ? .words : .values
    }

    private func changePrimaryKey(of key: UInt32) throws {
        guard let model = state.tables[key], model.kind == .topLevel else { return }
        let table = try editor(key)
        if let old = model.columns.firstIndex(where: { $0.key == model.primaryKey }) {
            note("no primary key in \(key)")
            table.setPrimaryKey(nil)
            try objects.dropIndex(of: stored(model.columns[old], in: table), in: table)
            state.tables[key]?.columns[old].index = .none
            state.tables[key]?.primaryKey = nil
            return
        }
        let fit = model.columns.indices.filter { index in
            let column = model.columns[index]
            guard [.int, .string, .objectId, .uuid].contains(column.type), column.collection == nil else {
                return false
            }
            return Set(model.objects.values.map { $0[index] }).count == model.keys.count
        }
        guard let index = source.pick(fit) else { return }
        note("primary key '\(model.columns[index].name)' in \(key)")
        let column = try stored(model.columns[index], in: table)
        try objects.makeIndex(of: column, nil, in: table)
        table.setPrimaryKey(column)
        state.tables[key]?.columns[index].index = .values
        state.tables[key]?.primaryKey = column.key.value
    }

    // MARK: Optionality

    private func changeOptionality(of key: UInt32) throws {
        guard let model = state.tables[key] else { return }
        let fit = model.columns.indices.filter { model.columns[$0].type != .link && model.columns[$0].type != .mixed }
        guard let index = source.pick(fit) else { return }
        let column = model.columns[index]
        note("optionality of '\(column.name)' of \(key), now \(column.isNullable)")
        let table = try editor(key)
        let old = try stored(column, in: table)
        let attributes = old.attributes.symmetricDifference(.nullable).subtracting(.specOnly)
        let described = Column(
            name: "", key: ColumnKey(leafIndex: 0, type: old.type, attributes: attributes, tag: 0), type: old.type,
            attributes: attributes, hasIntegerKeys: false, oppositeTable: .null, oppositeColumn: .null,
            indexRoot: .none, enumeratedValues: nil)
        let zero = described.with().zeroElement
        let made: Column
        if old.collection == nil {
            made = try table.changeColumn(old, to: old.type, attributes) {
                described.isNullable || !$0.isNull ? $0 : zero
            }
        } else {
            made = try table.changeCollection(old, to: old.type, attributes) { (root) throws(FormatError) in
                try converted(root, from: old, to: described, zero)
            }
        }
        let zeroValue = try ModelValue(zero, in: objects.arena.space)
        let values = model.keys.map {
            (model.objects[$0]?[index] ?? .null).replacingNull(by: made.isNullable ? .null : zeroValue, made.type)
        }
        state.removeColumn(at: index, of: key)
        state.add(ModelColumn(made), .null, to: key)
        let last = model.columns.count - 1
        for (object, value) in zip(model.keys, values) { state.tables[key]?.objects[object]?[last] = value }
    }

    /// A copy of a collection whose elements are nullable, or not.
    private func converted(_ root: Ref, from old: Column, to new: Column, _ zero: Value) throws(FormatError) -> Ref {
        let arena = objects.arena
        func element(_ value: Value) -> Value { new.isNullable || !value.isNull ? value : zero }
        switch old.collection {
        case .list:
            let tree = try CollectionTree(root, of: old, in: arena.space)
            var list = try ListEditor(root: .none, of: new, in: arena)
            for position in 0..<tree.count { try list.append(element(tree.value(at: position))) }
            return list.root
        case .set:
            let tree = try CollectionTree(root, of: old, in: arena.space)
            var set = try SetEditor(root: .none, of: new, in: arena)
            for position in 0..<tree.count { _ = try set.insert(element(tree.value(at: position))) }
            return set.root
        default:
            let tree = try DictionaryTree(root, hasIntegerKeys: false, in: arena.space)
            var dictionary = try DictionaryEditor(root: .none, in: arena)
            for position in 0..<tree.count {
                try dictionary.set(element(tree.value(at: position)), for: tree.key(at: position))
            }
            return dictionary.root
        }
    }
}

extension ModelValue {
    /// The value, or the elements of the collection, with another in place of null.
    fileprivate func replacingNull(by other: ModelValue, _ type: ValueType) -> ModelValue {
        if other == .null { return self }
        switch self {
        case .null: return other
        case .list(let elements): return .list(elements.map { $0 == .null ? other : $0 })
        case .dictionary(let entries): return .dictionary(entries.mapValues { $0 == .null ? other : $0 })
        case .set(var elements):
            // Null stands before zero; the first of two equal ones stays.
            guard elements.removeValue(forKey: .null) != nil else { return self }
            elements[other.identity(in: type)] = other
            return .set(elements)
        default: return self
        }
    }
}

extension Column {
    /// The value that replaces null in a required column.
    fileprivate var zeroElement: Value {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        return switch type {
        case .int: .int(0)
        case .bool: .bool(false)
        case .float: .float(0)
        case .double: .double(0)
        case .string: .string(nothing)
        case .binary: .binary(nothing)
        case .timestamp: .timestamp(Timestamp(seconds: 0, nanoseconds: 0))
        case .decimal: .decimal(.zero)
        case .objectId: .objectId(ObjectIdBits(high: 0, low: 0))
        case .uuid: .uuid(UUIDBits(high: 0, low: 0))
        default: .null
        }
    }
}
