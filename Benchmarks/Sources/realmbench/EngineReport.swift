/// One case on one engine.
struct EngineReport: Encodable {
    var engine: String
    var median: Measurement
    var runs: [Measurement]
    /// Bytes of the file that a writing case leaves, closed; nil for a case that reads.
    var fileBytes: Int?
}
