import TestSupport
import Testing

@testable import RealmStore

/// Special bytes are found wherever they are in a text.
@Suite struct SpecialBytesTests {
    private static let sets: [(limit: UInt8, others: SIMD4<UInt8>)] = [
        (0x20, [0x22, 0x5C, 0x7F, 0x7F]), (0, [0x22, 0x2C, 0x0A, 0x0D]), (0, [0, 0, 0, 0]), (0x80, [1, 1, 1, 1]),
        (1, [0x7F, 0x7E, 2, 3]),
    ]

    private func scan(_ bytes: [UInt8], _ set: (limit: UInt8, others: SIMD4<UInt8>)) -> (isUTF8: Bool, isSpecial: Bool)
    {
        bytes.withUnsafeBufferPointer(SpecialBytes(below: set.limit, set.others).scan)
    }

    @Test(arguments: sets.indices) func `each byte of ASCII is found at each place, if it is special`(number: Int) {
        let set = Self.sets[number]
        let isSpecial = { (byte: UInt8) in byte < set.limit || any(set.others .== byte) }
        let plain = (UInt8(0)..<0x80).first { !isSpecial($0) }
        for byte in UInt8(0)..<0x80 {
            for count in 1...20 {
                for place in 0..<count {
                    var bytes = [UInt8](repeating: plain ?? byte, count: count)
                    bytes[place] = byte
                    let found = scan(bytes, set)
                    #expect(found == (true, isSpecial(byte)), "\(byte) at \(place) of \(count)")
                }
            }
        }
    }

    @Test func `texts with characters outside ASCII are scanned as byte by byte`() {
        var random = SeededGenerator(for: #function)
        let parts: [[UInt8]] = [
            Array("plain text".utf8), [0xC3, 0xA4], [0xE2, 0x82, 0xAC], [0x22], [0x09], [0x80], [0xE2],
        ]
        var wrong = 0
        for round in 0..<5000 {
            // Every second text has nothing wrong in it.
            let bytes = (0..<random.below(8)).flatMap { _ in parts[random.below(parts.count - round % 2 * 2)] }
            let isText = String(validating: bytes, as: UTF8.self) != nil
            if !isText { wrong += 1 }
            for set in Self.sets {
                let found = scan(bytes, set)
                #expect(found.isUTF8 == isText)
                guard isText else { continue }
                #expect(found.isSpecial == bytes.contains { $0 < 0x80 && ($0 < set.limit || any(set.others .== $0)) })
            }
        }
        #expect(wrong > 1000)
    }
}
