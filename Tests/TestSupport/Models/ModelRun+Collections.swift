@testable import RealmStore

/// Changing lists, sets and dictionaries.
extension ModelRun {
    // MARK: Lists

    func changeList(_ column: ModelColumn, _ index: Int, of place: ModelPlace) throws {
        guard case .list(let elements)? = state[place]?[index] else { throw ModelError("the model has no list") }
        let table = try editor(place.table)
        let stored = try stored(column, in: table)
        let key = place.objectKey
        switch source.below(100) {
        case 0..<3:
            note("\(place) '\(column.name)' removeAll")
            try objects.removeAll(from: stored, of: key, in: table)
            state.set(.list([]), at: index, of: place)
        case 3..<30 where !elements.isEmpty:
            for _ in 0..<min(elements.count, source.size(scale.elements)) {
                try removeElement(stored, index, of: place, table)
            }
        case 30..<45 where !elements.isEmpty:
            let position = source.below(elements.count)
            try setElement(column, stored, index, at: position, of: place, table)
        case 45..<55 where elements.count > 1:
            let (from, to) = (source.below(elements.count), source.below(elements.count))
            note("\(place) '\(column.name)' move \(from) to \(to)")
            try objects.moveElement(from: from, to: to, in: stored, of: key, in: table)
            state.change(index, of: place) { $0.editList { $0.insert($0.remove(at: from), at: to) } }
        default:
            if elements.count > scale.elements * 3, source.chance(80) { return }
            for _ in 0..<source.size(scale.elements) { try insertElement(column, stored, index, of: place, table) }
        }
    }

    private func listCount(_ index: Int, _ place: ModelPlace) -> Int {
        if case .list(let elements)? = state[place]?[index] { elements.count } else { 0 }
    }

    private func insertElement(
        _ column: ModelColumn, _ stored: Column, _ index: Int, of place: ModelPlace, _ table: TableEditor
    ) throws {
        let count = listCount(index, place)
        let position = source.chance(50) ? count : source.below(count + 1)
        if isEmbedded(column), let target = column.target {
            note("\(place) '\(column.name)' insert embedded object at \(position)")
            let made = try objects.insertEmbedded(at: position, into: stored, of: place.objectKey, in: table)
            let value = ModelValue.link(noteEmbedded(made, in: target))
            state.change(index, of: place) { $0.editList { $0.insert(value, at: position) } }
            return state.noteLinks(in: value, from: place)
        }
        guard let value = value(for: column) else { return }
        note("\(place) '\(column.name)' insert \(value) at \(position)")
        try objects.insert(
            value.made(in: objects.arena, scratch), at: position, into: stored, of: place.objectKey, in: table)
        state.change(index, of: place) { $0.editList { $0.insert(value, at: position) } }
        state.noteLinks(in: value, from: place)
    }

    private func setElement(
        _ column: ModelColumn, _ stored: Column, _ index: Int, at position: Int, of place: ModelPlace,
        _ table: TableEditor
    ) throws {
        let new: ModelValue
        if isEmbedded(column), let target = column.target {
            note("\(place) '\(column.name)' set embedded object at \(position)")
            new = .link(noteEmbedded(try objects.createEmbedded(in: editor(target)), in: target))
        } else {
            guard let value = value(for: column) else { return }
            note("\(place) '\(column.name)' set \(value) at \(position)")
            new = value
        }
        let made = try new.made(in: objects.arena, scratch)
        try objects.setElement(made, at: position, in: stored, of: place.objectKey, in: table)
        state.change(index, of: place) { $0.editList { $0[position] = new } }
        state.noteLinks(in: new, from: place)
    }

    private func removeElement(_ stored: Column, _ index: Int, of place: ModelPlace, _ table: TableEditor) throws {
        // Deleting an embedded object may have deleted others.
        guard state[place] != nil else { return }
        let count = listCount(index, place)
        guard count > 0 else { return }
        let position = source.below(count)
        note("\(place) '\(stored.name)' remove \(position)")
        try objects.removeElement(at: position, from: stored, of: place.objectKey, in: table)
        state.change(index, of: place) { $0.editList { $0.remove(at: position) } }
    }

    // MARK: Sets

    func changeSet(_ column: ModelColumn, _ index: Int, of place: ModelPlace) throws {
        guard case .set(let elements)? = state[place]?[index] else { throw ModelError("the model has no set") }
        let table = try editor(place.table)
        let stored = try stored(column, in: table)
        let key = place.objectKey
        switch source.below(100) {
        case 0..<3:
            note("\(place) '\(column.name)' removeAll")
            try objects.removeAll(from: stored, of: key, in: table)
            state.set(.set([:]), at: index, of: place)
        case 3..<35 where !elements.isEmpty:
            for _ in 0..<min(elements.count, source.size(scale.elements)) {
                try removeFromSet(column, stored, index, of: place, table)
            }
        default:
            if elements.count > scale.elements * 3, source.chance(80) { return }
            for _ in 0..<source.size(scale.elements) {
                guard let value = value(for: column) else { return }
                note("\(place) '\(column.name)' add \(value)")
                let isAdded = try objects.add(value.made(in: nil, scratch), to: stored, of: key, in: table)
                let identity = value.identity(in: column.type)
                var isExpected = false
                state.change(index, of: place) {
                    $0.editSet { set in
                        isExpected = set[identity] == nil
                        if isExpected { set[identity] = value }
                    }
                }
                state.noteLinks(in: value, from: place)
                guard isAdded == isExpected else { throw ModelError("adding to a set said \(isAdded)") }
            }
        }
    }

