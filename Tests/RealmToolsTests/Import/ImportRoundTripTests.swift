import Foundation
import RealmTools
import TestSupport
import Testing

/// Exports with types, imported into a new file with the schema, and exported again.
@Suite("Import round trip") struct ImportRoundTripTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Files of which no local Realm can be made: a class of a synchronised app, and a dictionary whose keys are
    /// integers, which a schema document cannot express.
    private static let notLocal: Set<String> = ["asymmetric", "int_key_dictionary"]
    /// Files that come back with the same values in another order: a primary key that was added later comes first in a
    /// new file, and sets with NaN, which Realm Core does not keep in order, are put in order.
    private static let reordered: Set<String> = ["schema_evolved", "nan_sets"]
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
        if Self.reordered.contains(name) {
            #expect(try Self.unordered(again) == Self.unordered(text))
        } else {
            #expect(again == text, "\(firstDifference(text, again))")
        }
        #expect(report.objects + report.ownerlessObjects == text.count { $0 == UInt8(ascii: "\n") })
        try check(target)
    }

    @Test(arguments: ["types_all", "embedded", "mixed_nested", "names", "links", "migrate_v1"])
    func `CSV files with types come back as they were`(_ name: String) throws {
        let source = try source(name)
        let target = try target(like: source)
        var files: [String: Data] = [:]
        _ = try RealmExporter(source, format: .csv, values: .typed).exportFiles { files[$0, default: Data()] += $1 }
        let place = directory.url.appendingPathComponent("csv")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        for (file, bytes) in files { try bytes.write(to: place.appendingPathComponent(file)) }
        try RealmImporter(target).importFiles(RealmImporter.Input.files(in: place))
        let (text, again) = (try export(source, .ndjson), try export(target, .ndjson))
        #expect(again == text, "\(firstDifference(text, again))")
        try check(target)
    }

    @Test func `a JSON document comes back as it was`() throws {
        let source = try source("types_all")
        let target = try target(like: source)
        let text = try export(source, .json)
        try RealmImporter(target).importFiles([.init(directory.file("all.json", text), format: .json)])
        #expect(try export(target, .json) == text)
    }

    @Test func `a class of a synchronised app cannot be made`() throws {
        let source = try source("asymmetric")
        #expect(throws: RLMError(.badSchema)) { try target(like: source) }
    }

    /// The lines with members and elements in an order of their own.
    private static func unordered(_ lines: Data) throws -> [String] {
        func sorted(_ value: JSONText) -> String {
            switch value {
            case .object(let members): "{\(members.map { "\($0.name):\(sorted($0.value))" }.sorted())}"
            case .array(let elements): "\(elements.map(sorted).sorted())"
            default: "\(value)"
            }
        }
        return try lines.split(separator: UInt8(ascii: "\n")).map { sorted(try JSONText($0)) }
    }

    private func firstDifference(_ lhs: Data, _ rhs: Data) -> String {
        let pairs = zip(lhs.split(separator: UInt8(ascii: "\n")), rhs.split(separator: UInt8(ascii: "\n")))
        guard let (lhs, rhs) = pairs.first(where: { $0 != $1 }) else { return "\(lhs.count) and \(rhs.count) bytes" }
        return [lhs, rhs].map { String(decoding: $0.prefix(600), as: UTF8.self) }.joined(separator: "\n")
    }
}
