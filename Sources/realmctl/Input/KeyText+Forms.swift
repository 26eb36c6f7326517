import ArgumentParser
import Foundation

extension KeyText {
    /// The forms in which `keygen` writes a key.
    enum OutputForm: String, Sendable, CaseIterable, ExpressibleByArgument {
        case raw, hex, base64

        /// The content of a file or stream: text ends with a newline.
        func content(of key: Data) -> Data {
            self == .raw ? key : SecretMemory.data((text(of: key) + "\n").utf8)
        }

        /// The key as text; raw keys have none.
        func text(of key: Data) -> String {
            switch self {
            case .raw: ""
            case .hex: key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            case .base64: key.base64EncodedString()
            }
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

    /// A list of 64 numbers as programs print byte arrays: each from -128 to 255.
    private static func decimal(_ content: Data, from source: String) throws(Failure) -> Data {
        let text = String(decoding: content, as: UTF8.self).filter { !$0.isWhitespace }
        let elements = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        let numbers = elements.map { Int($0) }
        guard text.hasPrefix("["), text.hasSuffix("]"), numbers.count == keyByteCount,
            numbers.allSatisfy({ $0.map { (-128...255).contains($0) } ?? false })
        else {
            let found = "\(numbers.count) elements that are not all numbers from -128 to 255"
            throw malformed(
                content, numbers.count == keyByteCount ? found : "\(numbers.count) elements", source,
                "a list of 64 numbers in brackets")
        }
        return Data(numbers.compactMap { $0.map { UInt8(truncatingIfNeeded: $0) } })
    }
}
