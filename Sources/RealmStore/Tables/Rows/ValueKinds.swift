/// The kinds of the values that texts have for a property.
package struct ValueKinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    // Types of single values, and of elements of collections.
    package static let bool = ValueKinds(rawValue: 1 << 0)
    package static let int = ValueKinds(rawValue: 1 << 1)
    package static let float = ValueKinds(rawValue: 1 << 2)
    package static let double = ValueKinds(rawValue: 1 << 3)
    package static let string = ValueKinds(rawValue: 1 << 4)
    package static let date = ValueKinds(rawValue: 1 << 5)
    package static let data = ValueKinds(rawValue: 1 << 6)
    package static let decimal = ValueKinds(rawValue: 1 << 7)
    package static let objectId = ValueKinds(rawValue: 1 << 8)
    package static let uuid = ValueKinds(rawValue: 1 << 9)
    package static let link = ValueKinds(rawValue: 1 << 10)
    /// All of those.
    package static let types = ValueKinds(rawValue: (1 << 11) - 1)

    // Shapes.
    package static let single = ValueKinds(rawValue: 1 << 11)
    package static let list = ValueKinds(rawValue: 1 << 12)
    package static let map = ValueKinds(rawValue: 1 << 13)
    /// All of those.
    package static let shapes: ValueKinds = [.single, .list, .map]

    /// Null instead of a value or collection.
    package static let null = ValueKinds(rawValue: 1 << 14)
    /// Null in a collection.
    package static let nullElement = ValueKinds(rawValue: 1 << 15)
    /// A collection in a collection, or an object that is no typed value.
    package static let irregular = ValueKinds(rawValue: 1 << 16)
    /// A text of digits that is no number; the numbers beside it are texts, too.
    package static let digits = ValueKinds(rawValue: 1 << 17)
}

extension ValueKinds {
    /// The type of a JSON string.
    package init(text: [UInt8]) { self = ExactTextReader.date(text) != nil ? .date : .string }

    /// The type of a JSON number.
    package init(number digits: [UInt8]) { self = ExactTextReader.integer(digits) != nil ? .int : .double }

    /// The type of a field of CSV that has no quotes, and is not empty.
    package init(field text: [UInt8]) {
        if ValueKinds.isTextOfDigits(text) {
            self = .digits
        } else if ExactTextReader.integer(text) != nil {
            self = .int
        } else if ExactTextReader.bool(text) != nil {
            self = .bool
        } else if ExactTextReader.double(text) != nil {
            self = .double
        } else {
            self.init(text: text)
        }
    }

    /// Whether a text of digits would not be the same as a number: a postal code, a telephone or an account number.
    private static func isTextOfDigits(_ text: [UInt8]) -> Bool {
        let digits = text.drop { $0 == UInt8(ascii: "-") }
        if ExactTextReader.integer(text) == nil {
            if !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) { return true }
            if ExactTextReader.double(text) == nil { return false }
        }
        if text.first == UInt8(ascii: "+") { return true }
        let second = digits.dropFirst().first ?? 0
        return digits.first == UInt8(ascii: "0") && second &- UInt8(ascii: "0") < 10
    }

    /// The type of a typed value, `{"$date":...}`, by the name in it; nil for another name.
    package init?(wrapper name: String) {
        switch name {
        case "$float": self = .float
        case "$double": self = .double
        case "$data": self = .data
        case "$date": self = .date
        case "$decimal": self = .decimal
        case "$objectId": self = .objectId
        case "$uuid": self = .uuid
        case "$link": self = .link
        default: return nil
        }
    }
}

// MARK: - Texts in place

extension ValueKinds {
    /// The type of the text of a string.
    init(text: UnsafeRawBufferPointer) {
        // Dates begin with a year, or with its sign.
        guard text.count >= 20, let first = text.first, first < UInt8(ascii: ":"), text.last == UInt8(ascii: "Z") else {
            self = .string
            return
        }
        if ValueKinds.isUsualDate(text) {
            self = .date
        } else {
            self.init(text: Array(text))
        }
    }

    /// Whether a text, in a larger one that zeros follow, is a date of a year from 0 to 9999.
    private static func isUsualDate(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
        var cursor = TextCursor(at: start)
        return cursor.date() != nil && cursor.at == start + text.count
    }

    /// The type of a field of CSV that has no quotes, and is not empty; zeros follow the text it is in.
    init(field text: UnsafeRawBufferPointer) {
        guard let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            self = .string
            return
        }
        var cursor = TextCursor(at: start)
        if let number = cursor.shortNumber(), cursor.at == start + text.count {
            self = number
            return
        }
        if ValueKinds.isUsualDate(text) {
            self = .date
            return
        }
        switch start.pointee {
        // A number, or one of the words true, false, NaN and Infinity.
        case ...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "N"), UInt8(ascii: "I"):
            self.init(field: Array(text))
        default: self.init(text: text)
        }
    }
}

extension TextCursor {
    /// The type of a JSON number; nil for none.
    mutating func number() -> ValueKinds? {
        let start = at
        if let short = shortNumber() { return short }
        at = start
        _ = skip("-")
        let first = at
        guard let whole = skipDigits(), whole == 1 || first.pointee != UInt8(ascii: "0") else { return nil }
        if skip("."), skipDigits() == nil { return nil }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            guard skipDigits() != nil else { return nil }
        }
        return ValueKinds(number: Array(UnsafeBufferPointer(start: start, count: at - start)))
    }

    /// The type of a number of few digits and without exponent, whatever follows it; nil for another one.
    @inline(__always)
    fileprivate mutating func shortNumber() -> ValueKinds? {
        _ = skip("-")
        let first = at
        guard let whole = skipDigits(), whole == 1 || (whole <= 15 && first.pointee != UInt8(ascii: "0")) else {
            return nil
        }
        let isFraction = skip(".")
        if isFraction, skipDigits() == nil { return nil }
        return at.pointee | 0x20 == UInt8(ascii: "e") ? nil : isFraction ? .double : .int
    }

    /// The number of digits passed; nil for none.
    @inline(__always)
    private mutating func skipDigits() -> Int? {
        let start = at
        while at.pointee &- UInt8(ascii: "0") < 10 { at += 1 }
        return at == start ? nil : at - start
    }
}
