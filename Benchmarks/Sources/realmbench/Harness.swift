/// Runs contenders in turn in one process, so that all run on the same machine in the same state.
struct Harness {
    /// The number of measurements of each contender; the result is their median.
    let runs: Int
    /// Short cases are repeated until one measurement takes about this long, so that the resolution of the clock does
    /// not matter.
    let secondsPerRun: Double

    /// Measures one case; throws `FailedCase` if a contender fails or answers wrongly.
    ///
    /// - Parameter contenders: the engine under test, then its peers.
    func measure(
        _ name: String, _ title: String, _ contenders: [Contender], expecting expected: UInt64
    ) throws -> CaseReport {
        var iterations: [Int] = []
        for contender in contenders {
            iterations.append(try calibrate(name, contender, expecting: expected))
        }
        var measurements = contenders.map { _ in [Measurement]() }
        for run in 0..<runs {
            // The order alternates, so that no contender always inherits another's caches.
            let order = run.isMultiple(of: 2) ? Array(contenders.indices) : contenders.indices.reversed()
            for index in order {
                let measured = try attempt(name, contenders[index], iterations[index], expecting: expected)
                measurements[index].append(measured)
            }
        }
        let results = zip(contenders, measurements).map { contender, measurements in
            EngineReport(engine: contender.name, median: .median(of: measurements), runs: measurements)
        }
        return CaseReport(name: name, title: title, result: expected, engines: results)
    }

    /// Warms the contender up; returns the number of iterations that fit into one measurement.
    private func calibrate(_ name: String, _ contender: Contender, expecting expected: UInt64) throws -> Int {
        _ = try attempt(name, contender, 1, expecting: expected)
        guard contender.prepare == nil else { return 1 }
        let warm = try attempt(name, contender, 1, expecting: expected)
        return max(1, Int((secondsPerRun / max(warm.wallSeconds, 1e-7)).rounded(.up)))
    }

    private func attempt(
        _ name: String, _ contender: Contender, _ iterations: Int, expecting expected: UInt64
    ) throws -> Measurement {
        do {
            try contender.prepare?()
            let time = try Measurement.measure(iterations: iterations, expecting: expected, contender.run)
            if let found = try contender.finish?(), found != expected {
                throw WrongResult(expected: expected, found: found)
            }
            return time
        } catch {
            throw FailedCase(benchmark: name, engine: contender.name, cause: error)
        }
    }
}
