import ArgumentParser
import BenchmarkData
import Foundation

/// The command `realmbench`.
@main
struct RealmBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realmbench",
        abstract: "Measure reading and writing against SQLite and GRDB, on the same rows in the same process."
    )

    @Option(help: "Number of rows.")
    var rows = 500_000

    @Option(help: "Number of look-ups by primary key.")
    var lookUps = 200_000

    @Option(help: "Number of small commits.")
    var commits = 1_000

    @Option(help: "What the rows are drawn from.")
    var seed: UInt64 = 1

    @Option(help: "Measurements per engine and case; the result is the median.")
    var runs = 9

    @Option(
        name: .customLong("case"),
        help: "Only this case; can be given several times.")
    var cases: [CaseName] = []

    @Flag(help: "Run every case once on 2,000 rows, to see that it works.")
    var smoke = false

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Option(help: "Write the data files into this directory and leave them there.", completion: .directory)
    var keep: String?

    func validate() throws {
        guard (0...(1 << 31)).contains(rows) else { throw ValidationError("--rows must be 0 to 2147483648.") }
        guard lookUps >= 0 else { throw ValidationError("--look-ups must not be negative.") }
        guard commits >= 0 else { throw ValidationError("--commits must not be negative.") }
        guard runs >= 1 else { throw ValidationError("--runs must be at least 1.") }
    }

    func run() throws {
        let directory = keep.map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "realmbench-\(UUID().uuidString)")
        defer {
            if keep == nil {
                try? FileManager.default.removeItem(at: directory)
            }
        }
        let rowSet = RowSet(count: smoke ? min(rows, 2_000) : rows, seed: seed)
        let report = try report(on: DataFiles(directory: directory, rows: rowSet))
        print(json ? try report.json() : report.text())
    }

    private func report(on files: DataFiles) throws -> Report {
        try files.write()
        let engines: [(engine: any Engine, file: URL)] = [
            (try RealmStoreEngine(file: files.realm), files.realm),
            (try SQLiteEngine(path: files.sqlite.path), files.sqlite),
        ]
        let harness = Harness(runs: smoke ? 1 : runs, secondsPerRun: smoke ? 0 : 0.02)
        let reading = ReadingHarness(
            harness: harness,
            engines: engines.map(\.engine),
            reference: ReferenceEngine(rows: files.rows),
            ids: files.rows.randomIDs(smoke ? min(lookUps, 2_000) : lookUps).map(Int.init)
        )
        let committedIDs = files.rows.randomIDs(smoke ? min(commits, 20) : commits).map(Int.init)
        let work = WritingWork(rows: files.rows, committedIDs: committedIDs)
        let writing = WritingHarness(
            engines: [RealmStoreWriter(files: files), SQLiteWriter(files: files)],
            work: work,
            files: files,
            runs: harness.runs,
            warmsUp: !smoke
        )
        let objects = try ObjectHarness(harness, work, files)
        let queries = QueryHarness(harness, files: files, lookUpCount: smoke ? 20 : 1_000)
        let sizes = try engines.map { ($0.engine.name, try files.size(of: $0.file)) }
        return Report(
            rows: files.rows.count, lookUps: reading.ids.count, commits: committedIDs.count, seed: seed,
            runs: harness.runs,
            fileBytes: Dictionary(uniqueKeysWithValues: sizes),
            cases: try (cases.isEmpty ? CaseName.all : cases).map { name in
                switch name {
                case .reading(let benchmark): try reading.measure(benchmark)
                case .writing(let benchmark): try writing.measure(benchmark)
                case .object(let benchmark): try objects.measure(benchmark)
                case .query(let query): try queries.measure(query)
                }
            }
        )
    }
}
