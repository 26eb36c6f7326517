import RealmStore

/// A conversion of values of one property to those of another.
enum ValueConversion: Sendable, Equatable {
    /// The same type.
    case none
    case toMixed
    /// To a list of one element; null becomes an empty one.
    case toList
    case intToDouble
    case intToBool
    case boolToInt
    case parse
    case format
    case doubleToInt(FloatingPointRoundingRule?)
    case dateToInt(perSecond: Int64)
    case intToDate(perSecond: Int64)

    /// The words of `convert`.
    enum Word: String, CaseIterable, Sendable {
        case parse, format, exact, round, truncate, unixSeconds = "unix_s", unixMilliseconds = "unix_ms"
    }

    /// The types as which texts are parsed.
    private static let parsed: [PropertyType] = [.int, .double, .bool, .decimal128, .UUID, .objectId, .date]

    /// The conversion between two properties; nil if there is none.
    init?(from old: Property, to new: Property, _ word: Word?) {
        guard !old.isCollection else { return nil }
        let isSameType = old.type == new.type && old.objectClassName == new.objectClassName
        if new.isCollection {
            guard isSameType, new.isArray, word == nil else { return nil }
            self = .toList
            return
        }
        switch (word, old.type, new.type) {
        case (nil, _, _) where isSameType: self = .none
        case (nil, _, .any): self = .toMixed
        case (nil, .int, .double): self = .intToDouble
        case (nil, .int, .bool): self = .intToBool
        case (nil, .bool, .int): self = .boolToInt
        case (.parse, .string, let type) where ValueConversion.parsed.contains(type): self = .parse
        case (.format, let type, .string) where type != .object: self = .format
        case (nil, .double, .int), (.exact, .double, .int): self = .doubleToInt(nil)
        case (.round, .double, .int): self = .doubleToInt(.toNearestOrAwayFromZero)
        case (.truncate, .double, .int): self = .doubleToInt(.towardZero)
        case (.unixSeconds, .int, .date): self = .intToDate(perSecond: 1)
        case (.unixMilliseconds, .int, .date): self = .intToDate(perSecond: 1000)
        case (.unixSeconds, .date, .int): self = .dateToInt(perSecond: 1)
        case (.unixMilliseconds, .date, .int): self = .dateToInt(perSecond: 1000)
        default: return nil
        }
    }

    /// The value converted to the new type; nil if that is impossible. Null stays null.
    ///
    /// - Parameter scratch: keeps the bytes of texts.
    func convert(_ value: Value, to type: PropertyType, in scratch: ValueScratch) -> Value? {
        switch (self, value) {
        case (_, .null): return .null
        case (.none, _), (.toMixed, _), (.toList, _): return scratch.copy(value)
        case (.intToDouble, .int(let number)): return .double(Double(number))
        case (.intToBool, .int(let number)): return number == 0 || number == 1 ? .bool(number == 1) : nil
        case (.boolToInt, .bool(let flag)): return .int(flag ? 1 : 0)
        case (.parse, .string(let bytes)): return ValueConversion.parse(Array(bytes), as: type)
        case (.format, _): return ValueText.text(value).map { scratch.string($0) }
        case (.doubleToInt(let rule), .double(let number)):
            return Int64(exactly: rule.map { number.rounded($0) } ?? number).map(Value.int)
        case (.intToDate(let perSecond), .int(let number)):
            let (seconds, rest) = number.quotientAndRemainder(dividingBy: perSecond)
            return .timestamp(Timestamp(seconds: seconds, nanoseconds: Int32(rest * (1_000_000_000 / perSecond))))
        case (.dateToInt(let perSecond), .timestamp(let date)):
            let (whole, overflow) = date.seconds.multipliedReportingOverflow(by: perSecond)
            guard !overflow else { return nil }
            // Fractions of the unit are rounded towards the past, as clocks do.
            let unit = Int64(1_000_000_000) / perSecond
            let (part, rest) = Int64(date.nanoseconds).quotientAndRemainder(dividingBy: unit)
            let (sum, isTooLarge) = whole.addingReportingOverflow(rest < 0 ? part - 1 : part)
            return isTooLarge ? nil : .int(sum)
        default: return nil
        }
    }

    private static func parse(_ text: [UInt8], as type: PropertyType) -> Value? {
        switch type {
        case .int: ExactTextReader.integer(text).map(Value.int)
        case .double: ExactTextReader.double(text).flatMap { $0.isNaN ? nil : .double($0) }
        case .bool:
            ExactTextReader.bool(text).map(Value.bool)
                ?? (text == [UInt8(ascii: "1")] ? .bool(true) : text == [UInt8(ascii: "0")] ? .bool(false) : nil)
        case .decimal128: ExactTextReader.decimal(text).flatMap { $0.isNaN ? nil : .decimal($0) }
        case .UUID: ExactTextReader.uuid(text).map(Value.uuid)
        case .objectId: ExactTextReader.objectId(text).map(Value.objectId)
        case .date: ExactTextReader.date(text).map(Value.timestamp)
        default: nil
        }
    }
}
