import BenchmarkData
import Foundation
import RealmStore

/// RealmStore as apps use it: objects of a model class.
final class RealmStoreObjects {
    private let files: DataFiles
    private let realm: Realm
    private var written: Realm?

    init(files: DataFiles) throws {
        self.files = files
        realm = try Self.open(files.realm)
    }

    static let name = "RealmStore"

    private var file: URL { files.directory.appending(path: "objects.realm") }

    /// Visits all objects and reads five properties of each.
    func visit() -> UInt64 { Self.visit(realm) }

    private static func visit(_ realm: Realm) -> UInt64 {
        var result = ResultHash()
        for row in realm.objects(Row.self) {
            result.add(CaseResult.row(id: row.id, name: row.name, age: row.age, score: row.score, born: row.born))
        }
        return result.value
    }

    /// Some objects whose properties are read.
    func objects(_ count: Int) -> [Row] { Array(realm.objects(Row.self).prefix(count)) }

    /// Begins with an empty file.
    func prepareWriting() throws {
        written = nil
        try files.remove(file)
        written = try Self.open(file)
    }

    /// Creates an object for each row, sets its properties and adds it; one transaction.
    func add(_ rows: [RowValues]) throws {
        try write { realm in
            for values in rows {
                let row = Row()
                row.id = Int(values.id)
                row.name = values.name
                row.age = Int(values.age)
                row.score = values.score
                row.born = Date(timeIntervalSince1970: Double(values.bornMilliseconds) / 1000)
                row.flag = values.flag
                row.big = Int(values.big)
                realm.add(row)
            }
        }
    }

    /// Creates an object from the array of each row's values; one transaction.
    func create(_ rows: [RowValues]) throws {
        try write { realm in
            for values in rows {
                let born = Date(timeIntervalSince1970: Double(values.bornMilliseconds) / 1000)
                let array: [Any] = [
                    Int(values.id), values.name, Int(values.age), values.score, born, values.flag, Int(values.big),
                ]
                realm.create(Row.self, value: array)
            }
        }
    }

    /// The contents of the written file.
    func visitWritten() -> UInt64 { written.map(Self.visit) ?? 0 }

    private func write(_ body: (Realm) -> Void) throws {
        guard let written else { preconditionFailure("the file is open while it is written") }
        try written.write { body(written) }
    }

    private static func open(_ file: URL) throws -> Realm {
        try Realm(configuration: Realm.Configuration(fileURL: file, objectTypes: [Row.self]))
    }
}
