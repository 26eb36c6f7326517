import BenchmarkData
import Foundation

/// Computes every result from the generated rows themselves. It is not measured; it defines the expected results.
struct ReferenceEngine: Engine {
    let rows: RowSet

    var name: String { "reference" }

    func openCountClose() -> UInt64 {
        UInt64(rows.count)
    }

    func scan() -> UInt64 {
        var result = ResultHash()
        for index in 0..<rows.count {
            let row = rows[index]
            result.add(
                CaseResult.row(
                    id: Int(row.id), name: row.name, age: Int(row.age), score: row.score,
                    born: Date(timeIntervalSince1970: Double(row.bornMilliseconds) / 1000)))
        }
        return result.value
    }

    func count(olderThan age: Int) -> UInt64 {
        UInt64((0..<rows.count).count { rows[$0].age > age })
    }

    func count(nameContaining text: String) -> UInt64 {
        UInt64((0..<rows.count).count { rows[$0].name.contains(text) })
    }

    func sumAndMaximumAge() -> UInt64 {
        let ages = (0..<rows.count).lazy.map { Int(rows[$0].age) }
        return CaseResult.aggregate(sum: ages.reduce(0, +), maximum: ages.max() ?? 0)
    }

    func lookUp(_ ids: [Int]) -> UInt64 {
        let bigs = Dictionary(uniqueKeysWithValues: (0..<rows.count).lazy.map { (rows.id(at: $0), rows[$0].big) })
        var result = ResultHash()
        for id in ids {
            guard let big = bigs[Int64(id)] else { continue }
            result.add(CaseResult.row(big: Int(big)))
        }
        return result.value
    }
}
