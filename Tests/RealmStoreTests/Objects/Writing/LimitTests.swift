import Foundation
import RealmStore
import TestSupport
import Testing

/// The limits of the length and depth of values, and Realms with few classes.
@Suite("Limits") struct LimitTests {
    private func realm() throws -> Realm {
        try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [LimitRow.self]))
    }

    // MARK: Length

    @Test(arguments: ["text", "data", "any", "texts"])
    func `a value that is too long is refused, and the file is not called damaged`(property: String) throws {
        let realm = try realm()
        let row = try realm.write { realm.create(LimitRow.self) }
        let text = String(repeating: "x", count: 16_777_201)
        let value: Any =
            switch property {
            case "data": Data(text.utf8)
            case "texts": [text]
            default: text
            }
        realm.beginWrite()
        defer { realm.cancelWrite() }
        do {
            try row.set(value, for: property)
            Issue.record("stored")
        } catch let error as Realm.Error {
            #expect(error.code == .invalidInput)
            #expect(error.localizedDescription.contains("16777200"))
            #expect(!error.localizedDescription.contains("damaged"))
        }
        #expect(realm.damage == nil)
    }

    @Test func `the longest text is stored`() throws {
        let realm = try realm()
        let text = String(repeating: "x", count: 16_777_199)
        let row = try realm.write { realm.create(LimitRow.self, value: ["text": text]) }
        #expect(row.text == text)
    }

    // MARK: Depth

    private static func nested(_ depth: Int) -> AnyRealmValue {
        (0..<depth).reduce(.int(1)) { value, level in
            level % 2 == 0 ? .fromArray([value]) : .fromDictionary(["key": value])
        }
    }

    private static func depth(of value: AnyRealmValue) -> Int {
        switch value {
        case .list(let list): 1 + (list.first.map(depth) ?? 0)
        case .dictionary(let map): 1 + (map["key"].map(depth) ?? 0)
        default: 0
        }
    }

    @Test func `values are in up to 100 collections`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appendingPathComponent("deep.realm")
        let realm = try Realm(configuration: .init(fileURL: url, objectTypes: [LimitRow.self]))
        let row = try realm.write { realm.create(LimitRow.self) }
        try realm.write { row.any = LimitTests.nested(100) }
        #expect(LimitTests.depth(of: row.any) == 100)
        #expect(try Realm.verify(at: url, level: .full).isSound)
    }

    @Test func `a list is put into another until there are 100`() throws {
        let realm = try realm()
        let row = try realm.write { realm.create(LimitRow.self, value: ["any": AnyRealmValue.fromArray([])]) }
        try realm.write {
            guard case .list(var innermost) = row.any else { return }
            for _ in 1..<100 {
                innermost.append(.fromArray([]))
                guard case .list(let next) = innermost[0] else { return }
                innermost = next
            }
            innermost.append(.int(1))
        }
        #expect(LimitTests.depth(of: row.any) == 100)
    }

    @Test func `one collection more is refused`() throws {
        let realm = try realm()
        let row = try realm.write { realm.create(LimitRow.self) }
        realm.beginWrite()
        defer { realm.cancelWrite() }
        let error = #expect(throws: Realm.Error.self) { try row.set(LimitTests.nested(101), for: "any") }
        #expect(error?.localizedDescription.contains("more than 100") == true)
    }

    // MARK: Classes

    @Test(arguments: [nil, Data(count: 64)])
    func `without classes a file is made that has none`(key: Data?) throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appendingPathComponent("empty.realm")
        do {
            let realm = try Realm(configuration: .init(fileURL: url, encryptionKey: key, objectTypes: []))
            #expect(realm.isEmpty && realm.schema.objectSchema.isEmpty)
        }
        let realm = try Realm(configuration: .init(fileURL: url, encryptionKey: key, objectTypes: [LimitRow.self]))
        try realm.write { realm.add(LimitRow()) }
        #expect(realm.objects(LimitRow.self).count == 1)
    }

    @Test func `without classes a missing file is not made where nothing may be written`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appendingPathComponent("missing.realm")
        let error = #expect(throws: Realm.Error.self) {
            try Realm(configuration: .init(fileURL: url, readOnly: true, objectTypes: []))
        }
        #expect(error?.code == .fileNotFound)
    }
}

private final class LimitRow: TestObject {
    @Persisted var text: String
    @Persisted var data: Data
    @Persisted var any: AnyRealmValue
    @Persisted var texts: List<String>
}
