/// One case on all engines.
struct CaseReport: Encodable {
    var name: String
    var title: String
    /// The number that every engine returned.
    var result: UInt64
    var engines: [EngineReport]

    /// Wall-clock time of each peer divided by that of the first engine.
    var ratios: [Double] {
        engines.dropFirst().map { $0.median.wallSeconds / engines[0].median.wallSeconds }
    }

    /// The size of the second engine's resulting file divided by the first one's; nil if the case only reads.
    var sizeRatio: Double? {
        guard engines.count > 1, let first = engines[0].fileBytes, let second = engines[1].fileBytes else { return nil }
        return Double(second) / Double(first)
    }

    private enum CodingKeys: String, CodingKey {
        case name, title, result, engines, ratios, sizeRatio
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(title, forKey: .title)
        // In hexadecimal, as many readers of JSON keep only 53 bits of a number.
        try container.encode("0x" + String(result, radix: 16), forKey: .result)
        try container.encode(engines, forKey: .engines)
        try container.encode(ratios, forKey: .ratios)
        try container.encodeIfPresent(sizeRatio, forKey: .sizeRatio)
    }
}
