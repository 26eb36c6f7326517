import Foundation

@testable import RealmStore

/// A file as engines of older formats laid it out: made in the current one, then changed back, detail by detail.
struct AgedFile {
    /// A detail of older formats.
    enum Detail: CaseIterable {
        /// Primary keys were found by their object key.
        case primaryKeysWithoutIndex
        /// Dictionaries were cluster trees of hashes.
        case hashedDictionaries
        /// Sets of strings, data and mixed values had another order.
        case reversedSets
        /// Lists of links had a type of their own.
        case oldColumnKeys
        /// Objects of asymmetric classes waited to be sent.
        case asymmetricObjects
    }

    let bytes: [UInt8]
    /// What the file holds after its upgrade from format 22.
    let text: String

    /// Entries of the larger dictionary: several leaves.
    static let largeCount = 700

    static let schema = Schema([
        ObjectSchema(
            className: "Person",
            properties: [
                Property(name: "name", type: .string),
                Property(name: "friends", type: .object, objectClassName: "Person", isArray: true),
                Property(name: "homes", type: .object, objectClassName: "Home", isArray: true),
                Property(name: "best", type: .object, objectClassName: "Person", isOptional: true, isMap: true),
                Property(name: "scores", type: .int, isMap: true),
                Property(name: "notes", type: .any, isMap: true),
                Property(name: "tags", type: .string, isOptional: true, isSet: true),
                Property(name: "prints", type: .data, isSet: true),
                Property(name: "things", type: .any, isSet: true),
                Property(name: "numbers", type: .int, isSet: true),
            ], primaryKey: "name"),
        ObjectSchema(className: "Home", properties: [Property(name: "street", type: .string)], isEmbedded: true),
        ObjectSchema(className: "Event", properties: [Property(name: "at", type: .int)], primaryKey: nil),
    ])

    /// - Parameter grows: a large dictionary is part of the file.
    init(_ details: Set<Detail>, format: Int, grows: Bool = false) throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appendingPathComponent("modern.realm")
        try AgedFile.make(url, grows: grows)
        text = try AgedFile.text(url)
        let edited = try EditedGroup(RealmFile.open(url.path, key: nil, sharing: .none))
        let aging = Aging(edited)
        for key in edited.group.tableKeys {
            guard let table = try edited.group.table(key), table.name != "metadata" else { continue }
            try aging.age(table, details)
        }
        let (names, tables) = try edited.group.seal()
        var bytes = try PlainFile.bytes(names: names, tables: tables, in: edited.memory.arena.space)
        bytes[20] = UInt8(format)
        self.bytes = bytes
    }

    /// Writes the file in encrypted form.
    func write(to path: String, key: EncryptionKey) throws {
        try? FileManager.default.removeItem(atPath: path)
        var output = FileOutput(try FileDescriptor.open(path, .readWrite, create: 0o600), key: key)
        let rest = [UInt8](repeating: 0, count: (4096 - bytes.count % 4096) % 4096)
        try (bytes + rest).withUnsafeBytes { try output.append($0) }
        try output.finish(beginning: Array(bytes[..<RawFileHeader.byteCount]))
    }

    /// All objects of a file except the asymmetric ones.
    static func text(_ url: URL, key: Data? = nil) throws -> String {
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: key, readOnly: true)
        configuration.schemaMode = .discovered
        return ContentText.text(of: try Realm(configuration: configuration), classes: ["Person"])
    }

    private static func make(_ url: URL, grows: Bool) throws {
        var configuration = Realm.Configuration(fileURL: url, schemaVersion: 3)
        configuration.schemaMode = .explicit(schema)
        let realm = try Realm(configuration: configuration)
        try realm.write {
            for name in ["Ada", "Bob", "Cleo"] { try realm.create("Person", value: ["name": name]) }
            let people = Array(realm.dynamicObjects("Person"))
            let scores = grows ? (0..<largeCount).map { ("key \($0)", $0) } : [("zeta", 6), ("Eta", 7), ("", 0)]
            people[0]["scores"] = Dictionary(uniqueKeysWithValues: scores)
            people[0]["notes"] = ["text": "a note", "number": 7, "none": NSNull(), "who": people[2]]
            people[1]["best"] = ["one": people[0], "nobody": NSNull(), "two": people[2]]
            people[1]["friends"] = [people[2], people[0], people[2]]
            people[1]["homes"] = [["street": "Elm"], ["street": "Oak"]]
            people[2]["tags"] = ["a", "B", "æ", "", NSNull(), "b"]
            people[2]["prints"] = [Data([9]), Data([]), Data([1, 2]), Data([1])]
            people[2]["things"] = ["text", Data("text".utf8), 5, "Text", people[0], true, Data([0])] as [Any]
            people[2]["numbers"] = [3, 1, 2]
            for at in 0..<5 { try realm.create("Event", value: ["at": at]) }
        }
    }
}

