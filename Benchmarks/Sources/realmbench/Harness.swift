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
        let expected = try benchmark.run(on: reference, ids: ids)
        var iterations: [Int] = []
        for engine in engines {
            iterations.append(try calibrate(benchmark, on: engine, expecting: expected))
        }
        var measurements = engines.map { _ in [Measurement]() }
        for run in 0..<runs {
            // Who goes first changes, so that nobody always inherits the other's caches.
            let order = run.isMultiple(of: 2) ? Array(engines.indices) : engines.indices.reversed()
            for index in order {
                let measured = try attempt(benchmark, on: engines[index], iterations[index], expecting: expected)
                measurements[index].append(measured)
            }
        }
        let results = zip(engines, measurements).map { engine, measurements in
            EngineReport(engine: engine.name, median: .median(of: measurements), runs: measurements)
        }
        return CaseReport(name: benchmark.rawValue, title: benchmark.title, result: expected, engines: results)
    }

    /// Warms the engine up; returns how often the case fits into one measurement.
    private func calibrate(
        _ benchmark: BenchmarkCase, on engine: any Engine, expecting expected: UInt64
    ) throws -> Int {
        _ = try attempt(benchmark, on: engine, 1, expecting: expected)
        let warm = try attempt(benchmark, on: engine, 1, expecting: expected)
        return max(1, Int((secondsPerRun / max(warm.wallSeconds, 1e-7)).rounded(.up)))
    }

    private func attempt(
        _ benchmark: BenchmarkCase, on engine: any Engine, _ iterations: Int, expecting expected: UInt64
    ) throws -> Measurement {
        do {
            return try Measurement.measure(iterations: iterations, expecting: expected) {
                try benchmark.run(on: engine, ids: ids)
            }
        } catch {
            throw FailedCase(benchmark: benchmark.rawValue, engine: engine.name, cause: error)
        }
    }
}
