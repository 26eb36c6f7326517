import RealmStore

/// A class of the Realm that objects are imported into, as one write transaction sees it.
final class ImportClass {
    let name: String
    let table: TableEditor
    let properties: [ImportProperty]
    /// Position of the primary key among the properties.
    let primaryKey: Int?
    /// What became of the object keys in the imported files.
    let keys: ImportKeys
    /// Positions of the properties by their names in documents.
    private let positions: [[UInt8]: Int]

    var isEmbedded: Bool { table.kind == .embedded }

    fileprivate init(
        _ name: String, _ table: TableEditor, _ tables: GroupEditor, _ keys: ImportKeys
    ) throws(FormatError) {
        self.name = name
        self.table = table
        self.keys = keys
        var properties: [ImportProperty] = []
        for column in table.columns {
            let target = column.type == .link ? try tables.table(column.oppositeTable) : nil
            properties.append(
                ImportProperty(
                    column: column, place: "\(name).\(column.name)", holdsEmbedded: target?.kind == .embedded))
        }
        self.properties = properties
        primaryKey = table.columns.firstIndex { $0.key == table.primaryKey?.key }
        positions = Dictionary(
            properties.enumerated().map { (Array(ExportClass.exportedName($1.column.name).utf8), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Position of the property with that name in documents, or nil.
    func property(_ name: [UInt8]) -> Int? { positions[name] }
}

/// A property that values are imported into.
struct ImportProperty {
    let column: Column
    /// `Class.property`, for messages.
    let place: String
    /// Values are objects that belong to the owner of the property.
    let holdsEmbedded: Bool

    var mayHoldLinks: Bool { column.type == .link || column.type == .mixed }

    /// What nested collections hold: mixed values.
    func nested() -> ImportProperty { ImportProperty(column: .nestedMixed, place: place, holdsEmbedded: false) }
}

/// The classes of the Realm, as one write transaction sees them.
final class ImportClasses {
    let objects: ObjectEditor
    /// In the order of their tables.
    private(set) var all: [ImportClass] = []
    private var byName: [[UInt8]: ImportClass] = [:]
    private var byTable: [TableKey: ImportClass] = [:]

    /// - Parameter keys: what earlier transactions of the import know, by class.
    init(_ objects: ObjectEditor, _ keys: inout [String: ImportKeys]) throws(FormatError) {
        self.objects = objects
        for key in objects.tables.tableKeys {
            guard let table = try objects.tables.table(key), let name = table.table.className else { continue }
            let known: ImportKeys
            if let earlier = keys[name] {
                known = earlier
            } else {
                known = ImportKeys(hadObjects: try table.clusters.tree().count > 0, isEmbedded: table.kind == .embedded)
                keys[name] = known
            }
            let made = try ImportClass(name, table, objects.tables, known)
            byName[Array(name.utf8)] = made
            byTable[key] = made
            all.append(made)
        }
    }

    /// The class of that name.
    func named(_ name: [UInt8]) throws -> ImportClass {
        if let found = byName[name] { return found }
        throw ImportProblem("the Realm has no class '\(JSONTree.excerpt(name))'")
    }

    /// The class that the links of `property` lead to.
    func target(of property: ImportProperty) throws(FormatError) -> ImportClass {
        if let found = byTable[property.column.oppositeTable] { return found }
        throw FormatError(.badTable, at: .none, "the links of '\(property.place)' lead to no class")
    }
}

/// What became of the object keys that objects of one class without primary key had in the imported files.
final class ImportKeys {
    /// Whether the class had objects before the import, whose keys mean something else than those of the files.
    private let hadObjects: Bool
    /// New keys by old ones: all of them if the class had objects before, else those that changed.
    private var new: [Int64: Int64] = [:]
    /// New keys that no file gave.
    private var made: Set<Int64> = []
    /// Whether the files give keys; nil before the first object.
    private var areGiven: Bool?

    private let isEmbedded: Bool

    init(hadObjects: Bool, isEmbedded: Bool) {
        self.hadObjects = hadObjects
        self.isEmbedded = isEmbedded
    }

    /// The old embedded objects that were described, and not only named.
    private var filled: Set<Int64> = []

    /// The key for a new object: the old one if it is free.
    ///
    /// - Returns: nil for a key that has to be made; `note` says then which it became.
    func claim(_ old: Int64?, in table: TableEditor) throws -> ObjectKey? {
        guard areGiven == nil || areGiven == (old != nil) else {
            throw ImportProblem("either all objects of a class have '_key' or none")
        }
        areGiven = old != nil
        guard let old else { return nil }
        guard old >= 0 else { throw ImportProblem("'_key' must not be negative") }
        let isFree = try table.claimObjectKey(ObjectKey(old))
        var isTwice = new[old] != nil
        if !hadObjects, !isFree, !made.contains(old) { isTwice = try isTwice || exists(old, table) }
        if isTwice { throw ImportProblem("'_key' \(old) is there twice") }
        return isFree ? ObjectKey(old) : nil
    }

    private func exists(_ key: Int64, _ table: TableEditor) throws(FormatError) -> Bool {
        try table.clusters.contains(ObjectKey(key))
    }

    /// Notes which key a new object got.
    func note(_ key: ObjectKey, for old: Int64?) {
        guard let old else { return }
        if hadObjects || key.value != old { new[old] = key.value }
        if key.value != old { made.insert(key.value) }
    }

    /// The object that had the key `old` in the files, or nil.
    ///
    /// - Parameter isFinal: all objects of the files are there, so that other keys can only be those of older objects.
    func find(_ old: Int64, in table: TableEditor, isFinal: Bool) throws(FormatError) -> ObjectKey? {
        if let key = new[old] { return ObjectKey(key) }
        guard areGiven != false, old >= 0, isFinal || !hadObjects, !made.contains(old) else { return nil }
        return try exists(old, table) ? ObjectKey(old) : nil
    }

    // MARK: Embedded objects that are named before they are described

    /// Notes which key an embedded object got that its owner named.
    func noteEmbedded(_ key: ObjectKey, for old: Int64) { new[old] = key.value }

    /// The embedded object that an owner named, or nil.
    func embedded(_ old: Int64) -> ObjectKey? { new[old].map { ObjectKey($0) } }

    /// The embedded object that an owner named, which is described now; nil for one that nobody named.
    func fill(_ old: Int64) throws -> ObjectKey? {
        guard let key = embedded(old) else { return nil }
        guard filled.insert(old).inserted else { throw ImportProblem("'_key' \(old) is there twice") }
        return key
    }

    /// Number of embedded objects that were named and not described; 0 for other classes.
    var unfilledCount: Int { isEmbedded ? new.count - filled.count : 0 }
}
