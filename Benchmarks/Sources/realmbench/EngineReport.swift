/// One case on one engine.
struct EngineReport: Encodable {
    var engine: String
    var median: Measurement
    var runs: [Measurement]
    /// The size in bytes of the closed file after a writing case; nil for a reading case.
    var fileBytes: Int?
}
