extension ObjectIdBits {
    /// Reads 24 hexadecimal digits of any case; nil for any other text.
    init?(hex text: String) {
        guard text.utf8.count == 24 else { return nil }
        var number: UInt128 = 0
        for byte in text.utf8 {
            guard let digit = ObjectIdBits.hexValue(byte) else { return nil }
            number = (number << 4) | UInt128(digit)
        }
        self.init(high: UInt64(number >> 32), low: UInt32(truncatingIfNeeded: number))
    }

    /// The id as 24 lowercase hexadecimal digits.
    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        let number = (UInt128(high) << 32) | UInt128(low)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            for index in 0..<24 {
                buffer[index] = digits[Int(truncatingIfNeeded: number >> UInt128(92 - 4 * index)) & 15]
            }
            return 24
        }
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
