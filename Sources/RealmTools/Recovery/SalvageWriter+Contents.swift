import RealmStore

/// Links, mixed values and collections.
extension SalvageWriter {
    /// The maximum depth of ownership of embedded objects.
    private static let maximumDepth = 100

    /// Sets the links and collections of an existing object.
    ///
    /// - Parameters:
    ///   - index: the salvaged table, and the object's position in it.
    ///   - key: the object's key in the new file.
    func fill(_ index: Int, _ cluster: Int, _ row: Int, _ key: ObjectKey, depth: Int) throws {
        let table = survey.tables[index]
        let all = values(index, cluster)
        for (position, column) in table.columns.enumerated() {
            let values = all[position]
            let owner = Owner(index: index, key: key, column: target(index).columns[position])
            switch (column.collection, column.type) {
            case (.list, _), (.set, _): try setElements(values, row, of: column, owner, depth)
            case (.dictionary, _): try setEntries(values, row, of: column, owner, depth)
            case (nil, .link): try setLink(values, row, of: column, owner, depth)
            case (nil, .mixed):
                guard let old = single(values, row, of: column, table, table.clusters[cluster].key(row)) else {
                    continue
                }
                if case .null = old { continue }
                try objects.set(mixed(old, depth: 0), of: owner.column, of: key, in: target(index).editor)
            case (nil, _): break
            }
        }
    }

    /// A property of an object in the new file.
    struct Owner {
        let index: Int
        let key: ObjectKey
        let column: Column
    }

    private func setLink(
        _ values: SalvageReader.Values, _ row: Int, of column: Column, _ owner: Owner, _ depth: Int
    ) throws {
        guard case .value(let value) = reader.value(values, row, of: column) else {
            lostValues += 1
            return
        }
        guard case .link(let table, let key) = value else { return }
        let editor = target(owner.index).editor
        guard isEmbedded(table) else {
            guard let link = resolve(table, key) else { return }
            return try objects.set(link, of: owner.column, of: owner.key, in: editor)
        }
        guard let place = takeOwned(table, key) else { return }
        let embedded = try objects.setEmbedded(of: owner.column, of: owner.key, in: editor)
        try describe(place, embedded, depth)
    }

    /// Returns an embedded object without a link to the owner that its backlinks name. In a list it becomes the last
    /// element: its position is unknown.
    ///
    /// An object that was found, not reached, may be from an older version: its owner decides, if it is readable.
    ///
    /// - Returns: false if the owner is missing, too, or has other content.
    func adopt(_ index: Int, _ cluster: Int, _ row: Int, depth: Int = 0) throws -> Bool {
        // Once each, even if backlinks are cyclic.
        guard ask(index, cluster, row) else { return false }
        let table = survey.tables[index]
        for backlinks in table.owners {
            guard let owner = try owner(of: reader.owner(table.clusters[cluster], row, backlinks), backlinks, depth),
                owner.column.type == .link, owner.column.oppositeTable == target(index).editor.key
            else { continue }
            let editor = target(owner.index).editor
            let made: ObjectKey
            switch owner.column.collection {
            case nil:
                guard table.isWhole || owner.isLost,
                    case .null = try objects.value(of: owner.column, of: owner.key, in: editor)
                else { continue }
                made = try objects.setEmbedded(of: owner.column, of: owner.key, in: editor)
                if owner.isLost { lostValues -= 1 }
            case .list where table.isWhole || owner.isLost:
                let count = try objects.count(of: owner.column, of: owner.key, in: editor)
                made = try objects.insertEmbedded(at: count, into: owner.column, of: owner.key, in: editor)
            default: continue
            }
            countRecovered(index)
            try describe((index, cluster, row), made, depth)
            return true
        }
        return false
    }

    /// The property in the new file for an embedded object, and whether its value was counted as lost.
    private func owner(
        of key: ObjectKey?, _ backlinks: SalvagedTable.Owner, _ depth: Int
    ) throws -> (index: Int, key: ObjectKey, column: Column, isLost: Bool)? {
        guard let key, depth < SalvageWriter.maximumDepth, let index = position(backlinks.table),
            let (cluster, row) = survey.tables[index].find(key),
            let position = survey.tables[index].columns.firstIndex(where: { $0.key == backlinks.column })
        else { return nil }
        // An owner that is embedded itself may have no owner yet.
        if newKey(index, cluster, row) == nil, survey.tables[index].kind == .embedded {
            let isAdopted = try LargeStack.descend(from: depth) { try adopt(index, cluster, row, depth: depth + 1) }
            guard isAdopted else { return nil }
        }
        guard let newKey = newKey(index, cluster, row) else { return nil }
        let column = target(index).columns[position]
        var isLost = isIncomplete(Owner(index: index, key: newKey, column: column))
        if column.collection == nil {
            let old = reader.value(values(index, cluster)[position], row, of: survey.tables[index].columns[position])
            if case .lost = old { isLost = true }
        }
        return (index, newKey, column, isLost)
    }

    /// Sets all properties of a newly created embedded object.
    private func describe(_ place: (index: Int, cluster: Int, row: Int), _ made: ObjectKey, _ depth: Int) throws {
        own(place.index, place.cluster, place.row, as: made)
        let (table, target) = (survey.tables[place.index], target(place.index))
        let all = values(place.index, place.cluster)
        let key = table.clusters[place.cluster].key(place.row)
        for (position, column) in table.columns.enumerated() where column.isInitial {
            guard let value = single(all[position], place.row, of: column, table, key) else { continue }
            try objects.set(value, of: target.columns[position], of: made, in: target.editor)
        }
        guard depth < SalvageWriter.maximumDepth else {
            lostValues += 1
            return
        }
        try LargeStack.descend(from: depth) {
            try fill(place.index, place.cluster, place.row, made, depth: depth + 1)
        }
    }

