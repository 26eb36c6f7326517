import BenchmarkData
import Foundation
import GRDB

/// A row as a record of GRDB, with the conversions written out, which is faster than deriving them from `Codable`.
struct GRDBRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "Row"

    var id: Int
    var name: String
    var age: Int
    var score: Double
    /// Milliseconds since 1970, as in the other file of SQLite.
    var born: Int
    var flag: Bool
    var big: Int

    init(_ values: RowValues) {
        id = Int(values.id)
        name = values.name
        age = Int(values.age)
        score = values.score
        born = Int(values.bornMilliseconds)
        flag = values.flag
        big = Int(values.big)
    }

    init(row: GRDB.Row) {
        id = row["id"]
        name = row["name"]
        age = row["age"]
        score = row["score"]
        born = row["born"]
        flag = row["flag"]
        big = row["big"]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["age"] = age
        container["score"] = score
        container["born"] = born
        container["flag"] = flag
        container["big"] = big
    }
}
