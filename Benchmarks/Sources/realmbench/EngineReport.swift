/// One case on one engine.
struct EngineReport: Encodable {
    var engine: String
    var median: Measurement
    var runs: [Measurement]
}