    // MARK: Collections

    private func setElements(
        _ values: SalvageReader.Values, _ row: Int, of column: Column, _ owner: Owner, _ depth: Int
    ) throws {
        let lostBefore = (lostValues, brokenLinks)
        defer { if (lostValues, brokenLinks) != lostBefore { noteIncomplete(owner) } }
        guard let root = reader.root(values, row) else {
            lostValues += 1
            return
        }
        let elements = SalvagedElements(root, of: column, in: reader.space)
        if !elements.isCounted { lostValues += 1 }
        let editor = target(owner.index).editor
        var count = 0
        try elements.forEach { element in
            guard let element, let value = fit(element, column, owner) else {
                lostValues += 1
                return
            }
            if column.type == .link, case .link(let table, let key) = value {
                if isEmbedded(table) {
                    guard column.collection == .list, let place = takeOwned(table, key) else { return }
                    let embedded = try objects.insertEmbedded(at: count, into: owner.column, of: owner.key, in: editor)
                    try describe(place, embedded, depth)
                } else {
                    guard let link = resolve(table, key) else { return }
                    try add(link, at: count, owner)
                }
            } else {
                try add(column.type == .mixed ? mixed(value, depth: 0) : value, at: count, owner)
            }
            count += 1
        }
    }

    private func add(_ value: Value, at position: Int, _ owner: Owner) throws {
        let editor = target(owner.index).editor
        if owner.column.collection == .set {
            // Sets contain no collections.
            switch value {
            case .list, .dictionary: lostValues += 1
            default: _ = try objects.add(value, to: owner.column, of: owner.key, in: editor)
            }
        } else {
            try objects.insert(value, at: position, into: owner.column, of: owner.key, in: editor)
        }
    }

    private func setEntries(
        _ values: SalvageReader.Values, _ row: Int, of column: Column, _ owner: Owner, _ depth: Int
    ) throws {
        guard let root = reader.root(values, row) else {
            lostValues += 1
            return
        }
        let entries = SalvagedEntries(root, hasIntegerKeys: column.hasIntegerKeys, in: reader.space)
        lostValues += entries.lostCount
        let editor = target(owner.index).editor
        for entry in entries.entries {
            guard case .value(let key) = reader.checked(entry.key, isNullable: false) else {
                lostValues += 1
                continue
            }
            guard let old = entry.value, old.fits(column), let value = fit(old, column, owner) else {
                lostValues += 1
                continue
            }
            var made = value
            if case .link(let table, let target) = value, column.type == .link {
                if isEmbedded(table) {
                    guard let place = takeOwned(table, target) else { continue }
                    let made = try objects.setEmbeddedEntry(for: key, in: owner.column, of: owner.key, in: editor)
                    try describe(place, made, depth)
                    continue
                }
                made = resolve(table, target) ?? .null
            } else if column.type == .mixed {
                made = try mixed(value, depth: 0)
            }
            try objects.setEntry(made, for: key, in: owner.column, of: owner.key, in: editor)
        }
    }

    /// The element if it is valid; an invalid one goes to the lost and found.
    private func fit(_ element: Value, _ column: Column, _ owner: Owner) -> Value? {
        let isNullable = column.holdsNull || column.collection == .dictionary && column.type == .link
        switch reader.checked(element, isNullable: isNullable) {
        case .value(let value): return value
        case .unfit(let value):
            found.add(value, of: column.name, survey.tables[owner.index], owner.key, .notUTF8)
            return nil
        case .lost: return nil
        }
    }

    // MARK: Mixed values

    /// A mixed value for the new file: with links to its objects, and its own nested collections.
    private func mixed(_ value: Value, depth: Int) throws -> Value {
        try LargeStack.descend(from: depth) { try copied(value, depth: depth) }
    }

    private func copied(_ value: Value, depth: Int) throws -> Value {
        switch value {
        case .link(let table, let key): return resolve(table, key) ?? .null
        case .list(let root):
            var list = try ListEditor(root: .none, of: .nestedMixed, in: objects.arena)
            let elements = SalvagedElements(root, of: .nestedMixed, in: reader.space)
            guard depth < NestedCollection.maximumDepth - 1 else { return tooDeep() }
            if !elements.isCounted { lostValues += 1 }
            try elements.forEach { element in
                guard let element, case .value(let value) = reader.checked(element, isNullable: true) else {
                    lostValues += 1
                    return
                }
                try list.append(mixed(value, depth: depth + 1))
            }
            return .list(list.root)
        case .dictionary(let root):
            var dictionary = try DictionaryEditor(root: .none, in: objects.arena)
            let entries = SalvagedEntries(root, hasIntegerKeys: false, in: reader.space)
            guard depth < NestedCollection.maximumDepth - 1 else { return tooDeep() }
            lostValues += entries.lostCount
            for entry in entries.entries {
                guard case .value(let key) = reader.checked(entry.key, isNullable: false), let old = entry.value,
                    case .value(let value) = reader.checked(old, isNullable: true)
                else {
                    lostValues += 1
                    continue
                }
                try dictionary.set(mixed(value, depth: depth + 1), for: key)
            }
            return .dictionary(dictionary.root)
        default: return value
        }
    }

    private func tooDeep() -> Value {
        lostValues += 1
        return .null
    }
}
