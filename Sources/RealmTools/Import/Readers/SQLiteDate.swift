import RealmStore

/// Points in time in SQLite's forms. Source: SQLite documentation, "Date And Time Functions".
enum SQLiteDate {
    private static let secondsPerDay = 86_400.0
    /// Days of the Julian calendar at the beginning of 1970.
    private static let julianDayOf1970 = 2_440_587.5
    /// The day after 9999-12-31, the last one that SQLite's functions support.
    private static let endOfJulianDays = 5_373_484.5

    /// A number with a fraction: a Julian day if it may be one, else seconds since 1970. To the millisecond, as in
    /// SQLite.
    static func timestamp(_ number: Double) -> Timestamp? {
        guard number.isFinite, abs(number) < 1e15 else { return nil }
        let isJulian = number >= 0 && number < endOfJulianDays
        let seconds = isJulian ? (number - julianDayOf1970) * secondsPerDay : number
        return Timestamp(nanosecondsSince1970: Int128((seconds * 1000).rounded()) * 1_000_000)
    }

    /// `YYYY-MM-DD`, followed by a blank or `T` and `HH:MM`, `HH:MM:SS` or `HH:MM:SS.SSS`, followed by `Z` or an offset
    /// `+HH:MM`. Without an offset it is UTC. Dates written by RealmStore's export are read exactly.
    static func timestamp(_ text: [UInt8]) -> Timestamp? {
        if let exact = ExactTextReader.date(text) { return exact }
        var text = text
        if text.count == 10 { text += Array("T00:00".utf8) }
        guard text.count >= 16, text[10] == UInt8(ascii: " ") || text[10] == UInt8(ascii: "T") else { return nil }
        text[10] = UInt8(ascii: "T")
        var offset: Int64 = 0
        if text.last == UInt8(ascii: "Z") {
            text.removeLast()
        } else if let found = self.offset(Array(text.suffix(6))) {
            offset = found
            text.removeLast(6)
        }
        if text.count == 16 { text += Array(":00".utf8) }
        guard let local = ExactTextReader.date(text + Array("Z".utf8)) else { return nil }
        let seconds = Int128(local.seconds) - Int128(offset)
        return Timestamp(nanosecondsSince1970: seconds * 1_000_000_000 + Int128(local.nanoseconds))
    }

    /// The seconds by which a zone is ahead of UTC, as in `+02:00`.
    private static func offset(_ text: [UInt8]) -> Int64? {
        guard text.count == 6, text[3] == UInt8(ascii: ":"), let hours = ExactTextReader.integer(Array(text[1...2])),
            let minutes = ExactTextReader.integer(Array(text[4...5])), (0...14).contains(hours),
            (0...59).contains(minutes)
        else { return nil }
        switch text[0] {
        case UInt8(ascii: "+"): return (hours * 60 + minutes) * 60
        case UInt8(ascii: "-"): return -(hours * 60 + minutes) * 60
        default: return nil
        }
    }
}

extension Timestamp {
    /// - Returns: nil for a time beyond 64 bits of seconds.
    fileprivate init?(nanosecondsSince1970 total: Int128) {
        let (seconds, rest) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard let seconds = Int64(exactly: seconds) else { return nil }
        self.init(seconds: seconds, nanoseconds: Int32(rest))
    }
}
