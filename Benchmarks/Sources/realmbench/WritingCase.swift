import BenchmarkData

/// A measured operation that changes or writes a file.
enum WritingCase: String, CaseIterable {
    case insert
    case update
    case delete
    case commits
    case compact
    case copy

    /// A short description for the report.
    var title: String {
        switch self {
        case .insert: "insert all rows"
        case .update: "update int of all rows"
        case .delete: "delete every third row"
        case .commits: "small durable commits"
        case .compact: "compact"
        case .copy: "copy"
        }
    }

    /// The new age of a row in `update`.
    static func nextAge(_ age: Int) -> Int { (age + 1) % 100 }

    /// The age that small commits set; no row has it before.
    static let committedAge = 101

    /// The rows that exist after the case.
    func rows(from work: WritingWork) -> any Sequence<RowValues> {
        let all = work.values
        switch self {
        case .insert, .compact, .copy: return all
        case .update:
            return all.map { row in
                var row = row
                row.age = Int64(Self.nextAge(Int(row.age)))
                return row
            }
        case .delete:
            let deleted = Set(work.deletedIDs)
            return all.filter { !deleted.contains(Int($0.id)) }
        case .commits:
            let changed = Set(work.committedIDs)
            return all.map { row in
                var row = row
                if changed.contains(Int(row.id)) { row.age = Int64(Self.committedAge) }
                return row
            }
        }
    }
}
