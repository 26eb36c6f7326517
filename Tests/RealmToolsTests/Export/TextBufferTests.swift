import Foundation
import TestSupport
import Testing

@testable import RealmTools

/// Texts in documents: whole characters as they are, and nothing that is not UTF-8.
@Suite struct TextBufferTests {
    private static let parts: [[UInt8]] = [
        Array("ä".utf8), Array("€".utf8), Array("😀".utf8), Array("plain".utf8), Array("a longer text".utf8),
        Array("\"\\,\n".utf8), [1, 0x7F],
        [0xED, 0x9F, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
        [0x80], [0xC1, 0x80], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC2], [0xE2, 0x82],
        [0xF0, 0x9F, 0x98], [0xFF],
    ]

    private func check(_ write: (inout TextBuffer, [UInt8]) -> Bool, read: ([UInt8]) throws -> String) throws {
        var random = SeededGenerator(for: #function)
        var counts = (right: 0, wrong: 0)
        for round in 0..<2000 {
            let among = round % 2 == 0 ? Self.parts[...] : Self.parts[..<9]
            let bytes = (0..<random.below(6)).flatMap { _ in among[random.below(among.count)] }
            var buffer = TextBuffer()
            let isText = write(&buffer, bytes)
            let expected = String(validating: bytes, as: UTF8.self)
            try #require(isText == (expected != nil), "\(bytes)")
            guard let expected else {
                counts.wrong += 1
                continue
            }
            counts.right += 1
            #expect(try read(buffer.bytes) == expected, "\(bytes)")
        }
        #expect(counts.right > 500 && counts.wrong > 500)
    }

    @Test func `JSON holds a text if it is one`() throws {
        try check({ $0.json($1) }) { try JSONDecoder().decode(String.self, from: Data($0)) }
    }

    @Test func `CSV holds a text if it is one`() throws {
        try check({ $0.csv($1) }) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.hasPrefix("\"") else { return text }
            return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
        }
    }
}
