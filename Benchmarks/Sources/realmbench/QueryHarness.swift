import BenchmarkData
import Foundation

/// Measures queries on files of their own, which are made when the first case needs them.
final class QueryHarness {
    private let harness: Harness
    private let files: DataFiles
    private let emailCount: Int
    private var prepared: (engines: [any QueryEngine], reference: ReferenceQueries, emails: [String])?

    init(_ harness: Harness, files: DataFiles, emailCount: Int) {
        self.harness = harness
        self.files = files
        self.emailCount = emailCount
    }

    /// Measures one case; throws `FailedCase` if an engine fails or answers wrongly.
    func measure(_ query: QueryCase) throws -> CaseReport {
        let (engines, reference, emails) = try prepare()
        let contenders = engines.map { engine in
            Contender(name: engine.name) { try query.run(on: engine, emails: emails) }
        }
        let expected = try query.run(on: reference, emails: emails)
        return try harness.measure(query.rawValue, query.title, contenders, expecting: expected)
    }

    private func prepare() throws -> (engines: [any QueryEngine], reference: ReferenceQueries, emails: [String]) {
        if let prepared { return prepared }
        let rows = QueryRows(files.rows)
        let realm = files.directory.appending(path: "queries.realm")
        let sqlite = files.directory.appending(path: "queries.sqlite")
        try files.remove(realm)
        try files.remove(sqlite)
        try RealmStoreQueryBuilder(rows: rows).write(to: realm)
        try SQLiteQueryBuilder(rows: rows).write(to: sqlite.path)
        let made: (engines: [any QueryEngine], reference: ReferenceQueries, emails: [String]) = (
            [try RealmStoreQueries(file: realm), try SQLiteQueries(path: sqlite.path)], ReferenceQueries(rows: rows),
            rows.emails(emailCount)
        )
        prepared = made
        return made
    }
}
