import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// The output of the exporter, read back and compared with the content of the files.
@Suite("Export") struct RealmExporterTests {
    @Test(arguments: Fixture.all.map(\.name))
    func `typed lines hold every value of the file`(_ name: String) throws {
        let (lines, report) = try exportLines(name)
        let dump = try JSONText(Fixture.named(name).dump())
        let reader = ExportReader(dump: dump)
        reader.compare(lines: lines)
        #expect(reader.differences.isEmpty, "\(reader.differences.prefix(5).joined(separator: "\n"))")
        // These two hold many.
        let leastCount = ["contacts_10k": 150_001, "types_all": 3_001][name] ?? 0
        #expect(reader.valueCount >= leastCount)
        // One link of a mixed value is unresolved, which the dump writes as null.
        #expect(report.unresolvedLinks == reader.unresolvedCount + (name == "tombstones" ? 1 : 0))
        #expect(reader.ownerless.count == report.ownerlessObjects)
        #expect(report.oversizedValues == (name == "oversized" ? 1 : 0))
        let counts = (dump["classes"]?.items ?? []).map { $0["object_count"]?.digits ?? "" }
        #expect(report.classes.map { String($0.objects) } == counts)
    }

    @Test(arguments: ["types_all", "embedded", "names", "tombstones", "just_created", "empty", "empty_classes"])
    func `the JSON document holds the objects of the lines`(_ name: String) throws {
        var bytes = Data()
        let report = try withRealm(name) { try RealmExporter($0, format: .json).export { bytes += $0 } }
        #expect(report.bytes == bytes.count)
        let document = try JSONText(bytes)
        #expect(document.members.map(\.name) == ["realm-export", "schemaVersion", "classes"])
        let objects = document["classes"]?.members.flatMap { entry in
            entry.value.items.map { object in
                JSONText.object([.init(name: "_class", value: .string(entry.name))] + object.members)
            }
        }
        #expect(objects == (try exportLines(name).lines))
    }

    @Test(arguments: [RealmExporter.Format.ndjson, .json, .csv, .postgres])
    func `unselected objects are not exported, nor objects embedded in them`(_ format: RealmExporter.Format) throws {
        let count = try withRealm("embedded") { realm in
            let objects = realm.dynamicObjects("Person").filter("id < 3")
            let exporter = try RealmExporter(realm, format: format, selections: [objects])
            var bytes = Data()
            let report =
                try format == .csv ? exporter.exportFiles { bytes += $1 } : exporter.export { bytes += $0 }
            let text = String(decoding: bytes, as: UTF8.self)
            // Those of the first three persons exist, that of the fifth does not.
            #expect(text.contains("1 egceetgt street") && text.contains("2 cugtir street"))
            #expect(!text.contains("4 ldiyd street"))
            return report.classes.first { $0.name == "Person" }?.objects
        }
        #expect(count == 3)
    }

