@testable import RealmStore

/// Reading a whole file into a model, and comparing two models.
extension ModelState {
    /// The content of a version, or of the uncommitted state of a write transaction.
    ///
    /// Fails if backlinks are not the inverse of the links.
    init(_ group: Group) throws {
        self.init()
        var links: UInt64 = 0
        var backlinks: UInt64 = 0
        for table in group.tables {
            tables[table.key.value] = try ModelState.read(table, &backlinks)
        }
        for (key, table) in tables {
            for (object, values) in table.objects {
                let place = ModelPlace(key, object)
                for (column, value) in zip(table.columns, values) {
                    guard column.type == .link || column.type == .mixed else { continue }
                    noteLinks(in: value, from: place)
                    value.forEachLink { links &+= ModelState.fingerprint(from: place, column.key, to: $0) }
                }
            }
        }
        guard links == backlinks else { throw ModelError("backlinks are not the links turned round") }
    }

    /// Sums of these are equal if the links are, in any order.
    private static func fingerprint(from origin: ModelPlace, _ column: Int64, to target: ModelPlace) -> UInt64 {
        var word: UInt64 = 0x1234_5678_9ABC_DEF1
        for part in [
            UInt64(origin.table), UInt64(bitPattern: origin.key), UInt64(bitPattern: column),
            UInt64(target.table), UInt64(bitPattern: target.key),
        ] {
            word = (word ^ part) &* 0xBF58_476D_1CE4_E5B9
            word ^= word >> 29
        }
        return word
    }

    // MARK: One table

    private static func read(_ table: Table, _ backlinks: inout UInt64) throws -> ModelTable {
        var model = ModelTable(key: table.key.value, name: table.name, kind: table.kind)
        model.primaryKey = table.primaryKey?.key.value
        model.columns = table.columns.map(ModelColumn.init)
        var leaves: [ClusterLeaf] = []
        try table.objects().forEachLeaf { leaves.append($0) }
        for leaf in leaves {
            try read(leaf, of: table, into: &model)
            try readBacklinks(leaf, of: table, &backlinks)
        }
        if !table.tombstones.isNone {
            var dead: [ClusterLeaf] = []
            try ClusterTree(table.tombstones, in: table.space).forEachLeaf { dead.append($0) }
            for leaf in dead { try readBacklinks(leaf, of: table, &backlinks) }
        }
        guard try table.objects().count == model.keys.count else {
            throw ModelError("table \(table.name) says \(try table.objects().count) objects, has \(model.keys.count)")
        }
        return model
    }

    private static func read(_ leaf: ClusterLeaf, of table: Table, into model: inout ModelTable) throws {
        var rows = [[ModelValue]](repeating: [], count: leaf.count)
        for row in 0..<leaf.count { rows[row].reserveCapacity(table.columns.count) }
        for column in table.columns where leaf.count > 0 {
            if column.collection == nil {
                let values = try ColumnLeaf.column(
                    column, at: leaf.column(column.leafIndex), rows: leaf.count, in: table.space)
                for row in 0..<leaf.count {
                    rows[row].append(try ModelValue(values.value(row), in: table.space))
                }
            } else {
                let slots = try table.slots(of: column, in: leaf)
                for row in 0..<leaf.count { rows[row].append(try collection(slots.slot(row), of: column, in: table)) }
            }
        }
        for row in 0..<leaf.count {
            if let last = model.keys.last, leaf.key(row).value <= last { throw ModelError("object keys do not ascend") }
            model.insert(leaf.key(row).value, rows[row])
        }
    }

    private static func collection(_ slot: Slot, of column: Column, in table: Table) throws -> ModelValue {
        let root = try table.collectionRoot(slot, of: column)
        if column.collection == .dictionary {
            return try ModelValue(
                DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: table.space), in: table.space)
        }
        let tree = try CollectionTree(root, of: column, in: table.space)
        let elements = try ModelValue.elements(tree, in: table.space)
        guard column.collection == .set else { return .list(elements) }
        var set: [ModelValue: ModelValue] = [:]
        for element in elements { set[element.identity(in: column.type)] = element }
        guard set.count == elements.count else { throw ModelError("a set of '\(column.name)' has an element twice") }
        return .set(set)
    }

    private static func readBacklinks(_ leaf: ClusterLeaf, of table: Table, _ sum: inout UInt64) throws {
        for column in table.backlinkColumns where leaf.count > 0 {
            let slots = try table.slots(of: column, in: leaf)
            for row in 0..<leaf.count {
                let target = ModelPlace(table.key, leaf.key(row))
                let list = try BacklinkList(slots.slot(row), in: table.space)
                for position in 0..<list.count {
                    let origin = ModelPlace(column.oppositeTable, try list.origin(at: position))
                    sum &+= fingerprint(from: origin, column.oppositeColumn.value, to: target)
                }
            }
        }
    }

    // MARK: Comparing

    /// The first difference to `other`, which was read; nil if there is none.
    func difference(to read: ModelState) -> String? {
        guard order == read.order else { return "tables \(read.order), not \(order)" }
        for key in order {
            guard let table = tables[key], let other = read.tables[key] else { continue }
            if let difference = table.difference(to: other) { return "table \(key) '\(table.name)': \(difference)" }
        }
        return nil
    }
}

extension ModelTable {
    fileprivate func difference(to read: ModelTable) -> String? {
        guard name == read.name, kind == read.kind else { return "named '\(read.name)', kind \(read.kind)" }
        guard columns == read.columns else { return "columns \(read.columns), not \(columns)" }
        guard primaryKey == read.primaryKey else { return "another primary key" }
        guard keys == read.keys else {
            let (own, other) = (Set(keys), Set(read.keys))
            return "objects missing: \(own.subtracting(other).sorted()), too many: \(other.subtracting(own).sorted())"
        }
        if objects == read.objects { return nil }
        for key in keys {
            for (column, (own, other)) in zip(columns, zip(objects[key] ?? [], read.objects[key] ?? []))
            where own != other { return "'\(column.name)' of \(key) is \(other), not \(own)" }
        }
        return "objects differ"
    }
}
