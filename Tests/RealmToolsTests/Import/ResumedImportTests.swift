import Foundation
import RealmTools
import TestSupport
import Testing

/// An import that was interrupted goes on exactly where its last transaction ended.
@Suite("Import that goes on") struct ResumedImportTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let schema = Schema([
        ObjectSchema(
            className: "Item",
            properties: [
                Property(name: "id", type: .int), Property(name: "text", type: .string),
                Property(name: "next", type: .object, objectClassName: "Item", isOptional: true),
                Property(name: "plain", type: .object, objectClassName: "Plain", isOptional: true),
            ], primaryKey: "id"),
        ObjectSchema(className: "Plain", properties: [Property(name: "name", type: .string)]),
    ])
    private static let bad = "{\"_class\":\"Item\",\"id\":\"none\"}\n"

    private func realm(_ name: String) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent(name))
        configuration.schemaMode = .explicit(Self.schema)
        return try Realm(configuration: configuration)
    }

    /// Lines of some thousand bytes each, with links to objects before and behind them. Every third is one of class
    /// `Plain`.
    private func lines<Generator: RandomNumberGenerator>(
        _ count: Int, from first: Int = 0, _ random: inout Generator
    ) -> [String] {
        (first..<first + count).map { number in
            if number % 3 == 0 { return "{\"_class\":\"Plain\",\"_key\":\(number / 3),\"name\":\"plain \(number)\"}\n" }
            let text = String(repeating: "\(number) ", count: .random(in: 500...1500, using: &random))
            let next = Int.random(in: first..<first + count, using: &random)
            let plain = Int.random(in: (first + 2) / 3...(first + count - 1) / 3, using: &random)
            return "{\"_class\":\"Item\",\"id\":\(number),\"text\":\"\(text)\","
                + "\"next\":\(next % 3 == 0 ? number : next),\"plain\":\(plain)}\n"
        }
    }

    private func inputs(_ files: [[String]]) throws -> [RealmImporter.Input] {
        try files.enumerated().map { number, lines in
            let url = try directory.file("in\(number).ndjson", Data(lines.joined().utf8))
            return .init(url, format: .ndjson, name: "in\(number)")
        }
    }

    @discardableResult
    private func load(
        _ files: [[String]], into realm: Realm, batch: Int? = nil, resumes: Bool = true
    ) throws -> RealmImporter.Report {
        var importer = RealmImporter(realm)
        importer.batchSize = batch
        importer.resumes = resumes
        return try importer.importFiles(inputs(files))
    }

    private func text(of realm: Realm) throws -> String {
        var bytes = Data()
        _ = try RealmExporter(realm).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func tableNames(_ name: String) throws -> Int {
        let url = directory.url.appendingPathComponent(name)
        return try Realm.verify(at: url).checked.tables
    }

    @Test(arguments: 0..<4) func `an import that stops at random lines makes what one that does not makes`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        print("seed \(seed)")
        let files = [lines(2500, &random), lines(1200, from: 3000, &random)]
        let whole = try realm("whole.realm")
        let report = try load(files, into: whole, batch: 100, resumes: false)
        let parts = try realm("parts.realm")
        let batch = [nil, 1, 100, 700][Int(seed)]
        for _ in 0..<6 {
            // What stops the import stands in a line that no transaction has got over yet.
            var broken = files
            let file = Int.random(in: 0...1, using: &random)
            broken[file].insert(Self.bad, at: .random(in: 0...broken[file].count, using: &random))
            do {
                try load(broken, into: parts, batch: batch)
            } catch let error as Realm.Error {
                // Or in text that was imported before without it.
                #expect(error.code == .badImport)
            }
        }
        let resumed = try load(files, into: parts, batch: batch)
        #expect(resumed.classes == report.classes)
        #expect(try text(of: parts) == text(of: whole))
        #expect(parts.isInWriteTransaction == false)
        try parts.checkStructure()
        #expect(try tableNames("parts.realm") == tableNames("whole.realm"))
    }

    @Test func `lines that were imported are not imported again`() throws {
        var random = SeededGenerator(seed: 1)
        let all = lines(3000, &random)
        let realm = try realm("items.realm")
        #expect(throws: Realm.Error.self) { try load([all + [Self.bad]], into: realm, batch: 1) }
        let before = realm.dynamicObjects("Item").count
        #expect(before > 0 && RealmImporter(realm).isInterrupted)
        let report = try load([all], into: realm, batch: 1)
        #expect(report.objects == 3000 && realm.dynamicObjects("Item").count == 2000)
        #expect(!RealmImporter(realm).isInterrupted)
    }

    @Test(arguments: 0..<2) func `an import of CSV that stops at random records makes what one that does not makes`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        print("seed \(seed)")
        let records = (0..<4000).map { number in
            let text = String(repeating: "\(number), \n", count: .random(in: 200...600, using: &random))
            return "\(number),\"\(text)\",\(Int.random(in: 0..<4000, using: &random))\r\n"
        }
        func load(_ records: [String], into realm: Realm, resumes: Bool = true) throws {
            var importer = RealmImporter(realm)
            (importer.batchSize, importer.resumes) = (seed == 0 ? 1 : 300, resumes)
            let url = try directory.file("in.csv", Data("id,text,next\n\(records.joined())".utf8))
            try importer.importFiles([.init(url, format: .csv, className: "Item", name: "in")])
        }
        let (whole, parts) = (try realm("whole.realm"), try realm("parts.realm"))
        try load(records, into: whole, resumes: false)
        for _ in 0..<3 {
            var broken = records
            broken.insert("none,,\n", at: .random(in: 0...records.count, using: &random))
            do { try load(broken, into: parts) } catch let error as Realm.Error { #expect(error.code == .badImport) }
        }
        try load(records, into: parts)
        #expect(try text(of: parts) == text(of: whole))
        #expect(parts.dynamicObjects("Item").count == 4000)
        try parts.checkStructure()
    }

    @Test func `another order of the columns is refused by an import of CSV that goes on`() throws {
        let realm = try realm("items.realm")
        // More than a block, and a fault in the next.
        let text = String(repeating: "some text ", count: 200)
        let records = (0..<3000).map { "\($0),\(text)\n" }.joined()
        func load(_ text: String) throws {
            var importer = RealmImporter(realm)
            (importer.batchSize, importer.resumes) = (1, true)
            let url = try directory.file("in.csv", Data(text.utf8))
            try importer.importFiles([.init(url, format: .csv, className: "Item", name: "in")])
        }
        #expect(throws: Realm.Error.self) { try load("id,text\n\(records)none,\n") }
        #expect(realm.dynamicObjects("Item").count > 0 && RealmImporter(realm).isInterrupted)
        let error = #expect(throws: Realm.Error.self) { try load("text,id\n\(records)") }
        #expect(error?.localizedDescription.contains("is not that which the interrupted import read") == true)
        try load("id,text\n\(records)")
        #expect(realm.dynamicObjects("Item").count == 3000)
    }

    @Test func `another text before the place is refused, and an import from the beginning forgets it`() throws {
        var random = SeededGenerator(seed: 1)
        let all = lines(3000, &random)
        let realm = try realm("items.realm")
        #expect(throws: Realm.Error.self) { try load([all + [Self.bad]], into: realm, batch: 1) }
        let changed = all.map { $0.replacing("\"text\":\"", with: "\"text\":\"!") }
        let error = #expect(throws: Realm.Error.self) { try load([changed], into: realm, batch: 1) }
        #expect(error?.localizedDescription.contains("is not that which the interrupted import read") == true)
        try realm.write { realm.deleteAll() }
        try load([changed], into: realm, batch: 1, resumes: false)
        #expect(realm.dynamicObjects("Item").count == 2000)
        #expect(throws: Realm.Error.self) { try load([[changed[1]]], into: realm, batch: 1) }
    }

    @Test func `an import in one transaction, of documents, or with lines put aside does not go on`() throws {
        let realm = try realm("items.realm")
        let document = try directory.file("in.json", Data("[]".utf8))
        let changes: [(inout RealmImporter) -> Void] = [
            { $0.isSingleTransaction = true }, { $0.isDryRun = true }, { $0.reject = { _ in } }, { _ in },
        ]
        for (number, change) in changes.enumerated() {
            var importer = RealmImporter(realm)
            importer.resumes = true
            change(&importer)
            let files = number == 3 ? [RealmImporter.Input(document, format: .json)] : try inputs([["{}\n"]])
            let error = #expect(throws: Realm.Error.self) { try importer.importFiles(files) }
            #expect(error?.code == .invalidInput)
        }
    }
}
