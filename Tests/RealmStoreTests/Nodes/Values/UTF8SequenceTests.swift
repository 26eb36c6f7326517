import TestSupport
import Testing

@testable import RealmStore

@Suite("UTF-8") struct UTF8SequenceTests {
    /// Beginnings, middles and ends of characters, well-formed and not.
    private static let parts: [[UInt8]] = [
        [0x00], [0x41], [0x7F], [0x80], [0xBF], [0xC0], [0xC1], [0xC2], [0xDF], [0xE0], [0xE1], [0xED], [0xEE], [0xEF],
        [0xF0], [0xF1], [0xF4], [0xF5], [0xFF], [0x9F], [0xA0], [0x8F], [0x90], Array("ä".utf8), Array("€".utf8),
        Array("😀".utf8), [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], Array("eight789".utf8),
    ]

    @Test func `random bytes are well-formed if a string can be made of them`() {
        var generator = SeededGenerator(for: #function)
        var wellFormed = 0
        for round in 0..<50_000 {
            // Half of them of whole characters.
            let among = round % 2 == 0 ? Self.parts : Self.parts.filter { String(validating: $0, as: UTF8.self) != nil }
            let bytes = (0..<generator.below(12)).flatMap { _ in among[generator.below(among.count)] }
            let expected = String(validating: bytes, as: UTF8.self) != nil
            if expected { wellFormed += 1 }
            let found = bytes.withUnsafeBytes { $0.isUTF8 }
            #expect(found == expected, "\(bytes)")
            #expect(bytes.isUTF8 == expected, "\(bytes)")
        }
        #expect(wellFormed > 20_000)
    }
}
