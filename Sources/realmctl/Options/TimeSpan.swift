import ArgumentParser

/// A length of time as written in options: `90s`, `15m`, `12h`, `7d`.
struct TimeSpan: ExpressibleByArgument, CustomStringConvertible, Sendable {
    let seconds: Int64

    private static let units: [(suffix: Character, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

    init(_ duration: Duration) { seconds = duration.components.seconds }

    init?(argument: String) {
        guard let unit = TimeSpan.units.first(where: { $0.suffix == argument.last }),
            let count = UInt32(argument.dropLast()), argument.first?.isASCIIDigit == true
        else { return nil }
        seconds = Int64(count) * unit.seconds
    }

    var duration: Duration { .seconds(seconds) }

    /// The span in the largest unit without a remainder.
    var description: String {
        let unit = TimeSpan.units.first { seconds > 0 && seconds % $0.seconds == 0 } ?? ("s", 1)
        return "\(seconds / unit.seconds)\(unit.suffix)"
    }

    var defaultValueDescription: String { description }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
