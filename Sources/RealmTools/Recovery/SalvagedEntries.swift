import RealmStore

/// The entries of a dictionary of a damaged file.
struct SalvagedEntries {
    /// Nil for a lost value; an entry without its key is among `lostCount`.
    private(set) var entries: [(key: Value, value: Value?)] = []
    private(set) var lostCount = 0

    init(_ root: Ref, hasIntegerKeys: Bool, in space: SalvageSpace) {
        guard !root.isNone else { return }
        guard let node = space.take(root) else {
            lostCount = 1
            return
        }
        if node.kind.isInner || node.count == 3, !hasIntegerKeys {
            readHashed(root, space)
            return
        }
        guard node.kind.hasRefs, !node.kind.isInner, node.count == 2, let first = node.slot(0).ref,
            let second = node.slot(1).ref
        else {
            lostCount = 1
            return
        }
        let keyColumn = hasIntegerKeys ? Column.plainIntegers : Column.dictionaryKeys
        let keys = SalvagedElements(first, of: keyColumn, in: space)
        let values = SalvagedElements(second, of: .nestedMixed, in: space)
        var read: [Value?] = []
        // Without the positions, values cannot be matched with keys.
        if keys.isCounted, values.isCounted, keys.count == values.count { values.forEach { read.append($0) } }
        var position = 0
        keys.forEach { key in
            let value = position < read.count ? read[position] : nil
            position += 1
            if let key { entries.append((key, value)) } else { lostCount += 1 }
        }
        if !keys.isCounted { lostCount += 1 }
    }

    /// Reads a dictionary of an older format, completely or not at all.
    private mutating func readHashed(_ root: Ref, _ space: SalvageSpace) {
        guard space.hasHashedDictionaries, let dictionary = try? HashedDictionary(root, in: space.space) else {
            lostCount = 1
            return
        }
        for position in 0..<dictionary.count {
            entries.append((.string(dictionary.key(at: position)), try? dictionary.value(at: position)))
        }
    }
}
