import Foundation

/// The text forms of an encryption key.
enum KeyText {
    enum Form: String, Sendable, CaseIterable {
        case raw, hex, base64, decimal
    }

    static let keyByteCount = 64
    /// More than any form takes; longer content is not read to its end.
    static let maximumByteCount = 4096
    static let formsAllowed = "64 raw bytes, or text: 128 hexadecimal digits or 88 base64 characters"
    static let textFormsAllowed = "128 hexadecimal digits or 88 base64 characters"

    /// The key in the content of a file: exactly 64 bytes are raw, everything else is text.
    static func decode(file content: Data, from source: String) throws(Failure) -> (key: Data, form: Form) {
        if content.count == keyByteCount { return (content, .raw) }
        return try decode(text: content, from: source, allowed: formsAllowed)
    }

    /// The key in a text; ASCII white space is ignored, since tools break base64 into lines.
    static func decode(
        text content: Data, from source: String, allowed: String = textFormsAllowed
    ) throws(Failure) -> (key: Data, form: Form) {
        let text = SecretMemory.data(content.lazy.filter { !isWhitespace($0) })
        if text.count == 2 * keyByteCount, let key = hexadecimal(text) { return (key, .hex) }
        if text.count == 88, let key = base64(text) { return (key, .base64) }
        let found =
            switch text.count {
            case _ where content.count > maximumByteCount: "more than \(maximumByteCount) bytes"
            case 2 * keyByteCount: "128 characters, but not only hexadecimal digits"
            case 88: "88 characters, but not the base64 form of 64 bytes"
            default: "\(content.count) bytes"
            }
        throw malformed(content, found, source, allowed)
    }

    private static func hexadecimal(_ text: Data) -> Data? {
        key(of: text, bitsPerDigit: 4) { byte in
            byte < 0x80 ? Character(UnicodeScalar(byte)).hexDigitValue : nil
        }
    }

    /// A key is 86 digits and two padding characters.
    private static func base64(_ text: Data) -> Data? {
        guard text.suffix(2).allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
        return key(of: text.dropLast(2), bitsPerDigit: 6) { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
            case UInt8(ascii: "+"): 62
            case UInt8(ascii: "/"): 63
            default: nil
            }
        }
    }

    /// The key whose bits the digits are, the first ones first; nil if one is not a digit. No copy is left elsewhere in
    /// memory.
    private static func key(of digits: Data, bitsPerDigit: Int, _ value: (UInt8) -> Int?) -> Data? {
        var isKey = true
        let key = SecretMemory.data(keyByteCount) { memory in
            var (bits, bitCount, done) = (0, 0, 0)
            for digit in digits {
                guard let value = value(digit) else {
                    isKey = false
                    break
                }
                bits = ((bits << bitsPerDigit) | value) & 0xFFFF
                bitCount += bitsPerDigit
                guard bitCount >= 8, done < memory.count else { continue }
                bitCount -= 8
                memory[done] = UInt8(truncatingIfNeeded: bits >> bitCount)
                done += 1
            }
            return done
        }
        return isKey && key.count == keyByteCount ? key : nil
    }

    /// Describes the length found and the valid forms, but never the content.
    static func malformed(_ content: Data, _ found: String, _ source: String, _ allowed: String) -> Failure {
        Failure(
            .key, "keyMalformed", "The key from \(source) has \(found); a key is \(allowed).",
            detail: .object([("bytes", JSONValue(content.count))]))
    }

    static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
