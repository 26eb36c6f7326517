import BenchmarkData
import Foundation
@_spi(Engine) import RealmStore

/// RealmStore writing through its engine's own interface, in the write transactions of a `Realm`.
final class RealmStoreWriter: WritingEngine {
    private let files: DataFiles
    private var realm: Realm?

    init(files: DataFiles) {
        self.files = files
    }

    var name: String { "RealmStore" }

    private var file: URL { files.directory.appending(path: "written.realm") }
    private var copied: URL { files.directory.appending(path: "copied.realm") }

    func prepare(_ benchmark: WritingCase, _ work: WritingWork) throws {
        realm = nil
        for file in [file, copied] { try files.remove(file) }
        let isEmpty = benchmark == .insert || benchmark == .compact
        if !isEmpty { try files.copy(files.realm, to: file) }
        var configuration = Realm.Configuration(fileURL: file)
        configuration.schemaMode = isEmpty ? .explicit(Self.schema) : .discovered
        realm = try Realm(configuration: configuration)
        if benchmark == .compact {
            try insert(work.values)
            realm = nil
        }
    }

    func insert(_ rows: [RowValues]) throws {
        try write { writer in
            let names = ["id", "name", "age", "score", "born", "flag", "big"]
            try writer.insert(rows.count, setting: names) { index, row in
                let values = rows[index]
                row.set(0, Int(values.id))
                row.set(1, values.name)
                row.set(2, Int(values.age))
                row.set(3, values.score)
                row.set(4, Date(timeIntervalSince1970: Double(values.bornMilliseconds) / 1000))
                row.set(5, values.flag)
                row.set(6, Int(values.big))
            }
        }
    }

    func updateAges() throws {
        try write { try $0.updateInts("age", WritingCase.nextAge) }
    }

    func delete(_ ids: [Int]) throws {
        let count = try write { try $0.delete(primaryKeys: ids) }
        guard count == ids.count else { throw WrongResult(expected: UInt64(ids.count), found: UInt64(count)) }
    }

    func commitAge(_ age: Int, of ids: [Int]) throws {
        for id in ids {
            let isThere = try write { try $0.setInt("age", to: age, ofObjectWithPrimaryKey: id) }
            guard isThere else { throw WrongResult(expected: UInt64(id), found: 0) }
        }
    }

    func compact() throws {
        guard case .compacted = try Realm.compact(for: Realm.Configuration(fileURL: file)) else {
            throw NotCompacted()
        }
    }

    func copy() throws {
        try realm?.writeCopy(toFile: copied)
    }

    func finish(_ benchmark: WritingCase) throws -> (file: URL, reader: any Engine) {
        realm = nil
        let result = benchmark == .copy ? copied : file
        return (result, try RealmStoreEngine(file: result))
    }

    func verify(_ file: URL) throws {
        let report = try Realm.verify(at: file, level: .full)
        guard report.isSound else { throw UnsoundFile(problems: report.problems.map(\.message)) }
    }

    private func write<Result>(_ body: (EngineWriter) throws -> Result) throws -> Result {
        guard let realm else { preconditionFailure("the file is open while it is written") }
        return try realm.write { try body(EngineWriter(realm, className: "Row")) }
    }

    private static let schema = Schema([
        ObjectSchema(
            className: "Row",
            properties: [
                Property(name: "id", type: .int), Property(name: "name", type: .string),
                Property(name: "age", type: .int), Property(name: "score", type: .double),
                Property(name: "born", type: .date), Property(name: "flag", type: .bool),
                Property(name: "big", type: .int),
            ],
            primaryKey: "id")
    ])
}

/// A file that could not be compacted because it is in use.
struct NotCompacted: Error {}

/// A file that an engine damaged.
struct UnsoundFile: Error {
    let problems: [String]
}
