/// Reads a table's spec: the parallel arrays that describe its columns.
///
/// Properties come first, backlink columns follow. Source: file-format/tables.md, "Spec and columns".
struct SpecReader {
    private let table: String
    private let space: NodeSpace
    private let ref: Ref
    private let types: IntegerArray
    private let names: NameLeaf
    private let attributes: IntegerArray
    private let enumerated: Node?
    private let keys: IntegerArray
    private let indexes: IntegerArray
    private let oppositeTables: IntegerArray
    private let oppositeColumns: IntegerArray

    init(
        _ ref: Ref, indexes: Ref?, oppositeTables: Ref?, oppositeColumns: Ref?, table: String, in space: NodeSpace
    ) throws(FormatError) {
        let node = try space.refs(ref, "a spec")
        guard node.count == SpecLayout.count, let types = node.slot(SpecLayout.types).ref,
            let names = node.slot(SpecLayout.names).ref, let attributes = node.slot(SpecLayout.attributes).ref,
            let keys = node.slot(SpecLayout.keys).ref, let indexes, let oppositeTables, let oppositeColumns
        else { throw FormatError(.badTable, at: ref, "the spec of table '\(table)' lacks a part") }
        self.table = table
        self.space = space
        self.ref = ref
        self.types = try space.integers(types, "types of columns")
        self.names = try NameLeaf(names, in: space)
        self.attributes = try space.integers(attributes, "attributes of columns")
        self.keys = try space.integers(keys, "keys of columns")
        self.indexes = IntegerArray(try space.refs(indexes, "search indexes"))
        self.oppositeTables = try space.integers(oppositeTables, "opposite tables")
        self.oppositeColumns = try space.integers(oppositeColumns, "opposite columns")
        let values = node.slot(SpecLayout.enumerated).ref
        enumerated = if let values { try space.refs(values, "values of enumerated columns") } else { nil }
        try checkSizes()
    }

    private func checkSizes() throws(FormatError) {
        let slots = self.indexes.count
        guard types.count == keys.count, attributes.count == keys.count, names.count <= keys.count,
            oppositeTables.count == slots, oppositeColumns.count == slots,
            enumerated == nil || enumerated?.count == names.count
        else {
            throw FormatError(
                .badTable, at: ref, "the arrays that describe the columns of table '\(table)' differ in size")
        }
        var leafIndexes = Set<Int>()
        var seenNames = Set<String>()
        for index in 0..<keys.count {
            let key = ColumnKey(keys[index])
            guard key.leafIndex < slots, leafIndexes.insert(key.leafIndex).inserted else {
                throw FormatError(
                    .badTable, at: ref,
                    "two columns of table '\(table)' share leaf index \(key.leafIndex), or it is too large")
            }
            guard (key.type == .backlink) == (index >= names.count) else {
                throw FormatError(.badTable, at: ref, "column \(index) of table '\(table)' is among the wrong kind")
            }
            let isNew = index >= names.count ? true : seenNames.insert(try names.name(index)).inserted
            guard isNew else {
                throw FormatError(.badTable, at: ref, "table '\(table)' has two columns of one name")
            }
        }
    }

    func publicColumns() throws(FormatError) -> [Column] { try columns(0..<names.count) }

    func backlinkColumns() throws(FormatError) -> [Column] { try columns(names.count..<keys.count) }

    private func columns(_ range: Range<Int>) throws(FormatError) -> [Column] {
        var result: [Column] = []
        result.reserveCapacity(range.count)
        for index in range { result.append(try column(index)) }
        return result
    }

    private func column(_ index: Int) throws(FormatError) -> Column {
        let key = ColumnKey(keys[index])
        let name = index < names.count ? try names.name(index) : ""
        guard let type = key.type, type != .list, type != .dictionary else {
            throw FormatError(.badTable, at: ref, "column '\(name)' of table '\(table)' has an unknown type")
        }
        let attributes = ColumnAttributes(rawValue: attributes[index])
        guard attributes.subtracting(.specOnly) == key.attributes else {
            throw FormatError(.badTable, at: ref, "column '\(name)' of table '\(table)' has two sets of attributes")
        }
        // In upgraded files the types array may still contain 13 for a list of links; the key is correct.
        let stored = types[index] & 0xFFFF
        guard stored == Int64(type.rawValue) || stored == Int64(ValueType.oldLinkList.rawValue) && type == .link else {
            throw FormatError(.badTable, at: ref, "column '\(name)' of table '\(table)' has two types")
        }
        let collections: [ColumnAttributes] = [.list, .set, .dictionary]
        guard collections.filter(attributes.contains).count <= 1 else {
            throw FormatError(.badTable, at: ref, "column '\(name)' of table '\(table)' is two kinds of collection")
        }
        let oppositeTable = oppositeTables[key.leafIndex]
        var values: EnumeratedStrings?
        if let enumerated, index < names.count, let child = enumerated.slot(index).ref {
            values = try EnumeratedStrings(child, in: space)
        }
        return Column(
            name: name, key: key, type: type, attributes: attributes,
            hasIntegerKeys: attributes.contains(.dictionary) && types[index] >> 16 != Int64(ValueType.string.rawValue),
            oppositeTable: TableKey(UInt32(truncatingIfNeeded: oppositeTable)),
            oppositeColumn: ColumnKey(oppositeColumns[key.leafIndex]),
            indexRoot: Slot(indexes[key.leafIndex]).ref ?? .none, enumeratedValues: values)
    }
}
