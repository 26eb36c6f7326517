import RealmStore

/// The description of a table's columns in a damaged file. The keys of the columns are needed, everything else may be
/// lost: a key tells the place and the type of the values.
struct SpecRecord {
    let ref: Ref
    let keys: [ColumnKey]
    private let names: [String]
    let nameList: Ref?
    private let attributes: [Int64]?
    private let types: [Int64]?
    /// The values of enumerated columns.
    private let enumerated: [Ref?]

    private static let maximumColumnCount = 1 << 16

    init?(_ ref: Ref, in space: SalvageSpace) {
        guard let node = space.peek(ref), node.kind.hasRefs, !node.kind.isInner, !node.kind.context,
            node.count == SpecLayout.count, let keys = node.slot(SpecLayout.keys).ref.flatMap(space.integers),
            keys.count <= SpecRecord.maximumColumnCount
        else { return nil }
        self.ref = ref
        var leafIndexes = Set<Int>()
        for index in 0..<keys.count {
            let key = ColumnKey(keys[index])
            guard key.value >= 0, key.type != nil, leafIndexes.insert(key.leafIndex).inserted else { return nil }
        }
        self.keys = (0..<keys.count).map { ColumnKey(keys[$0]) }
        nameList = node.slot(SpecLayout.names).ref
        names = nameList.flatMap(space.names) ?? []
        func integers(_ slot: Int) -> [Int64]? {
            guard let array = node.slot(slot).ref.flatMap(space.integers), array.count == keys.count else { return nil }
            return (0..<array.count).map { array[$0] }
        }
        attributes = integers(SpecLayout.attributes)
        types = integers(SpecLayout.types)
        let lists = node.slot(SpecLayout.enumerated).ref.flatMap(space.peek).flatMap { $0.kind.hasRefs ? $0 : nil }
        enumerated = lists.map { lists in (0..<min(lists.count, keys.count)).map { lists.slot($0).ref } } ?? []
    }

    /// True if all parts are present.
    var isWhole: Bool {
        attributes != nil && types != nil && names.count == propertyCount
            && names.allSatisfy { !$0.isEmpty }
    }

    /// The table of the columns according to most of their keys; nil without columns.
    var tableKey: TableKey? {
        // The tag of a key is that of the table, changed by the number of columns removed before.
        let tags = Dictionary(keys.map { (UInt32(truncatingIfNeeded: $0.value >> 30), 1) }, uniquingKeysWith: +)
        return tags.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { TableKey($0.key & 0x7FFF_FFFF) }
    }

    /// Number of properties.
    var propertyCount: Int { keys.count { $0.type != .backlink } }

    /// The properties with readable values.
    ///
    /// - Parameter target: the target table of a link column.
    func columns(in space: SalvageSpace, target: (ColumnKey) -> TableKey?) -> [Column] {
        var used = Set<String>()
        var result: [Column] = []
        for (index, key) in keys.enumerated() {
            guard let type = key.type, SpecRecord.readable.contains(type) else { continue }
            let opposite = type == .link ? target(key) : .null
            guard let opposite else { continue }
            let stored = ColumnAttributes(rawValue: attributes?[index] ?? 0).intersection(.specOnly)
            let collections: [ColumnAttributes] = [.list, .set, .dictionary]
            guard collections.count(where: key.attributes.contains) <= 1 else { continue }
            let isDictionary = key.attributes.contains(.dictionary)
            let list = index < enumerated.count ? enumerated[index] : nil
            result.append(
                Column(
                    name: name(index, &used), key: key, type: type, attributes: key.attributes.union(stored),
                    hasIntegerKeys: isDictionary && types.map { $0[index] >> 16 != ValueType.string.rawValue } ?? false,
                    oppositeTable: opposite, oppositeColumn: .null, indexRoot: .none,
                    enumeratedValues: list.flatMap(space.enumeratedStrings)))
        }
        return result
    }

    private static let readable: Set<ValueType> = [
        .int, .bool, .string, .binary, .mixed, .timestamp, .float, .double, .decimal, .link, .objectId, .uuid,
    ]

    private func name(_ index: Int, _ used: inout Set<String>) -> String {
        var name = index < names.count ? names[index] : ""
        if name.isEmpty || name.utf8.count > NameEditor.maximumByteCount || used.contains(name) {
            name = "recovered\(index)"
            while used.contains(name) { name += "_" }
        }
        used.insert(name)
        return name
    }
}
