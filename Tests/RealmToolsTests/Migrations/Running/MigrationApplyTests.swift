import Foundation
import RealmTools
import TestSupport
import Testing

/// Plans on whole files: data that is replaced, data that stays, and failures.
@Suite("Migration plans on files") struct MigrationApplyTests {
    private let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    private static let schema = "classes: {Dog: {properties: {name: string, age: string}}}"
    private static let dogs = [
        #"{"_class":"Dog","_key":0,"name":"Rex","age":"7"}"#, #"{"_class":"Dog","_key":1,"name":"Fido","age":"x"}"#,
    ]
    private static let files = [
        "0002_rename.yaml": MigrationPlace.file("- rename_class: {from: Dog, to: Hound}"),
        "0005_age.yaml": MigrationPlace.file(
            "- change_type: {class: Hound, property: age, to: int?, convert: parse, on_error: null}", version: 5),
    ]
    /// The second file cannot be run on these dogs.
    private static let failing = files.merging([
        "0005_age.yaml": MigrationPlace.file(
            "- set: {class: Hound, property: name, value: x}\n"
                + "- change_type: {class: Hound, property: age, to: int, convert: parse}", version: 5)
    ]) { $1 }

    private func dogs(_ name: String = "app.realm", key: Data? = nil) throws -> Realm.Configuration {
        try place.realm(Self.schema, Self.dogs, name: name, key: key)
    }

    private func bytes(_ configuration: Realm.Configuration) throws -> Data {
        try Data(contentsOf: #require(configuration.fileURL))
    }

    private func path(_ configuration: Realm.Configuration) throws -> String {
        try #require(configuration.fileURL).path
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place.directory.url.path)
            .filter { !$0.hasSuffix(".ndjson") && $0 != "migrations" }.sorted()
    }

