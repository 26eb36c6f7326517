/// Runs cases on engines by turns in one process, so that all meet the same machine in the same state.
struct Harness {
    /// The engine in question first, then its peers.
    let engines: [any Engine]
    let reference: any Engine
    /// Keys for the look-ups.
    let ids: [Int]
    /// How often each engine is measured; the result is the median.
    let runs: Int
    /// Short cases are repeated until one measurement takes about this long, so that the clock does not matter.
    let secondsPerRun: Double

    /// Measures one case; throws `FailedCase` if an engine fails or answers wrongly.
    func measure(_ benchmark: BenchmarkCase) throws -> CaseReport {
        try measure(
            name: benchmark.rawValue, title: benchmark.title, expected: benchmark.run(on: reference, ids: ids),
            contestants: engines.map { engine in
                Contestant(name: engine.name) { try benchmark.run(on: engine, ids: ids) }
            })
    }

    /// An engine, and how it does the case that is measured.
    struct Contestant {
        let name: String
        let run: () throws -> UInt64
    }

    /// Measures what all contestants do.
    func measure(
        name: String, title: String, expected: UInt64, contestants: [Contestant]
    ) throws -> CaseReport {
        var iterations: [Int] = []
        for contestant in contestants {
            iterations.append(try calibrate(name, contestant, expecting: expected))
        }
        var measurements = contestants.map { _ in [Measurement]() }
        for run in 0..<runs {
            // Who goes first changes, so that nobody always inherits the other's caches.
            let order = run.isMultiple(of: 2) ? Array(contestants.indices) : contestants.indices.reversed()
            for index in order {
                let measured = try attempt(name, contestants[index], iterations[index], expecting: expected)
                measurements[index].append(measured)
            }
        }
        let results = zip(contestants, measurements).map { contestant, measurements in
            EngineReport(engine: contestant.name, median: .median(of: measurements), runs: measurements)
        }
        return CaseReport(name: name, title: title, result: expected, engines: results)
    }

    /// Warms the engine up; returns how often the case fits into one measurement.
    private func calibrate(
        _ name: String, _ contestant: Contestant, expecting expected: UInt64
    ) throws -> Int {
        _ = try attempt(name, contestant, 1, expecting: expected)
        let warm = try attempt(name, contestant, 1, expecting: expected)
        return max(1, Int((secondsPerRun / max(warm.wallSeconds, 1e-7)).rounded(.up)))
    }

    private func attempt(
        _ name: String, _ contestant: Contestant, _ iterations: Int, expecting expected: UInt64
    ) throws -> Measurement {
        do {
            return try Measurement.measure(iterations: iterations, expecting: expected, contestant.run)
        } catch {
            throw FailedCase(benchmark: name, engine: contestant.name, cause: error)
        }
    }
}
