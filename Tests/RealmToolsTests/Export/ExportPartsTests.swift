import Foundation
import RealmTools
import TestSupport
import Testing

/// Large classes are exported by two threads, and come out as by one.
@Suite struct ExportPartsTests {
    private let directory: TemporaryDirectory
    private let realm: Realm

    private static let count = 20_000

    init() throws {
        directory = try TemporaryDirectory()
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent("made.realm"))
        configuration.schemaMode = .explicit(
            Schema([
                ObjectSchema(
                    className: "Item",
                    properties: [
                        Property(name: "id", type: .int), Property(name: "text", type: .string),
                        Property(name: "next", type: .object, objectClassName: "Item", isOptional: true),
                    ], primaryKey: "id")
            ]))
        realm = try Realm(configuration: configuration)
        let lines = (0..<Self.count).map { #"{"_class":"Item","id":\#($0),"text":"t\#($0)","next":\#($0 / 2)}"# }
        let text = Data(lines.joined(separator: "\n").utf8)
        try RealmImporter(realm).importFiles([.init(directory.file("in", text), format: .ndjson)])
        // Then the keys of objects have gaps.
        let gone = (0..<Self.count).filter { $0 % 7 == 3 }
        try realm.write { realm.delete(realm.dynamicObjects("Item").filter("id IN %@", gone)) }
    }

    private var ids: [Int] { (0..<Self.count).filter { $0 % 7 != 3 } }

    private func link(_ id: Int) -> Int? { (id / 2) % 7 == 3 ? nil : id / 2 }

    private func text(_ format: RealmExporter.Format) throws -> (String, RealmExporter.Report) {
        let exporter = try RealmExporter(realm, format: format, values: .plain)
        var bytes = Data()
        let report =
            format == .csv ? try exporter.exportFiles { bytes += $1 } : try exporter.export { bytes += $0 }
        #expect(report.bytes == bytes.count && report.objects == ids.count)
        return (String(decoding: bytes, as: UTF8.self), report)
    }

    @Test func `objects that are too large for a part come in their order, too`() throws {
        let large = String(repeating: "x", count: 4 << 20)
        let wanted = [11, 12, 13, 4100, 4102, 8300]
        try realm.write {
            for id in wanted { realm.dynamicObject(ofType: "Item", forPrimaryKey: id)?["text"] = large }
        }
        let found = try text(.ndjson).0.split(separator: "\n").map(String.init)
        #expect(found.count == ids.count)
        #expect(zip(found, ids).allSatisfy { $0.contains("\"id\":\($1),") })
        #expect(zip(found, ids).filter { $0.0.utf8.count > large.utf8.count }.map(\.1) == wanted)
    }

    @Test func `lines come in the order of the objects`() throws {
        let found = try text(.ndjson).0.split(separator: "\n").map(String.init)
        #expect(
            found
                == ids.map {
                    #"{"_class":"Item","id":\#($0),"text":"t\#($0)","next":\#(link($0).map(String.init) ?? "null")}"#
                })
    }

    @Test func `a document has all objects of a class in one array`() throws {
        let document = try JSONSerialization.jsonObject(with: Data(try text(.json).0.utf8)) as? [String: Any]
        let items = (document?["classes"] as? [String: Any])?["Item"] as? [[String: Any]]
        #expect(items?.map { $0["id"] as? Int } == ids)
    }

    @Test func `a table has a row for each object`() throws {
        let found = try text(.csv).0.components(separatedBy: "\r\n")
        #expect(found == ["id,text,next"] + ids.map { "\($0),t\($0),\(link($0).map(String.init) ?? "")" } + [""])
    }
}