    private func removeFromSet(
        _ column: ModelColumn, _ stored: Column, _ index: Int, of place: ModelPlace, _ table: TableEditor
    ) throws {
        let count = try objects.count(of: stored, of: place.objectKey, in: table)
        guard count > 0 else { return }
        var value: ModelValue? = try ModelValue(
            objects.element(at: source.below(count), of: stored, of: place.objectKey, in: table),
            in: objects.arena.space)
        if source.chance(30) { value = self.value(for: column) }
        guard let value else { return }
        note("\(place) '\(column.name)' remove \(value)")
        let isRemoved = try objects.remove(value.made(in: nil, scratch), from: stored, of: place.objectKey, in: table)
        var isExpected = false
        state.change(index, of: place) {
            $0.editSet { isExpected = $0.removeValue(forKey: value.identity(in: column.type)) != nil }
        }
        // The format cannot store NaN here, as it equals nothing.
        if value.isNaN(in: column.type) {
            guard !isRemoved, isExpected else { return }
            state.change(index, of: place) { $0.editSet { $0[value] = value } }
            return
        }
        guard isRemoved == isExpected else { throw ModelError("removing from a set said \(isRemoved)") }
    }

    // MARK: Dictionaries

    func changeDictionary(_ column: ModelColumn, _ index: Int, of place: ModelPlace) throws {
        guard case .dictionary(let entries)? = state[place]?[index] else {
            throw ModelError("the model has no dictionary")
        }
        let table = try editor(place.table)
        let stored = try stored(column, in: table)
        switch source.below(100) {
        case 0..<3:
            note("\(place) '\(column.name)' removeAll")
            try objects.removeAll(from: stored, of: place.objectKey, in: table)
            state.set(.dictionary([:]), at: index, of: place)
        case 3..<35 where !entries.isEmpty:
            for _ in 0..<source.size(scale.elements) { try removeEntry(stored, index, of: place, table) }
        default:
            for _ in 0..<source.size(scale.elements) { try setEntry(column, stored, index, of: place, table) }
        }
    }

    private func removeEntry(_ stored: Column, _ index: Int, of place: ModelPlace, _ table: TableEditor) throws {
        guard state[place] != nil else { return }
        let entry = dictionaryKey()
        note("\(place) '\(stored.name)' remove \(entry)")
        let isRemoved = try objects.removeEntry(
            entry.made(in: nil, scratch), from: stored, of: place.objectKey, in: table)
        var isExpected = false
        state.change(index, of: place) { $0.editDictionary { isExpected = $0.removeValue(forKey: entry) != nil } }
        guard isRemoved == isExpected else { throw ModelError("removing an entry said \(isRemoved)") }
    }

    private func setEntry(
        _ column: ModelColumn, _ stored: Column, _ index: Int, of place: ModelPlace, _ table: TableEditor
    ) throws {
        let entry = dictionaryKey()
        let key = try entry.made(in: nil, scratch)
        let new: ModelValue
        if isEmbedded(column), let target = column.target, source.chance(80) {
            note("\(place) '\(column.name)' set \(entry) to embedded object")
            let made = try objects.setEmbeddedEntry(for: key, in: stored, of: place.objectKey, in: table)
            new = .link(noteEmbedded(made, in: target))
        } else {
            guard let value = isEmbedded(column) ? .null : value(for: column) else { return }
            note("\(place) '\(column.name)' set \(entry) to \(value)")
            let made = try value.made(in: objects.arena, scratch)
            try objects.setEntry(made, for: key, in: stored, of: place.objectKey, in: table)
            new = value
        }
        state.change(index, of: place) { $0.editDictionary { $0[entry] = new } }
        state.noteLinks(in: new, from: place)
    }
}

// MARK: - Changing collections in place

extension ModelValue {
    mutating func editList(_ body: (inout [ModelValue]) -> Void) {
        guard case .list(var elements) = self else { return }
        self = .null
        body(&elements)
        self = .list(elements)
    }

    mutating func editSet(_ body: (inout [ModelValue: ModelValue]) -> Void) {
        guard case .set(var elements) = self else { return }
        self = .null
        body(&elements)
        self = .set(elements)
    }

    mutating func editDictionary(_ body: (inout [ModelValue: ModelValue]) -> Void) {
        guard case .dictionary(var entries) = self else { return }
        self = .null
        body(&entries)
        self = .dictionary(entries)
    }

    /// True for NaN in a set of floats or doubles.
    func isNaN(in type: ValueType) -> Bool {
        switch self {
        case .float(let bits): type == .float && Float(bitPattern: bits).isNaN
        case .double(let bits): type == .double && Double(bitPattern: bits).isNaN
        default: false
        }
    }
}
