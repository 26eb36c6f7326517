/// Bytes written as text, four characters for three bytes.
enum Base64 {
    private static let values: [UInt8: UInt32] = {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        return Dictionary(uniqueKeysWithValues: letters.enumerated().map { ($1, UInt32($0)) })
    }()

    /// The bytes; nil if the text has other characters or an impossible length.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2, padding == 0 || text.count % 4 == 0, (text.count - padding) % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), UInt32(0))
        for letter in text.dropLast(padding) {
            guard let value = values[letter] else { return nil }
            bits = (bits << 6) | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes
    }
}
