extension UUIDBits {
    /// Reads the form 8-4-4-4-12 of hexadecimal digits; nil for any other text.
    init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 36, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        let digits = bytes.filter { $0 != UInt8(ascii: "-") }
        guard digits.count == 32, digits.allSatisfy(\.isHexDigit),
            let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
            let low = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}