/// Changes tables back.
private struct Aging {
    private let edited: EditedGroup
    private let scratch = ValueScratch()
    private var arena: Arena { edited.memory.arena }

    init(_ edited: EditedGroup) { self.edited = edited }

    func age(_ table: TableEditor, _ details: Set<AgedFile.Detail>) throws {
        if details.contains(.primaryKeysWithoutIndex), let key = table.primaryKey {
            try arena.freeTree(key.indexRoot)
            try table.setIndexRoot(.none, for: key)
        }
        for column in table.columns {
            if details.contains(.hashedDictionaries), column.collection == .dictionary {
                try replace(column, of: table) { try hashed($0) }
            }
            if details.contains(.reversedSets), column.collection == .set, column.type != .int {
                try replace(column, of: table) { try reversed($0, column) }
            }
        }
        if details.contains(.asymmetricObjects), table.name == "class_Event" { table.setKind(.asymmetric) }
        if details.contains(.oldColumnKeys) { try takeOldKeys(table) }
    }

    private func replace(_ column: Column, of table: TableEditor, _ make: (Ref) throws -> Ref) throws {
        var keys: [ObjectKey] = []
        try table.clusters.tree().forEachLeaf { leaf in
            for row in 0..<leaf.count { keys.append(leaf.key(row)) }
        }
        for key in keys {
            guard let position = try table.find(key), let old = try table.slot(of: column, at: position).ref else {
                continue
            }
            try table.setSlot(Slot(make(old)), of: column, at: position)
            try arena.freeTree(old)
        }
    }

    private func hashed(_ root: Ref) throws -> Ref {
        let old = try DictionaryTree(root, hasIntegerKeys: false, in: arena.space)
        let tree = try ClusterEditor(
            columns: [
                ClusterColumn(
                    leafIndex: 0, leaves: LeafEditor(.string, in: arena), initial: scratch.string("")),
                ClusterColumn(leafIndex: 1, leaves: LeafEditor(.mixed, in: arena), initial: .null),
            ], in: arena)
        for position in 0..<old.count {
            guard case .string(let key) = try old.key(at: position) else { continue }
            let hash = key.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
            _ = try tree.insert(
                ObjectKey(Int64(hash & 0x3FFF_FFFF_FFFF_FFFF)),
                [scratch.copy(old.key(at: position)), scratch.copy(old.value(at: position))])
        }
        return tree.root
    }

    private func reversed(_ root: Ref, _ column: Column) throws -> Ref {
        let old = try CollectionTree(root, of: column, in: arena.space)
        var new = try ListEditor(root: .none, of: column, in: arena)
        for position in (0..<old.count).reversed() { try new.append(scratch.copy(old.value(at: position))) }
        return new.root
    }

    /// In the list of keys, and where other tables name them.
    private func takeOldKeys(_ table: TableEditor) throws {
        for (position, column) in (table.columns + table.backlinkColumns).enumerated() {
            if column.type == .link, column.collection == .list {
                try table.editSpec { spec throws(FormatError) in try spec.setKey(column.key.old, at: position) }
            }
            guard column.isBacklink, column.oppositeColumn.attributes.contains(.list),
                column.oppositeColumn.type == .link
            else { continue }
            var opposites = try IntegerEditor(table.child(TableLayout.oppositeColumns), in: arena)
            try opposites.set(column.oppositeColumn.old.value, at: column.leafIndex)
            table.setChild(TableLayout.oppositeColumns, to: opposites.ref)
        }
    }
}

extension ColumnKey {
    /// The key with the type of a list of links.
    fileprivate var old: ColumnKey { ColumnKey(value + (1 << 16)) }
}
