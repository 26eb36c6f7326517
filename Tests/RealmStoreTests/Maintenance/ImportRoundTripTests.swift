import Foundation
import RealmStore
import TestSupport
import Testing

/// What was exported with types, imported into a new file with the schema, and exported again.
@Suite("Import round trip") struct ImportRoundTripTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Files of which a local Realm cannot be made: classes of synchronised apps, embedded classes that hold each
    /// other, names or types that no SDK makes.
    private static let notLocal: Set<String> = []
    private static let names = Fixture.all.map(\.name).filter { !notLocal.contains($0) }

    private func source(_ name: String) throws -> Realm {
        let fixture = Fixture.named(name)
        var configuration = Realm.Configuration(
            fileURL: try fixture.copy(into: directory), encryptionKey: fixture.key, readOnly: true)
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    /// A new Realm with the schema of `source`, as its document says it.
    private func target(like source: Realm, _ name: String = "made.realm") throws -> Realm {
        let text = SchemaDocument(source.schema, version: source.schemaVersion).yaml()
        let document = try SchemaDocument(yaml: text, file: "schema.yaml")
        var configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent(name), schemaVersion: document.version ?? 0)
        configuration.schemaMode = .explicit(document.schema)
        return try Realm(configuration: configuration)
    }

    private func export(_ realm: Realm, _ format: RealmExporter.Format) throws -> Data {
        var bytes = Data()
        _ = try RealmExporter(realm, format: format).export { bytes += $0 }
        return bytes
    }

    private func check(_ realm: Realm) throws {
        let report = try Realm.verify(at: #require(realm.configuration.fileURL))
        #expect(report.isSound, "\(report.problems.prefix(3))")
    }

    @Test(arguments: names)
    func `JSON lines come back as they were`(_ name: String) throws {
        let source = try source(name)
        let text = try export(source, .ndjson)
        let target = try target(like: source)
        let report = try RealmImporter(target).importFiles([.init(directory.file("all.ndjson", text), format: .ndjson)])
        let again = try export(target, .ndjson)
        #expect(again == text, "\(firstDifference(text, again))")
        #expect(report.objects + report.ownerlessObjects == text.count { $0 == UInt8(ascii: "\n") })
        try check(target)
    }

    private func firstDifference(_ lhs: Data, _ rhs: Data) -> String {
        let pairs = zip(lhs.split(separator: UInt8(ascii: "\n")), rhs.split(separator: UInt8(ascii: "\n")))
        guard let (lhs, rhs) = pairs.first(where: { $0 != $1 }) else { return "\(lhs.count) and \(rhs.count) bytes" }
        return
            "\(String(decoding: lhs.prefix(600), as: UTF8.self))\n\(String(decoding: rhs.prefix(600), as: UTF8.self))"
    }
}
