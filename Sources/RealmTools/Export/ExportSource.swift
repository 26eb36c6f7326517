import RealmStore

/// The source of an export: the classes, the keys that identify their objects, and the anomalies found.
final class ExportSource {
    let group: Group
    /// Every class, by name.
    let classes: [ExportClass]
    /// Tables that are not classes: not exported, but links lead there, and their objects may own embedded ones.
    let others: [ExportClass]
    /// Links to missing objects.
    var unresolvedLinks = 0
    /// Links to objects whose primary key is null, which CSV cannot tell from none.
    var nullKeyLinks = 0
    /// Values kept in parts, which read as null.
    var oversizedValues = 0
    /// Embedded objects without owner.
    var ownerlessObjects = 0
    /// True if not all objects of all classes are exported.
    var hasSelections = false
    /// The place being read, for messages; nil between objects.
    var place: (class: ExportClass, key: ObjectKey, property: Int)?
    private let positions: [TableKey: Int]
    private var keys: [KeyReader]

    /// - Parameter walksAll: checks every node first, so that damage cannot make the export endless or wrong; may be
    ///   omitted only if objects are not nested without limit.
    init(_ group: Group, walksAll: Bool = true) throws(FormatError) {
        self.group = group
        if walksAll { try StructureCheck.prove(group) }
        var all: [ExportClass] = []
        for table in group.tables { all.append(try ExportClass(table, in: group)) }
        positions = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.table.key, $0) })
        keys = all.map(KeyReader.init)
        others = all.filter { $0.table.className == nil }
        classes = all.filter { $0.table.className != nil }.sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
    }

    var space: NodeSpace { group.snapshot.space }

    /// The key that identifies an object of `table`: its primary key, or nil for its object key if the class has none.
    /// Throws if there is no such object.
    func target(_ table: TableKey, _ key: ObjectKey) throws(FormatError) -> (class: ExportClass, primaryKey: Value?) {
        guard let position = positions[table] else {
            throw FormatError(.badValue, at: .none, "a link leads to table \(table.value), which does not exist")
        }
        return (keys[position].exported, try keys[position].primaryKey(of: key))
    }

    /// The class of `table`, which exists.
    func exportClass(_ table: TableKey) throws(FormatError) -> ExportClass {
        guard let position = positions[table] else {
            throw FormatError(.badValue, at: .none, "there is no table \(table.value)")
        }
        return keys[position].exported
    }

    /// Adds what another source of the same version found.
    func add(_ other: ExportSource) {
        unresolvedLinks += other.unresolvedLinks
        nullKeyLinks += other.nullKeyLinks
        oversizedValues += other.oversizedValues
        ownerlessObjects += other.ownerlessObjects
    }

    /// Must be called whenever an embedded object may be written once more.
    func forgetInlined() {
        for exported in classes where !exported.inlined.isEmpty { exported.inlined = [] }
    }

    /// The number of owners of an embedded object according to its backlinks.
    func ownerCount(_ key: ObjectKey, of exported: ExportClass) throws(FormatError) -> Int {
        guard let position = try exported.table.objects().find(key) else { return 0 }
        var count = 0
        for column in exported.table.backlinkColumns {
            count += try exported.table.backlinks(column, at: position).count
        }
        return count
    }

    /// Whether an object is exported: it was selected itself or, if it is embedded, its owner is.
    func exports(_ key: ObjectKey, of exported: ExportClass) throws(FormatError) -> Bool {
        hasSelections ? try exports(key, of: exported, depth: 0) : true
    }

    private func exports(_ key: ObjectKey, of exported: ExportClass, depth: Int) throws(FormatError) -> Bool {
        if let isSelected = exported.isSelected(key) { return isSelected }
        // Cyclic owners are damage; the depth is limited.
        guard exported.isEmbedded, depth < ExportSource.maximumOwnerDepth,
            let position = try exported.table.objects().find(key)
        else { return true }
        for column in exported.table.backlinkColumns {
            let owners = try exported.table.backlinks(column, at: position)
            guard owners.count > 0 else { continue }
            let owner = try owners.origin(at: 0)
            return try exports(owner, of: exportClass(column.oppositeTable), depth: depth + 1)
        }
        return true
    }

    private static let maximumOwnerDepth = 100

    /// The value of `row`; records if it reads as null because it is kept in parts.
    func value(_ leaf: ColumnLeaf, _ row: Int) throws(FormatError) -> Value {
        let value = try leaf.value(row)
        if case .null = value, try leaf.partsByteCount(row) != nil { oversizedValues += 1 }
        return value
    }

    /// `error` with the object and property being read.
    func located(_ error: FormatError) -> FormatError {
        guard let place else { return error }
        let name =
            place.class.properties.indices.contains(place.property)
            ? "\(place.class.name).\(place.class.properties[place.property].column.name)" : place.class.name
        return FormatError(error.code, at: error.ref, "\(name), object \(place.key.value): \(error.message)")
    }
}

/// Primary keys of linked objects, caching the last leaf read.
private struct KeyReader {
    let exported: ExportClass
    private var leaf: ClusterLeaf?
    private var values: ColumnLeaf?

    init(_ exported: ExportClass) { self.exported = exported }

    mutating func primaryKey(of key: ObjectKey) throws(FormatError) -> Value? {
        var row = leaf?.row(of: key)
        if row == nil {
            guard let position = try exported.table.objects().find(key) else {
                throw FormatError(
                    .badValue, at: exported.table.ref,
                    "a link leads to object \(key.value) of '\(exported.name)', which does not exist")
            }
            leaf = position.leaf
            row = position.row
            values = nil
            if let column = exported.table.primaryKey {
                values = try ColumnLeaf.column(
                    column, at: position.leaf.column(column.leafIndex), rows: position.leaf.count,
                    in: exported.table.space)
            }
        }
        guard let row, let values else { return nil }
        return try values.value(row)
    }
}
