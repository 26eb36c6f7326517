/// A measured operation.
enum BenchmarkCase: String, CaseIterable {
    case open
    case scan
    case count
    case contains
    case aggregate
    case lookup

    /// Runs the case once.
    ///
    /// - Parameter ids: the primary keys to look up.
    func run(on engine: any Engine, ids: [Int]) throws -> UInt64 {
        switch self {
        case .open: try engine.openCountClose()
        case .scan: try engine.scan()
        case .count: try engine.count(olderThan: Self.ageThreshold)
        case .contains: try engine.count(nameContaining: Self.searchText)
        case .aggregate: try engine.sumAndMaximumAge()
        case .lookup: try engine.lookUp(ids)
        }
    }

    /// A short description for the report.
    var title: String {
        switch self {
        case .open: "open, count, close"
        case .scan: "read 5 properties of all rows"
        case .count: "count int > \(Self.ageThreshold)"
        case .contains: "count string contains \"\(Self.searchText)\""
        case .aggregate: "sum and max of int"
        case .lookup: "look up by primary key"
        }
    }

    private static let ageThreshold = 90
    private static let searchText = "ann"
}
