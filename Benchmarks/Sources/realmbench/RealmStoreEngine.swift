import Foundation
@_spi(Engine) import RealmStore

/// RealmStore through its engine's own interface: a read-only Realm, whose objects are read by column.
struct RealmStoreEngine: Engine {
    private let file: URL
    private let reader: EngineReader

    init(file: URL) throws {
        self.file = file
        reader = try Self.open(file)
    }

    var name: String { "RealmStore" }

    /// Opens a `Realm` as apps do, with its lock and schema. It closes when the last reference is released.
    func openCountClose() throws -> UInt64 {
        UInt64(try Self.open(file).count())
    }

    func scan() throws -> UInt64 {
        var result = ResultHash()
        try reader.forEachRow(reading: ["id", "name", "age", "score", "born"]) { row in
            result.add(
                CaseResult.row(
                    id: row.int(0), name: row.string(1) ?? "", age: row.int(2), score: row.double(3) ?? 0,
                    born: row.date(4) ?? .distantPast))
        }
        return result.value
    }

    func count(olderThan age: Int) throws -> UInt64 {
        UInt64(try reader.count(of: "age", greaterThan: age))
    }

    func count(nameContaining text: String) throws -> UInt64 {
        UInt64(try reader.count(of: "name", containing: text))
    }

    func sumAndMaximumAge() throws -> UInt64 {
        let found = try reader.sumAndMaximum(of: "age")
        return CaseResult.aggregate(sum: found?.sum ?? 0, maximum: found?.maximum ?? 0)
    }

    func lookUp(_ ids: [Int]) throws -> UInt64 {
        var result = ResultHash()
        try reader.forEachInt("big", ofObjectsWithPrimaryKeys: ids) { big in
            result.add(CaseResult.row(big: big))
        }
        return result.value
    }

    private static func open(_ file: URL) throws -> EngineReader {
        var configuration = Realm.Configuration(fileURL: file)
        configuration.schemaMode = .discovered
        return EngineReader(try Realm(configuration: configuration), className: "Row")
    }
}
