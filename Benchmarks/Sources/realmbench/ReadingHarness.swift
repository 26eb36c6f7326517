/// Runs reading cases on engines in turn.
struct ReadingHarness {
    let harness: Harness
    /// The engine under test first, then its peers.
    let engines: [any Engine]
    let reference: any Engine
    /// Keys for the look-ups.
    let ids: [Int]

    /// Measures one case; throws `FailedCase` if an engine fails or answers wrongly.
    func measure(_ benchmark: BenchmarkCase) throws -> CaseReport {
        let contenders = engines.map { engine in
            Contender(name: engine.name) { try benchmark.run(on: engine, ids: ids) }
        }
        let expected = try benchmark.run(on: reference, ids: ids)
        return try harness.measure(benchmark.rawValue, benchmark.title, contenders, expecting: expected)
    }
}
