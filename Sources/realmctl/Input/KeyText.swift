import Foundation

/// The forms in which an encryption key is written down.
enum KeyText {
    enum Form: String, Sendable, CaseIterable {
        case raw, hex, base64, decimal
    }

    static let keyByteCount = 64
    /// More than any form takes; what is longer is not read to its end.
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
        let text = content.filter { !isWhitespace($0) }
        if text.count == 2 * keyByteCount, let key = hexadecimal(text) { return (key, .hex) }
        if text.count == 88, let key = Data(base64Encoded: text), key.count == keyByteCount { return (key, .base64) }
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
        var key = Data()
        var high: UInt8?
        for byte in text {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
            if let first = high {
                key.append((first << 4) | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        return high == nil ? key : nil
    }

    /// Says how long the thing found is and what would be right, and never what it is.
    static func malformed(_ content: Data, _ found: String, _ source: String, _ allowed: String) -> Failure {
        Failure(
            .key, "keyMalformed", "The key from \(source) has \(found); a key is \(allowed).",
            detail: .object([("bytes", JSONValue(content.count))]))
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