    @Test func `selections are of the Realm's own classes, one of each`() throws {
        try withRealm("embedded") { realm in
            let (objects, embedded) = (realm.dynamicObjects("Person"), realm.dynamicObjects("Address"))
            for selections in [[embedded], [objects, objects]] {
                #expect(throws: Realm.Error.self) { try RealmExporter(realm, selections: selections) }
            }
            #expect(throws: Realm.Error.self) {
                try RealmExporter(realm, format: .csv, classes: ["Card"], selections: [objects])
            }
            _ = try withRealm("embedded") { other in
                #expect(throws: Realm.Error.self) { try RealmExporter(other, selections: [objects]) }
            }
        }
    }

    @Test func `the document says the schema version without rounding`() throws {
        let version = try document("versioned_max")["schemaVersion"]
        #expect(version?.digits == "18446744073709551614")
        #expect(try document("no_history")["schemaVersion"] == .null)
    }

    @Test func `plain values are texts and numbers without wrappers`() throws {
        var bytes = Data()
        _ = try withRealm("types_all") { try RealmExporter($0, values: .plain).export { bytes += $0 } }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            #expect(line.range(of: Data("\"$".utf8)) == nil)
            #expect(try JSONText(line)["_class"] != nil)
        }
    }

    @Test func `only the chosen classes are exported`() throws {
        var bytes = Data()
        let report = try withRealm("contacts_1k.enc") { realm in
            try RealmExporter(realm, classes: ["Tag"]).export { bytes += $0 }
        }
        let classes = try Set(bytes.split(separator: UInt8(ascii: "\n")).map { try JSONText($0)["_class"]?.text })
        #expect(classes == ["Tag"])
        #expect(report.classes.map(\.name) == ["Tag"])
    }

    @Test func `a class that is not there is refused`() throws {
        try withRealm("versioned_1") { realm in
            _ = #expect { try RealmExporter(realm, classes: ["Itme"]) } throws: {
                ($0 as? Realm.Error)?.code == .invalidInput
            }
        }
    }

    @Test func `an embedded class cannot be chosen for JSON`() throws {
        try withRealm("embedded") { realm in
            _ = #expect { try RealmExporter(realm, classes: ["Address"]) } throws: {
                ($0 as? Realm.Error)?.code == .invalidInput
            }
        }
    }

    @Test func `bytes come in pieces of about 64 KiB`() throws {
        var pieces: [Int] = []
        _ = try withRealm("contacts_10k") { try RealmExporter($0).export { pieces.append($0.count) } }
        #expect(pieces.count > 20)
        #expect(pieces.dropLast().allSatisfy { (65_536..<100_000).contains($0) })
    }

    @Test func `an error of the receiver ends the export`() throws {
        struct Full: Error {}
        var count = 0
        #expect(throws: Full.self) {
            try withRealm("contacts_10k") { realm in
                _ = try RealmExporter(realm).export { _ in
                    count += 1
                    if count == 2 { throw Full() }
                }
            }
        }
        #expect(count == 2)
    }

    @Test func `progress counts every object`() throws {
        let progress = Progress(totalUnitCount: -1)
        try withRealm("streaming") { realm in
            var exporter = try RealmExporter(realm)
            exporter.progress = progress
            _ = try exporter.export { _ in }
        }
        #expect(progress.completedUnitCount == 276)
    }

    @Test func `properties named like the class and key members are told apart`() throws {
        let line = try exportLines("asymmetric").lines[0]
        #expect(line.members.prefix(2).map(\.name) == ["_class", "_id"])
        #expect(ExportReader.propertyName("__class") == "_class")
        #expect(ExportReader.propertyName("___key") == "__key")
        #expect(ExportReader.propertyName("_class") == "_class")
        #expect(ExportReader.propertyName("_name") == "_name")
    }

    @Test func `objects owned by a table without a class are left out with its objects`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appendingPathComponent("tables.realm")
        let write = try OpenTransaction(Database.open(url.path).beginWrite())
        let parts = try write.tables.addTable("class_Part", kind: .embedded)
        let inner = try write.tables.addTable("class_Inner", kind: .embedded)
        let nested = try parts.addColumn("inner", .link, target: inner)
        for name in ["class_Owner", "other"] {
            let owners = try write.tables.addTable(name)
            let part = try owners.addColumn("part", .link, target: parts)
            let key = try write.objects.create(in: owners)
            let made = try write.objects.setEmbedded(of: part, of: key, in: owners)
            _ = try write.objects.setEmbedded(of: nested, of: made, in: parts)
        }
        let others = try #require(try write.tables.table(named: "other"))
        let owners = try #require(try write.tables.table(named: "class_Owner"))
        let link = try owners.addColumn("other", .link, target: others)
        let first = ObjectKey(0)
        try write.objects.set(.link(others.key, first), of: link, of: first, in: owners)
        _ = try write.commit()
        var text = Data()
        let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
        let report = try RealmExporter(realm).export { text += $0 }
        #expect(report.classes.map(\.objects) == [2, 1, 2] && report.ownerlessObjects == 0)
        let owner = #"{"_class":"Owner","_key":0,"part":{"inner":{}},"other":{"$link":["other",0]}}"#
        #expect(String(decoding: text, as: UTF8.self) == owner + "\n")
    }

    private func document(_ name: String) throws -> JSONText {
        var bytes = Data()
        _ = try withRealm(name) { try RealmExporter($0, format: .json).export { bytes += $0 } }
        return try JSONText(bytes)
    }
}

/// The typed lines of a fixture.
func exportLines(_ name: String) throws -> (lines: [JSONText], report: RealmExporter.Report) {
    var bytes = Data()
    let report = try withRealm(name) { try RealmExporter($0).export { bytes += $0 } }
    #expect(report.bytes == bytes.count)
    let lines = try Array(bytes).split(separator: UInt8(ascii: "\n")).map { try JSONText($0) }
    return (lines, report)
}

/// Calls `body` with a fixture, opened for reading from a copy that exists during the call.
func withRealm<Result>(_ name: String, _ body: (Realm) throws -> Result) throws -> Result {
    let directory = try TemporaryDirectory()
    return try withExtendedLifetime(directory) { try body(Fixture.named(name).open(in: directory)) }
}
