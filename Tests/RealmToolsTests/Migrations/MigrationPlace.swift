import Foundation
import RealmTools
import TestSupport

/// Migration files, and Realms made of a schema and JSON lines, in a directory of their own.
struct MigrationPlace {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A folder with these files.
    func folder(_ files: [String: String], named name: String = "migrations") throws -> MigrationFolder {
        let url = directory.url.appendingPathComponent(name, isDirectory: true)
        try? FileManager.default.removeItem(at: url)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: url.appendingPathComponent(name)) }
        return try MigrationFolder(directory: url)
    }

    /// A Realm with the classes of a schema document and the objects of JSON lines.
    func realm(
        _ schema: String, version: UInt64 = 1, _ lines: [String] = [], name: String = "app.realm", key: Data? = nil
    ) throws -> Realm.Configuration {
        let document = try SchemaDocument(yaml: schema, file: "schema.yaml")
        var configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent(name), encryptionKey: key, schemaVersion: version)
        configuration.schemaMode = .explicit(document.schema)
        let realm = try Realm(configuration: configuration)
        if !lines.isEmpty {
            let text = lines.joined(separator: "\n") + "\n"
            let data = try directory.file("\(name).ndjson", Data(text.utf8))
            try RealmImporter(realm).importFiles([.init(data, format: .ndjson)])
        }
        configuration.schemaMode = .discovered
        return configuration
    }

    /// A migration file to version 2 of these steps, indented by two blanks.
    static func file(_ steps: String, version: Int = 2) -> String {
        let lines = steps.split(separator: "\n").map { "  \($0)\n" }.joined()
        return "version: \(version)\nsteps:\n\(lines)"
    }

    /// Runs steps on a Realm of version 1.
    @discardableResult
    func migrate(
        _ configuration: Realm.Configuration, _ steps: String, inPlace: Bool = false
    ) throws -> MigrationReport {
        let folder = try folder(["0002_steps.yaml": MigrationPlace.file(steps)])
        return try folder.plan(from: 1, to: nil).apply(to: configuration, inPlace: inPlace, backupDirectory: nil)
    }

    /// The objects as JSON lines.
    func lines(_ configuration: Realm.Configuration) throws -> [String] {
        let text = try export(configuration)
        return text.split(separator: "\n").map(String.init)
    }

    func export(_ configuration: Realm.Configuration) throws -> String {
        var configuration = configuration
        configuration.readOnly = true
        configuration.schemaMode = .discovered
        var bytes = Data()
        let realm = try Realm(configuration: configuration)
        _ = try RealmExporter(realm, format: .ndjson).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The schema as a document, with the version.
    func schema(_ configuration: Realm.Configuration) throws -> SchemaDocument {
        var configuration = configuration
        configuration.readOnly = true
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        return SchemaDocument(realm.schema, version: realm.schemaVersion)
    }

    func isSound(_ configuration: Realm.Configuration) throws -> Bool {
        guard let url = configuration.fileURL else { return false }
        return try Realm.verify(at: url, encryptionKey: configuration.encryptionKey).isSound
    }
}
