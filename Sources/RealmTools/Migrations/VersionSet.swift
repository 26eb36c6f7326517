import RealmStore

/// A set of schema versions: single ones and ranges.
struct VersionSet: Sendable {
    private(set) var ranges: [ClosedRange<UInt64>] = []

    func contains(_ version: UInt64) -> Bool { ranges.contains { $0.contains(version) } }

    func overlaps(_ versions: ClosedRange<UInt64>) -> Bool { ranges.contains { $0.overlaps(versions) } }

    /// Adds a number, or `LOWEST..HIGHEST`.
    ///
    /// - Returns: false, with nothing added, for any other text.
    mutating func add(_ text: String) -> Bool {
        if let version = UInt64(text) {
            ranges.append(version...version)
            return true
        }
        guard let dots = text.range(of: "..", options: []), let low = UInt64(text[..<dots.lowerBound]),
            let high = UInt64(text[dots.upperBound...]), low <= high
        else { return false }
        ranges.append(low...high)
        return true
    }
}

extension VersionSet: CustomStringConvertible {
    var description: String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }
            .joined(separator: ", ")
    }
}
