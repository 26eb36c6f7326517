import BenchmarkData

/// Computes every result from the rows themselves; it defines the expected results.
struct ReferenceQueries: QueryEngine {
    let rows: QueryRows

    var name: String { "reference" }

    private var all: some Sequence<RowValues> { (0..<rows.rows.count).lazy.map { rows.row(at: $0) } }

    func count(olderThan age: Int) -> UInt64 { UInt64(all.count { $0.age > age }) }

    func count(nameContaining text: String) -> UInt64 { UInt64(all.count { $0.name.contains(text) }) }

    func count(olderThan age: Int, nameContaining text: String) -> UInt64 {
        UInt64(all.count { $0.age > age && $0.name.contains(text) })
    }

    func count(emails: [String]) -> UInt64 {
        let known = Set((0..<rows.rows.count).lazy.map { rows.email(at: $0) })
        return UInt64(emails.count { known.contains($0) })
    }

    func count(filteringEmails emails: [String]) -> UInt64 { count(emails: emails) }

    func count(emailsBeginningWith prefixes: [String]) -> UInt64 {
        let sorted = (0..<rows.rows.count).map { Array(rows.email(at: $0).utf8) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        // The first place whose address is not before the bytes.
        func place(_ bytes: [UInt8]) -> Int {
            var (low, high) = (0, sorted.count)
            while low < high {
                let middle = (low + high) / 2
                if sorted[middle].lexicographicallyPrecedes(bytes) { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return prefixes.reduce(0) { $0 + UInt64(place(Array($1.utf8) + [0xFF]) - place(Array($1.utf8))) }
    }

    func count(names: [String]) -> UInt64 {
        let counts = Dictionary(all.lazy.map { ($0.name, UInt64(1)) }, uniquingKeysWith: +)
        return names.reduce(0) { $0 + (counts[$1] ?? 0) }
    }

    private var idsByScore: [Int64] { all.map { ($0.score, $0.id) }.sorted { $0 < $1 }.map(\.1) }

    private var idsByName: [Int64] { sorted(byText: all.map { (Array($0.name.utf8), $0.id) }) }

    func orderByScore() -> UInt64 { order(idsByScore) }

    func orderByName() -> UInt64 { order(idsByName) }

    func orderByEmail() -> UInt64 {
        order(sorted(byText: (0..<rows.rows.count).map { (Array(rows.email(at: $0).utf8), rows.row(at: $0).id) }))
    }

    func firstByScore() -> UInt64 { order(idsByScore.prefix(OrderHash.first), step: 1) }

    func firstByName() -> UInt64 { order(idsByName.prefix(OrderHash.first), step: 1) }

    private func sorted(byText keyed: [([UInt8], Int64)]) -> [Int64] {
        keyed.sorted { first, second in
            if first.0 == second.0 { return first.1 < second.1 }
            return first.0.lexicographicallyPrecedes(second.0)
        }.map(\.1)
    }

    private func order(_ ids: some RandomAccessCollection<Int64>, step: Int = OrderHash.step) -> UInt64 {
        var hash = OrderHash()
        for (position, id) in ids.enumerated() where position % step == 0 { hash.add(id: Int(id)) }
        return hash.value
    }

    func sumAndMaximumAge() -> UInt64 {
        CaseResult.aggregate(sum: all.reduce(0) { $0 + Int($1.age) }, maximum: Int(all.map(\.age).max() ?? 0))
    }

    func count(withPlaceLargerThan size: Int) -> UInt64 {
        UInt64(
            (0..<rows.rows.count).count { position in
                rows.places(at: position).contains { rows.size(ofPlace: $0) > size }
            })
    }
}
