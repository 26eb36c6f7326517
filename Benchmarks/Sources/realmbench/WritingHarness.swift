import Foundation

/// Runs writing cases on engines in turn in one process. Every run begins with a file in the same state, and the
/// resulting file is read and compared with the expected rows.
struct WritingHarness {
    /// The engine under test first, then its peers.
    let engines: [any WritingEngine]
    let work: WritingWork
    let files: DataFiles
    /// The number of measurements of each engine; the result is their median.
    let runs: Int
    /// Whether each engine runs once before, unmeasured.
    let warmsUp: Bool

    /// Measures one case; throws `FailedCase` if an engine fails or leaves a wrong result.
    func measure(_ benchmark: WritingCase) throws -> CaseReport {
        let expected = result(of: benchmark)
        var measurements = engines.map { _ in [Measurement]() }
        var sizes = engines.map { _ in 0 }
        for run in (warmsUp ? -1 : 0)..<runs {
            // The order alternates, so that no engine always inherits another's caches.
            let order = run.isMultiple(of: 2) ? Array(engines.indices) : engines.indices.reversed()
            for index in order {
                do {
                    let measured = try attempt(
                        benchmark, on: engines[index], expecting: expected, isLast: run == runs - 1)
                    sizes[index] = measured.byteCount
                    if run >= 0 { measurements[index].append(measured.time) }
                } catch {
                    throw FailedCase(benchmark: benchmark.rawValue, engine: engines[index].name, cause: error)
                }
            }
        }
        let results = engines.indices.map { index in
            EngineReport(
                engine: engines[index].name, median: .median(of: measurements[index]), runs: measurements[index],
                fileBytes: sizes[index])
        }
        return CaseReport(name: benchmark.rawValue, title: benchmark.title, result: expected, engines: results)
    }

    private func attempt(
        _ benchmark: WritingCase, on engine: any WritingEngine, expecting expected: UInt64, isLast: Bool
    ) throws -> (time: Measurement, byteCount: Int) {
        try engine.prepare(benchmark, work)
        // The data written by the preparation must not reach the disk during the measurement.
        sync()
        let time = try Measurement.measure(iterations: 1, expecting: 0) {
            try benchmark.run(on: engine, work)
            return 0
        }
        let (file, reader) = try engine.finish(benchmark)
        let ids = work.allIDs
        let found = try reader.openCountClose() &+ reader.scan() &+ reader.lookUp(ids)
        guard found == expected else { throw WrongResult(expected: expected, found: found) }
        if isLast { try engine.verify(file) }
        return (time, try files.size(of: file))
    }

    /// The expected result of reading the file after the case: the number of rows, and all values of every row.
    private func result(of benchmark: WritingCase) -> UInt64 {
        var result = ResultHash()
        var count: UInt64 = 0
        for row in benchmark.rows(from: work) {
            result.add(
                CaseResult.row(
                    id: Int(row.id), name: row.name, age: Int(row.age), score: row.score,
                    born: Date(timeIntervalSince1970: Double(row.bornMilliseconds) / 1000)))
            result.add(CaseResult.row(big: Int(row.big)))
            count += 1
        }
        return count &+ result.value
    }
}
