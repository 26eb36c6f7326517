import ArgumentParser

/// A number of bytes as written in options and shown in output: `500`, `10KB` = 10^4, `10KiB` = 10240.
struct ByteSize: ExpressibleByArgument, CustomStringConvertible, Sendable {
    let bytes: Int64

    private static let decimalUnits = ["B", "KB", "MB", "GB", "TB"]
    private static let binaryUnits = ["KiB", "MiB", "GiB", "TiB"]

    init(_ bytes: Int) { self.bytes = Int64(bytes) }

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCIIDigit }
        let unit = String(argument.dropFirst(digits.count))
        guard let count = Int64(digits), let factor = ByteSize.factor(of: unit) else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        bytes = product
    }

    private static func factor(of unit: String) -> Int64? {
        if unit.isEmpty { return 1 }
        if let power = decimalUnits.firstIndex(of: unit) { return (0..<power).reduce(1) { factor, _ in factor * 1000 } }
        return binaryUnits.firstIndex(of: unit).map { 1 << (10 * Int64($0 + 1)) }
    }

    /// Three digits or more, in decimal units: `24 B`, `98.3 KB`, `12.6 MB`.
    var description: String {
        if bytes < 1000 { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = 0
        // A value that would be rounded up to 1000.0 belongs to the next unit.
        while value >= 999.95, unit < ByteSize.decimalUnits.count - 1 {
            value /= 1000
            unit += 1
        }
        return "\((value * 10).rounded() / 10) \(ByteSize.decimalUnits[unit])"
    }
}
