import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Copies that enumerate string columns: they have the same content, and are smaller where texts repeat.
@Suite("Enumerating copies") struct EnumeratingCopyTests {
    private let directory: TemporaryDirectory
    private let options: Realm.FileWriteOptions

    init() throws {
        directory = try TemporaryDirectory()
        var options = Realm.FileWriteOptions()
        options.enumeratesStrings = true
        self.options = options
    }

    private func file(_ name: String) -> URL { directory.url.appendingPathComponent(name) }

    private func realm(_ file: URL, _ key: Data? = nil) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: file, encryptionKey: key, readOnly: true)
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    private func group(_ url: URL, _ key: Data? = nil) throws -> Group {
        let key = key.flatMap { EncryptionKey($0) }
        return try Group(RealmFile.open(url.path, key: key, sharing: .none))
    }

    /// The names of a class's enumerated properties.
    private func enumerated(_ url: URL, _ className: String = "Entry", _ key: Data? = nil) throws -> [String] {
        let table = try #require(try group(url, key).table(ofClass: className))
        return table.columns.filter { $0.enumeratedValues != nil }.map(\.name)
    }

    private func distinctTexts(_ url: URL, _ name: String) throws -> [String] {
        let group = try group(url)
        defer { withExtendedLifetime(group) {} }
        let values = try #require(group.table(ofClass: "Entry")?.column(named: name)?.enumeratedValues)
        return try (0..<values.count).map { try values.bytes($0).map { String(decoding: $0, as: UTF8.self) } ?? "null" }
    }

    private func expectSound(_ url: URL, _ key: Data? = nil) throws {
        let report = try Realm.verify(at: url, encryptionKey: key)
        #expect(report.isSound && report.leakedBytes ?? 0 == 0, "\(report.problems)")
        try EnumeratedColumns.check(group(url, key))
    }

    private func entries(_ name: String = "entries", count: Int = 3000) throws -> Realm {
        let configuration = Realm.Configuration(fileURL: file(name), objectTypes: [EntryFile.Entry.self])
        let realm = try Realm(configuration: configuration)
        try realm.write {
            for index in 0..<count {
                let entry = EntryFile.Entry()
                entry.id = "entry \(index)"
                entry.word = ["", "short", "another word", "ß"][index % 4]
                entry.spot = index % 5 == 0 ? nil : "a place with a longer name, number \(index % 40)"
                entry.indexed = String(repeating: "long ", count: index % 3 * 20)
                entry.words = "the quick brown fox"
                entry.other = "no two are equal: \(index)"
                entry.tags.append("tag")
                realm.add(entry)
            }
        }
        return realm
    }

    // MARK: Contents

    @Test(arguments: Fixture.all)
    func `a copy holds the same and is not larger`(_ fixture: Fixture) throws {
        let source = try fixture.copy(into: directory)
        let (plain, copy) = (file("plain"), file("copy"))
        let opened = try realm(source, fixture.key)
        try opened.writeCopy(toFile: plain)
        try opened.writeCopy(toFile: copy, encryptionKey: nil, options: options)
        try expectSound(copy)
        let comparison = DumpComparison(try realm(copy))
        comparison.compare(try fixture.dumpObject())
        #expect(comparison.differences.isEmpty, "\(comparison.differences.prefix(5).joined(separator: "\n"))")
        #expect(try Data(contentsOf: copy).count <= Data(contentsOf: plain).count)
        #expect(try Data(contentsOf: source) == fixture.bytes())
        let environment = ProcessInfo.processInfo.environment
        try ModelChecker(path: environment["REALMSTORE_MODEL_CHECKER"])?.check(copy.path, isEncrypted: false)
    }

    @Test func `texts that repeat are stored once, unless they are found by their words or are keys`() throws {
        let source = try entries()
        do {
            let session = try OpenTransaction(Database.open(file("entries").path).beginWrite())
            let table = try #require(try session.tables.table(named: "class_Entry"))
            try session.objects.makeIndex(of: #require(table.column(named: "words")), .fullText, in: table)
            _ = try session.commit()
        }
        source.refresh()
        let (plain, copy) = (file("plain"), file("copy"))
        try source.writeCopy(toFile: plain)
        try source.writeCopy(toFile: copy, encryptionKey: nil, options: options)
        try expectSound(copy)
        #expect(try enumerated(copy) == ["word", "spot", "indexed"])
        #expect(try enumerated(plain) == [])
        #expect(try Data(contentsOf: copy).count < Data(contentsOf: plain).count * 3 / 4)
        #expect(try distinctTexts(copy, "word") == ["", "another word", "short", "ß"])
        let (first, second) = (try realm(plain), try realm(copy))
        for (left, right) in zip(first.dynamicObjects("Entry"), second.dynamicObjects("Entry")) {
            for name in ["id", "word", "spot", "indexed", "words", "other"] {
                guard left[name] as? String != right[name] as? String else { continue }
                Issue.record("\(name): \(left[name] ?? "nil") became \(right[name] ?? "nil")")
                return
            }
        }
    }

    @Test func `a copy of a copy is the same`() throws {
        let (first, second, third) = (file("first"), file("second"), file("third"))
        try entries().writeCopy(toFile: first, encryptionKey: nil, options: options)
        try realm(first).writeCopy(toFile: second, encryptionKey: nil, options: options)
        try realm(first).writeCopy(toFile: third)
        #expect(try Data(contentsOf: first) == Data(contentsOf: second))
        #expect(try Data(contentsOf: first) == Data(contentsOf: third))
    }

    @Test func `distinct texts without objects are removed`() throws {
        let (first, second) = (file("first"), file("second"))
        try entries().writeCopy(toFile: first, encryptionKey: nil, options: options)
        let changed = try Realm(
            configuration: Realm.Configuration(fileURL: first, objectTypes: [EntryFile.Entry.self]))
        try changed.write {
            for (index, entry) in changed.objects(EntryFile.Entry.self).enumerated() {
                entry.word = "new \(index % 7)"
            }
        }
        try changed.writeCopy(toFile: second, encryptionKey: nil, options: options)
        #expect(try distinctTexts(first, "word").count == 11)
        #expect(try distinctTexts(second, "word") == (0..<7).map { "new \($0)" })
        try expectSound(second)
    }

    // MARK: Ways to write

    @Test func `compaction and another key enumerate, too`() throws {
        let configuration = try entries().configuration
        var key: Data?
        for step in 0..<3 {
            var changed = configuration
            changed.encryptionKey = key
            if step == 1 {
                key = Fixture.key
                try Realm.changeEncryptionKey(for: changed, to: key, options: options)
            } else {
                _ = try Realm.compact(for: changed, options: options)
            }
            let url = try #require(configuration.fileURL)
            #expect(try enumerated(url, "Entry", key) == ["word", "spot", "indexed", "words"])
            try expectSound(url, key)
            #expect(try realm(url, key).dynamicObjects("Entry").count == 3000)
        }
    }

    @Test func `a write transaction is copied with what it has changed`() throws {
        let source = try entries()
        source.beginWrite()
        source.objects(EntryFile.Entry.self)[5].spot = "added"
        try source.writeCopy(toFile: file("copy"), encryptionKey: nil, options: options)
        source.cancelWrite()
        #expect(try realm(file("copy")).dynamicObjects("Entry")[5]["spot"] as? String == "added")
        #expect(try enumerated(file("copy")) == ["word", "spot", "indexed", "words"])
        try expectSound(file("copy"))
    }

    @Test func `a column whose leaves are of two kinds becomes one of numbers`() throws {
        let url = try Fixture.named("strings").copy(into: directory)
        let before = try EnumeratedColumns.texts(of: "plain", in: group(url))
        try EnumeratedColumns.storeTexts(in: url)
        #expect(throws: FormatError.self) { try EnumeratedColumns.check(group(url)) }
        try realm(url).writeCopy(toFile: file("copy"), encryptionKey: nil, options: options)
        try expectSound(file("copy"))
        #expect(try EnumeratedColumns.texts(of: "plain", in: group(file("copy"))) == before)
    }

    @Test func `a copy that holds other texts is refused`() throws {
        let source = try entries()
        let enumeration = try #require(try StringEnumeration(source.session.source()))
        try source.writeCopy(toFile: file("same"))
        try enumeration.check(RealmFile.open(file("same").path, key: nil, sharing: .none))
        try source.write { source.objects(EntryFile.Entry.self)[7].word = "other" }
        try source.writeCopy(toFile: file("other"))
        #expect {
            try enumeration.check(RealmFile.open(file("other").path, key: nil, sharing: .none))
        } throws: { ($0 as? StorageError)?.kind == .readOrWriteFailed }
    }

    // MARK: Limits

    @Test func `texts that are too many or too long are given up`() throws {
        func survey(_ count: Int, of distinct: Int, length: Int = 8) throws -> Bool {
            var survey = TextSurvey()
            for index in 0..<count {
                let text = Array("\(index % distinct)".utf8)
                let padded = text + [UInt8](repeating: 32, count: max(0, length - text.count))
                try padded.withUnsafeBytes { try survey.add($0) }
            }
            return survey.isTooLarge
        }
        #expect(try !survey(20_000, of: TextSurvey.maximumCount))
        #expect(try survey(20_000, of: TextSurvey.maximumCount + 1))
        #expect(try !survey(100, of: 60, length: TextSurvey.maximumByteCount / 60))
        #expect(try survey(100, of: 61, length: TextSurvey.maximumByteCount / 60))
    }

    @Test func `few objects, and objects whose texts differ, stay as they are`() throws {
        try entries("few", count: 2).writeCopy(toFile: file("copy"), encryptionKey: nil, options: options)
        #expect(try enumerated(file("copy")) == [])
    }

    // MARK: Queries

    private static let conditions = [
        "word == 'short'", "word != 'short'", "word == ''", "word == 'nobody'", "word != 'nobody'", "spot == nil",
        "spot != nil", "spot < 'a place with a longer name, number 2'", "spot >= 'new'", "word BEGINSWITH 'an'",
        "spot CONTAINS 'number 1'", "spot CONTAINS[c] 'NUMBER 3'", "word LIKE '*or*'", "word ENDSWITH[cd] 'T'",
        "word IN {'short', 'ß', 'new 3'}", "indexed BEGINSWITH 'long'", "NOT word CONTAINS 'o'",
        "word == 'short' AND spot CONTAINS '7'", "id == 'entry 77' AND word == 'short'",
        "spot == 'new 3' OR word == ''",
    ]

    @Test func `queries find the same, however texts are stored`() throws {
        let (plain, copy) = (file("plain"), file("copy"))
        try entries().writeCopy(toFile: plain)
        try realm(plain).writeCopy(toFile: copy, encryptionKey: nil, options: options)
        let both = try [plain, copy].map {
            try Realm(configuration: Realm.Configuration(fileURL: $0, objectTypes: [EntryFile.Entry.self]))
        }
        func expectSame(_ state: String) {
            for condition in EnumeratingCopyTests.conditions {
                let found = both.map { Array($0.objects(EntryFile.Entry.self).filter(condition).map(\.id)) }
                #expect(found[0] == found[1], "\(state): \(condition)")
            }
        }
        expectSame("as copied")
        for realm in both {
            realm.beginWrite()
            for (index, entry) in realm.objects(EntryFile.Entry.self).enumerated() where index % 7 == 0 {
                entry.spot = "new \(index % 5)"
                entry.word = index % 2 == 0 ? "new 3" : entry.word
            }
        }
        expectSame("in write transactions")
        for realm in both { try realm.commitWrite() }
        expectSame("afterwards")
    }

    // MARK: Changes

    @Test(arguments: [1, 2, 3] as [UInt64], [false, true])
    func `an enumerated copy is changed like any other file`(_ seed: UInt64, _ isEncrypted: Bool) throws {
        let (path, copy) = (file("model").path, file("copy"))
        let scale = ModelRun.Scale(
            name: "enumerated", tables: 3, columns: 40, objects: 300, batch: 120, longestText: 70, transaction: 20,
            isEncrypted: isEncrypted)
        let key = isEncrypted ? Fixture.key : nil
        do {
            let run = try ModelRun(scale, seed: seed, path: path)
            run.source = ModelSource(seed: seed, longestText: 2)
            try run.begin()
            try run.run(operations: 400)
        }
        let model = try RealmFile.open(path, key: key.flatMap { EncryptionKey($0) }, sharing: .none)
        let rewrite = FileRewrite(
            source: try SnapshotSource(model), key: key.flatMap { EncryptionKey($0) }, version: 1,
            stages: EnumeratingStages())
        _ = try rewrite.write(toNew: copy.path)
        let columns = try group(copy, key).tables.flatMap(\.columns).filter { $0.enumeratedValues != nil }
        #expect(columns.count > 0)
        let run = try ModelRun(scale, seed: seed + 100, path: copy.path)
        run.onCommit = { try EnumeratedColumns.check($0) }
        do {
            try run.begin()
            try run.run(operations: 500)
            try run.reopen()
        } catch {
            Issue.record("\(error)\n\(run.report)")
        }
        let environment = ProcessInfo.processInfo.environment
        try ModelChecker(path: environment["REALMSTORE_MODEL_CHECKER"])?.check(copy.path, isEncrypted: isEncrypted)
    }
}

/// Enumerates wherever it saves a byte.
private struct EnumeratingStages: RewriteStages {
    func replacement(for source: SnapshotSource) throws(StorageError) -> (any TreeReplacement)? {
        try StringEnumeration(source, leastSaving: 1)
    }
}

private enum EntryFile {
    final class Entry: TestObject {
        @Persisted(primaryKey: true) var id: String
        @Persisted var word: String
        @Persisted var spot: String?
        @Persisted(indexed: true) var indexed: String
        @Persisted var words: String
        @Persisted var other: String
        @Persisted var tags: List<String>
    }
}
