import ArgumentParser
import Foundation

extension KeyText {
    /// The forms in which `keygen` writes a key.
    enum OutputForm: String, Sendable, CaseIterable, ExpressibleByArgument {
        case raw, hex, base64

        /// The content of a file or stream: text ends with a newline.
        func content(of key: Data) -> Data {
            switch self {
            case .raw: key
            case .hex: KeyText.text(of: key, digits: "0123456789abcdef", bitsPerDigit: 4, end: "\n")
            case .base64: KeyText.text(of: key, digits: KeyText.base64Digits, bitsPerDigit: 6, end: "==\n")
            }
        }
    }

    private static let base64Digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /// The bits of a key as digits, the first ones first. No copy is left elsewhere in memory.
    private static func text(
        of key: Data, digits: StaticString, bitsPerDigit: Int, end: StaticString
    ) -> Data {
        let digitCount = (key.count * 8 + bitsPerDigit - 1) / bitsPerDigit
        return SecretMemory.data(digitCount + end.utf8CodeUnitCount) { memory in
            var (bits, bitCount, done) = (0, 0, 0)
            func put() {
                memory[done] = digits.utf8Start[(bits >> bitCount) & ((1 << bitsPerDigit) - 1)]
                done += 1
            }
            for byte in key {
                bits = ((bits << 8) | Int(byte)) & 0xFFFF
                bitCount += 8
                while bitCount >= bitsPerDigit {
                    bitCount -= bitsPerDigit
                    put()
                }
            }
            if bitCount > 0 {
                bits <<= bitsPerDigit - bitCount
                bitCount = 0
                put()
            }
            for place in 0..<end.utf8CodeUnitCount { memory[done + place] = end.utf8Start[place] }
            return memory.count
        }
    }

    /// The forms in which `keygen` reads a key.
    enum InputForm: String, Sendable, CaseIterable, ExpressibleByArgument {
        case auto, raw, hex, base64, decimal

        /// The key in `content`, and the form it has there.
        func decode(_ content: Data, from source: String) throws(Failure) -> (key: Data, form: Form) {
            switch self {
            case .raw:
                if content.count == KeyText.keyByteCount { return (content, .raw) }
                throw KeyText.malformed(content, "\(content.count) bytes", source, "64 raw bytes")
            case .decimal: return (try KeyText.decimal(content, from: source), .decimal)
            case .hex, .base64:
                let found = try KeyText.decode(text: content, from: source)
                if found.form.rawValue == rawValue { return found }
                throw KeyText.malformed(
                    content, "the form \(found.form.rawValue)", source, "to be in the form \(rawValue)")
            case .auto:
                if content.first == UInt8(ascii: "["), content.count != KeyText.keyByteCount {
                    return (try KeyText.decimal(content, from: source), .decimal)
                }
                return try KeyText.decode(file: content, from: source)
            }
        }
    }

    /// A list of 64 numbers as in printed byte arrays: each from -128 to 255.
    private static func decimal(_ content: Data, from source: String) throws(Failure) -> Data {
        let text = SecretMemory.data(content.lazy.filter { !isWhitespace($0) })
        let isList = text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]") && text.count > 1
        let elements = text.dropFirst().dropLast().split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        var isKey = isList && elements.count == keyByteCount
        let key = SecretMemory.data(keyByteCount) { memory in
            for (place, element) in elements.prefix(memory.count).enumerated() {
                guard let number = number(element), (-128...255).contains(number) else {
                    isKey = false
                    break
                }
                memory[place] = UInt8(truncatingIfNeeded: number)
            }
            return memory.count
        }
        if isKey { return key }
        let found =
            "\(elements.count) elements"
            + (elements.count == keyByteCount ? " that are not all numbers from -128 to 255" : "")
        throw malformed(content, found, source, "a list of 64 numbers in brackets")
    }

    /// A decimal number of up to three digits, perhaps with a sign.
    private static func number(_ text: Data) -> Int? {
        let sign = text.first.flatMap { $0 == UInt8(ascii: "-") ? -1 : $0 == UInt8(ascii: "+") ? 1 : nil }
        let digits = sign == nil ? text : text.dropFirst()
        guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 } * (sign ?? 1)
    }
}
