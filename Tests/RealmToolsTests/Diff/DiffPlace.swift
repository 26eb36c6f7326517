import Foundation
import RealmTools
import TestSupport

/// A directory with Realms to compare.
struct DiffPlace {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func url(_ name: String) -> URL { directory.url.appendingPathComponent("\(name).realm") }

    /// A new Realm with the classes of a schema document.
    func realm(_ name: String, _ yaml: String) throws -> Realm {
        let document = try SchemaDocument(yaml: yaml, file: "schema.yaml")
        return try realm(name, document.schema, version: document.version ?? 0)
    }

    func realm(_ name: String, _ schema: Schema, version: UInt64) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: url(name), schemaVersion: version)
        configuration.schemaMode = .explicit(schema)
        return try Realm(configuration: configuration)
    }

    /// Opens a file without writers.
    static func open(_ url: URL, key: Data? = nil) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: key, readOnly: true)
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    func fixture(_ name: String) throws -> Realm {
        let fixture = Fixture.named(name)
        return try DiffPlace.open(fixture.copy(into: directory), key: fixture.key)
    }

    /// A copy, whose nodes lie at other positions.
    func copy(of realm: Realm) throws -> Realm {
        let url = url("copy-\(UUID().uuidString)")
        try realm.writeCopy(toFile: url)
        return try DiffPlace.open(url)
    }

    /// The objects of JSON lines in a Realm.
    func add(_ lines: String, to realm: Realm) throws {
        let file = try directory.file("\(UUID().uuidString).ndjson", Data(lines.utf8))
        try RealmImporter(realm).importFiles([.init(file, format: .ndjson)])
    }

    static func export(_ realm: Realm) throws -> [Substring] {
        var bytes = Data()
        _ = try RealmExporter(realm).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}

extension RealmDiff {
    /// Every row in one line, and the report.
    func rows() throws -> (lines: [String], report: Report) {
        var lines: [String] = []
        let report = try run { row in
            let changes = row.changes.map { "\($0.property): \($0.old ?? "") -> \($0.new ?? "")" }
            lines.append("\(row.kind) \(row.className) \(row.key) {\(changes.joined(separator: ", "))}")
        }
        return (lines, report)
    }
}
