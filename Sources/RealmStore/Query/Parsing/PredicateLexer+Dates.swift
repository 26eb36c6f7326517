// Points in time as ISO 8601 writes them, in both languages. Realm's own forms are among the other literals.

extension PredicateLexer {
    /// `2026-01-31`, `2026-01-31T23:59`, `2026-01-31T23:59:59.5Z`, `2026-01-31T23:59+02:00`; UTC without a zone. Nil
    /// for anything else, and for Realm's own form with seconds and without fraction and zone.
    mutating func isoDate() throws(PredicateError) -> QueryValue? {
        var end = position
        guard let year = digits(4, "", &end), let month = digits(2, "-", &end), let day = digits(2, "-", &end) else {
            return nil
        }
        var (hour, minute, second, nanoseconds) = (Int64(0), Int64(0), Int64(0), Int64(0))
        var zone: Int64?
        if byte(end) == UInt8(ascii: "T") || byte(end) == UInt8(ascii: "@") {
            guard byte(end) == UInt8(ascii: "T"), let hours = digits(2, "T", &end), let minutes = digits(2, ":", &end)
            else { return nil }
            (hour, minute) = (hours, minutes)
            let seconds = digits(2, ":", &end)
            let fraction = try seconds == nil ? nil : nanosecondsOfFraction(&end)
            zone = offset(&end)
            if dialect == .realm, seconds != nil, fraction == nil, zone == nil { return nil }
            (second, nanoseconds) = (seconds ?? 0, fraction ?? 0)
        }
        guard !isNamePart(byte(end)) else { return nil }
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        let isReal =
            (1...12).contains(month) && day >= 1 && day <= PredicateLexer.dayCount(year, month) && hour < 24
            && minute < 60 && second < 60
        guard isReal else { throw PredicateError("'\(text)' is no point in time", at: position) }
        position = end
        let days = PredicateLexer.days(year: year, month: month, day: day)
        let total = days * 86_400 + hour * 3600 + minute * 60 + second - (zone ?? 0)
        // Both parts of a timestamp have the same sign.
        let isBefore = total < 0 && nanoseconds > 0
        return .timestamp(
            Timestamp(
                seconds: isBefore ? total + 1 : total,
                nanoseconds: Int32(isBefore ? nanoseconds - 1_000_000_000 : nanoseconds)))
    }

    /// A number of exactly so many digits behind a separator; nil, and `end` as before, if it is not there.
    private func digits(_ count: Int, _ separator: String, _ end: inout Int) -> Int64? {
        let start = end + separator.utf8.count
        guard bytes.dropFirst(end).starts(with: separator.utf8) else { return nil }
        var behind = start
        guard digits(&behind) == count else { return nil }
        end = behind
        return Int64(String(decoding: bytes[start..<behind], as: UTF8.self))
    }

    /// The nanoseconds of a fraction; nil if there is none.
    private func nanosecondsOfFraction(_ end: inout Int) throws(PredicateError) -> Int64? {
        guard byte(end) == UInt8(ascii: "."), byte(end + 1).isDigit else { return nil }
        var behind = end + 1
        let count = digits(&behind)
        guard count <= 9 else { throw PredicateError("a date has up to nine decimals", at: end) }
        let text = String(decoding: bytes[(end + 1)..<behind], as: UTF8.self)
        end = behind
        return Int64(text + String(repeating: "0", count: 9 - count))
    }

    /// The seconds that a zone is ahead of UTC: `Z`, `+02:00`, `-0530`; nil if there is none.
    private func offset(_ end: inout Int) -> Int64? {
        if byte(end) == UInt8(ascii: "Z") {
            end += 1
            return 0
        }
        let sign = byte(end)
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        var behind = end + 1
        let minutes: Int64
        if let hour = digits(2, "", &behind), let minute = digits(2, ":", &behind) {
            minutes = hour * 60 + minute
        } else {
            behind = end + 1
            guard let both = digits(4, "", &behind) else { return nil }
            minutes = both / 100 * 60 + both % 100
        }
        end = behind
        return (sign == UInt8(ascii: "-") ? -60 : 60) * minutes
    }

    private static func dayCount(_ year: Int64, _ month: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
