import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// Files of older formats are migrated by a block, by a migration file, and by one in place: all give the same result.
@Suite("Migrations of older formats") struct OldFormatMigrationTests {
    private let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    private func realm(_ name: String, _ content: Data) throws -> Realm.Configuration {
        var realm = Realm.Configuration(fileURL: try place.directory.file(name, content))
        realm.schemaMode = .discovered
        return realm
    }

    /// The objects of a Realm, those in tables without a class included, as JSON lines that do not depend on the order
    /// of properties and classes.
    private func lines(
        _ realm: Realm.Configuration, _ transform: ([String: Any]) -> Any = { $0 }
    ) throws -> [String] {
        try LegacyFiles.giveTablesClasses(#require(realm.fileURL))
        return try place.lines(realm).map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            let data = try JSONSerialization.data(withJSONObject: transform(object), options: .sortedKeys)
            return String(decoding: data, as: UTF8.self)
        }.sorted()
    }

    /// - Parameter name: under which the results are kept.
    private func check(_ content: Data, _ name: String) throws {
        let upgraded = try realm("upgraded.realm", content)
        _ = try Realm.upgradeFileFormat(for: upgraded)
        let change = try SampleChange(place.schema(upgraded))
        let expected = try lines(upgraded) { change.made(to: $0) }
        let folder = try place.folder(change.files)
        var (byBlock, byFile, inPlace) = (
            try realm("block.realm", content), try realm("file.realm", content), try realm("place.realm", content)
        )
        let plan = try folder.plan(from: change.before, to: nil)
        _ = try plan.apply(to: byFile, backupDirectory: nil)
        _ = try plan.apply(to: inPlace, inPlace: true, backupDirectory: nil)
        change.configure(&byBlock)
        _ = try Realm(configuration: byBlock)
        let schema = try place.schema(byFile)
        #expect(schema.version == change.after)
        #expect(schema.schema["Added"] != nil)
        for (realm, way) in [(byBlock, "block"), (byFile, "file"), (inPlace, "in place")] {
            let url = try #require(realm.fileURL)
            try LegacyFiles.keep(url, name, "migrated by \(way)")
            #expect(try Realm.fileInfo(at: url).fileFormat == 24, "\(way)")
            #expect(try place.isSound(realm), "\(way)")
            let found = try place.schema(realm)
            #expect(found.version == schema.version && found.differences(from: schema.schema).isEmpty, "\(way)")
            #expect(try lines(realm) == expected, "\(way)")
        }
    }

    private static let formats: [(Int, Set<AgedFile.Detail>)] = [
        (10, [.primaryKeysWithoutIndex, .oldColumnKeys]), (11, [.primaryKeysWithoutIndex, .oldColumnKeys]),
        (20, [.primaryKeysWithoutIndex, .oldColumnKeys]), (21, Set(AgedFile.Detail.allCases)),
        (22, [.oldColumnKeys, .hashedDictionaries, .reversedSets]), (23, [.reversedSets, .oldColumnKeys]),
    ]

    @Test(arguments: formats)
    func `a file laid out as in an older format is migrated in every way`(
        _ format: Int, _ details: Set<AgedFile.Detail>
    ) throws {
        try check(Data(AgedFile(details, format: format).bytes), "format \(format)")
    }

    @Test(arguments: LegacyFiles.all)
    func `a real file of an older format is migrated in every way`(_ file: URL) throws {
        try check(Data(contentsOf: file), file.deletingPathExtension().lastPathComponent)
    }
}

/// A change that can be made to any schema: a class is added; if there are others, one is renamed, and gets a property,
/// a renamed one, and an index.
private struct SampleChange {
    /// Schema versions; a file without one gets version 1.
    let before: UInt64?
    let after: UInt64
    /// The class that is changed.
    private let className: String?
    private let renamed: String?
    /// Under its new name.
    private let indexed: String?

    private static let indexable: [PropertyType] = [.int, .bool, .string, .date, .objectId, .UUID, .any]

    private static let added = ObjectSchema(
        className: "Added", properties: [Property(name: "text", type: .string)], primaryKey: nil)

    init(_ document: SchemaDocument) {
        (before, after) = (document.version, (document.version ?? 0) + 1)
        let schema = document.schema.objectSchema.first { !$0.isEmbedded && !$0.isAsymmetric }
        className = schema?.className
        let properties = schema?.properties.filter { !$0.isPrimaryKey } ?? []
        let renamed = properties.first?.name
        self.renamed = renamed
        let indexed = properties.first {
            Self.indexable.contains($0.type) && !$0.isCollection && !$0.isIndexed && !$0.isFullTextIndexed
        }
        self.indexed = indexed.map { $0.name == renamed ? "renamed" : $0.name }
    }

    /// As migration files.
    var files: [String: String] {
        if before == nil {
            return ["0001_baseline.yaml": "version: 1\nschema: {classes: {Added: {properties: {text: string}}}}"]
        }
        var steps = ["add_class: {name: Added, properties: {text: string}}"]
        if let className {
            steps.append("rename_class: {from: '\(className)', to: Renamed}")
            steps.append("add_property: {class: Renamed, name: given, type: string, value: here}")
        }
        if let renamed { steps.append("rename_property: {class: Renamed, from: '\(renamed)', to: renamed}") }
        if let indexed { steps.append("add_index: {class: Renamed, property: '\(indexed)'}") }
        let text = MigrationPlace.file(steps.map { "- \($0)" }.joined(separator: "\n"), version: Int(after))
        return ["\(after)_change.yaml": text]
    }

    /// As an app does when it opens the file.
    func configure(_ configuration: inout Realm.Configuration) {
        configuration.schemaVersion = after
        guard before != nil else {
            configuration.schemaMode = .explicit(Schema([Self.added]))
            return
        }
        let (className, renamed, indexed) = (className, renamed, indexed)
        configuration.migrationBlock = { migration, _ in
            // Errors here are thrown by opening.
            try? migration.edit { editor in
                try editor.addClass(Self.added)
                guard let className else { return }
                try editor.renameClass(className, to: "Renamed")
                try editor.addProperty(Property(name: "given", type: .string), to: "Renamed")
                if let renamed { try editor.renameProperty(renamed, on: "Renamed", to: "renamed") }
                if let indexed { try editor.setIndexed(indexed, on: "Renamed", true) }
            }
            if className != nil {
                migration.enumerateObjects(ofType: "Renamed") { _, object in object?["given"] = "here" }
            }
        }
    }

    /// The object as it is afterwards, in the form of an export.
    func made(to object: [String: Any]) -> Any {
        guard before != nil, let className else { return object }
        var object = object
        if object["_class"] as? String == className {
            object["_class"] = "Renamed"
            object["given"] = "here"
            if let renamed { object["renamed"] = object.removeValue(forKey: renamed) }
        }
        return relinked(object, className)
    }

    private func relinked(_ value: Any, _ className: String) -> Any {
        if let list = value as? [Any] { return list.map { relinked($0, className) } }
        guard var members = value as? [String: Any] else { return value }
        if let link = members["$link"] as? [Any], link.first as? String == className {
            members["$link"] = ["Renamed"] + link.dropFirst()
            return members
        }
        return members.mapValues { relinked($0, className) }
    }
}