    @Test(arguments: [(false, nil), (true, nil), (false, Fixture.key), (true, Fixture.key)])
    func `several versions are crossed, and the report says how`(_ inPlace: Bool, _ key: Data?) throws {
        let realm = try dogs(key: key)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path(realm))
        let report = try place.folder(Self.files).plan(from: 1, to: nil)
            .apply(to: realm, inPlace: inPlace, backupDirectory: nil)
        #expect(report.from == 1)
        #expect(report.to == 5)
        #expect(report.files.map(\.name) == ["0002_rename.yaml", "0005_age.yaml"])
        #expect(report.files.map { $0.steps.map(\.op) } == [["rename_class"], ["change_type"]])
        #expect(report.files.map { $0.steps.map(\.line) } == [[3], [3]])
        #expect(report.files.map { $0.steps.map(\.rows) } == [[0], [2]])
        #expect(report.backup == nil)
        #expect(try report.after == bytes(realm).count)
        #expect(try place.schema(realm).version == 5)
        #expect(
            try place.lines(realm) == [
                #"{"_class":"Hound","_key":0,"name":"Rex","age":7}"#,
                #"{"_class":"Hound","_key":1,"name":"Fido","age":null}"#,
            ])
        #expect(try place.isSound(realm))
        #expect(try names() == ["app.realm", "app.realm.lock"])
        let mode = try FileManager.default.attributesOfItem(atPath: path(realm))[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test(arguments: [(false, nil), (true, nil), (false, Fixture.key)])
    func `the file as it was is in the backup`(_ inPlace: Bool, _ key: Data?) throws {
        let realm = try dogs(key: key)
        let before = try place.export(realm)
        let directory = place.directory.url.appendingPathComponent("backups", isDirectory: true)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let report = try place.folder(Self.files).plan(from: 1, to: nil)
            .apply(to: realm, inPlace: inPlace, backupDirectory: directory)
        let archive = try #require(report.backup)
        #expect(archive.lastPathComponent.hasPrefix("app-"))
        #expect(try RealmBackup.manifest(of: archive).realm.schemaVersion == 1)
        var restored = realm
        restored.fileURL = place.directory.url.appendingPathComponent("restored.realm")
        try RealmBackup.restore(archive, to: restored)
        #expect(try place.export(restored) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [archive.lastPathComponent])
    }

    @Test(arguments: [false, true])
    func `without its backup nothing is done`(_ inPlace: Bool) throws {
        let realm = try dogs()
        let before = try bytes(realm)
        let plan = try place.folder(Self.files).plan(from: 1, to: nil)
        let missing = place.directory.url.appendingPathComponent("missing", isDirectory: true)
        #expect(throws: (any Error).self) { try plan.apply(to: realm, inPlace: inPlace, backupDirectory: missing) }
        #expect(try bytes(realm) == before)
    }

    @Test(arguments: [false, true])
    func `a dry run leaves the file as it is`(_ inPlace: Bool) throws {
        let realm = try dogs()
        let before = try bytes(realm)
        let report = try place.folder(Self.files).plan(from: 1, to: nil).apply(
            to: realm, dryRun: true, inPlace: inPlace, backupDirectory: place.directory.url)
        #expect(report.files.map { $0.steps.map(\.rows) } == [[0], [2]])
        #expect(report.after > 0)
        #expect(try bytes(realm) == before)
        #expect(try names() == ["app.realm", "app.realm.lock"])
    }

    @Test func `after a failure the file is as it was`() throws {
        let realm = try dogs()
        let before = try bytes(realm)
        let plan = try place.folder(Self.failing).plan(from: 1, to: nil)
        let error = #expect(throws: Realm.Error.self) { try plan.apply(to: realm, backupDirectory: nil) }
        #expect(error?.localizedDescription.contains("0005_age.yaml:4:5: error: Hound with object key 1") == true)
        #expect(try bytes(realm) == before)
        #expect(try names() == ["app.realm", "app.realm.lock"])
    }

    @Test func `in place, a failure leaves the last version that was completed`() throws {
        let realm = try dogs()
        let plan = try place.folder(Self.failing).plan(from: 1, to: nil)
        #expect(throws: Realm.Error.self) { try plan.apply(to: realm, inPlace: true, backupDirectory: nil) }
        #expect(try place.schema(realm).version == 2)
        #expect(try place.lines(realm).first == #"{"_class":"Hound","_key":0,"name":"Rex","age":"7"}"#)
        #expect(try place.isSound(realm))
    }

    @Test func `values can be left out of errors`() throws {
        var plan = try place.folder(Self.failing).plan(from: 1, to: nil)
        plan.showsValues = false
        let realm = try dogs()
        let error = #expect(throws: Realm.Error.self) { try plan.apply(to: realm, backupDirectory: nil) }
        #expect(error?.localizedDescription.hasSuffix("the value cannot become int") == true)
    }

    @Test(arguments: [false, true])
    func `a file that is open is not touched`(_ inPlace: Bool) throws {
        let configuration = try dogs()
        let realm = try Realm(configuration: configuration)
        let plan = try place.folder(Self.files).plan(from: 1, to: nil)
        let error = #expect(throws: Realm.Error.self) {
            try plan.apply(to: configuration, inPlace: inPlace, backupDirectory: nil)
        }
        #expect(error?.code == .fileInUse)
        #expect(realm.schemaVersion == 1)
    }

    @Test func `a link to the file stays, and the file it leads to is replaced`() throws {
        let realm = try dogs()
        let link = place.directory.url.appendingPathComponent("link.realm")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "app.realm")
        var linked = realm
        linked.fileURL = link
        _ = try place.folder(Self.files).plan(from: 1, to: nil).apply(to: linked, backupDirectory: nil)
        #expect(try place.schema(realm).version == 5)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "app.realm")
    }

    @Test func `a file with two names is replaced only if that was said`() throws {
        let realm = try dogs()
        try FileManager.default.linkItem(atPath: path(realm), toPath: path(realm) + ".other")
        let plan = try place.folder(Self.files).plan(from: 1, to: nil)
        let error = #expect(throws: Realm.Error.self) { try plan.apply(to: realm, backupDirectory: nil) }
        #expect(error?.code == .hardLinked)
        var options = Realm.FileWriteOptions()
        options.replacesHardLinks = true
        #expect(try plan.apply(to: realm, backupDirectory: nil, options: options).to == 5)
    }

    @Test(arguments: [false, true])
    func `a file of an older format gets the current one`(_ inPlace: Bool) throws {
        var content = try Fixture.named("migrate_v1").bytes()
        content[20 + Int(content[23] & 1)] = 23
        var realm = Realm.Configuration(fileURL: try place.directory.file("old.realm", content))
        realm.schemaMode = .discovered
        let folder = try place.folder([
            "0002_a.yaml": MigrationPlace.file("- rename_property: {class: Dog, from: name, to: title}")
        ])
        let report = try folder.plan(from: 1, to: nil).apply(to: realm, inPlace: inPlace, backupDirectory: nil)
        #expect(report.to == 2)
        #expect(try Realm.fileInfo(at: #require(realm.fileURL)).fileFormat == 24)
        #expect(try place.lines(realm).count == 1426)
        #expect(try place.isSound(realm))
    }

    @Test func `a plan for another version is refused`() throws {
        let realm = try dogs()
        let plan = try place.folder(Self.files).plan(from: 2, to: nil)
        let error = #expect(throws: Realm.Error.self) { try plan.apply(to: realm, backupDirectory: nil) }
        #expect(error?.localizedDescription.contains("has schema version 1, and the plan is for one that has") == true)
    }

    @Test func `steps that do not fit the file are told before anything is done`() throws {
        let folder = try place.folder([
            "0002_a.yaml": MigrationPlace.file(
                "- delete: {class: Cat, where: TRUEPREDICATE}\n- remove_property: {class: Dog, name: nme}")
        ])
        let realm = try dogs()
        let error = #expect(throws: Realm.Error.self) {
            try folder.plan(from: 1, to: nil).apply(to: realm, backupDirectory: nil)
        }
        let lines = error?.localizedDescription.split(separator: "\n") ?? []
        #expect(lines.count == 3)
        #expect(
            lines.last?.hasSuffix("0002_a.yaml:4:41: error: class 'Dog' has no property 'nme' (did you mean 'name'?)")
                == true)
    }

    @Test(arguments: ["types_all", "embedded", "keys", "mixed_nested", "links"])
    func `real files are migrated, whatever they hold`(_ name: String) throws {
        var realm = Realm.Configuration(fileURL: try Fixture.named(name).copy(into: place.directory))
        realm.schemaMode = .discovered
        let (schema, before) = (try place.schema(realm), try place.export(realm))
        let number = Int(schema.version ?? 0) + 1
        let classes = schema.schema.objectSchema.map(\.className)
        let steps =
            classes.map { "- rename_class: {from: \"\($0)\", to: \"Old \($0)\"}" }
            + classes.map { "- add_property: {class: \"Old \($0)\", name: added, type: int, value: 7}" }
            + classes.map { "- check: {class: \"Old \($0)\", where: added != 7, max: 0}" }
            + classes.map { "- remove_property: {class: \"Old \($0)\", name: added}" }
            + classes.map { "- rename_class: {from: \"Old \($0)\", to: \"\($0)\"}" }
        let folder = try place.folder([
            "\(number)_all.yaml": MigrationPlace.file(steps.joined(separator: "\n"), version: number)
        ])
        _ = try folder.plan(from: schema.version, to: nil).apply(to: realm, backupDirectory: nil)
        #expect(try place.export(realm) == before)
        #expect(try place.schema(realm).differences(from: schema.schema).isEmpty)
        #expect(try place.isSound(realm))
    }

    @Test(arguments: [false, true])
    func `a baseline makes the classes of a new file`(_ inPlace: Bool) throws {
        let url = try Fixture.named("just_created").copy(into: place.directory)
        let version = try Realm.fileInfo(at: url).schemaVersion
        var realm = Realm.Configuration(fileURL: url)
        realm.schemaMode = .discovered
        let folder = try place.folder(
            Self.files.merging(["0001_baseline.yaml": "version: 1\nschema: {\(Self.schema)}"]) { $1 })
        try #require(version == nil)
        let report = try folder.plan(from: nil, to: nil).apply(to: realm, inPlace: inPlace, backupDirectory: nil)
        #expect(report.from == nil)
        #expect(report.files.map(\.name) == ["0001_baseline.yaml", "0002_rename.yaml", "0005_age.yaml"])
        let document = try place.schema(realm)
        #expect(document.version == 5)
        #expect(document.schema["Hound"]?["age"]?.typeNotation == "int?")
        #expect(try place.isSound(realm))
    }

    @Test func `a plan without files does nothing`() throws {
        let realm = try dogs()
        let before = try bytes(realm)
        let plan = try place.folder(Self.files).plan(from: 5, to: nil)
        #expect(plan.files.isEmpty)
        let wrong = #expect(throws: Realm.Error.self) { try plan.apply(to: realm, backupDirectory: nil) }
        #expect(wrong?.code == .badMigration)
        let empty = try place.folder(["0001_baseline.yaml": "version: 1\nschema: {\(Self.schema)}"]).plan(
            from: 1, to: nil)
        #expect(try empty.apply(to: realm, backupDirectory: place.directory.url).files.isEmpty)
        #expect(try bytes(realm) == before)
    }

    @Test func `progress comes to its end`() throws {
        let progress = Progress(totalUnitCount: 0)
        let realm = try dogs()
        _ = try place.folder(Self.files).plan(from: 1, to: nil)
            .apply(to: realm, backupDirectory: nil, progress: progress)
        #expect(progress.totalUnitCount > 0)
        #expect(progress.completedUnitCount == progress.totalUnitCount)
    }
}
