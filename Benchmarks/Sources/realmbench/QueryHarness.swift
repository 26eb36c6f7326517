import BenchmarkData
import Foundation

/// Measures queries on separate files, which are created when the first case needs them.
final class QueryHarness {
    private let harness: Harness
    private let files: DataFiles
    private let lookUpCount: Int
    private var prepared: Prepared?

    private struct Prepared {
        let engines: [any QueryEngine]
        let reference: ReferenceQueries
        let texts: (emails: [String], names: [String])
    }

    init(_ harness: Harness, files: DataFiles, lookUpCount: Int) {
        self.harness = harness
        self.files = files
        self.lookUpCount = lookUpCount
    }

    /// Measures one case; throws `FailedCase` if an engine fails or answers wrongly.
    func measure(_ query: QueryCase) throws -> CaseReport {
        let prepared = try prepare()
        let contenders = prepared.engines.map { engine in
            Contender(name: engine.name) { try query.run(on: engine, looking: prepared.texts) }
        }
        let expected = try query.run(on: prepared.reference, looking: prepared.texts)
        return try harness.measure(query.rawValue, query.title, contenders, expecting: expected)
    }

    private func prepare() throws -> Prepared {
        if let prepared { return prepared }
        let rows = QueryRows(files.rows)
        let realm = files.directory.appending(path: "queries.realm")
        let sqlite = files.directory.appending(path: "queries.sqlite")
        try files.remove(realm)
        try files.remove(sqlite)
        try RealmStoreQueryBuilder(rows: rows).write(to: realm)
        try SQLiteQueryBuilder(rows: rows).write(to: sqlite.path)
        let made = Prepared(
            engines: [try RealmStoreQueries(file: realm), try SQLiteQueries(path: sqlite.path)],
            reference: ReferenceQueries(rows: rows), texts: (rows.emails(lookUpCount), rows.names(lookUpCount)))
        prepared = made
        return made
    }
}
