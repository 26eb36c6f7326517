import TestSupport
import Testing

@testable import RealmStore

/// The search for bytes, compared with one that tries every position.
struct ByteSearchTests {
    private func naive(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard needle.count <= bytes.count else { return false }
        return (0...(bytes.count - needle.count)).contains { Array(bytes[$0..<($0 + needle.count)]) == needle }
    }

    private func search(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { ByteSearch(needle).isFound(in: $0) }
    }

    /// All sequences of up to `count` bytes that are 0 or 255.
    private func sequences(upTo count: Int) -> [[UInt8]] {
        (0...count).flatMap { length in
            (0..<(1 << length)).map { bits in (0..<length).map { bits & (1 << $0) == 0 ? 0 : 255 } }
        }
    }

    @Test func `every short needle is found in every short text that holds it`() {
        for needle in sequences(upTo: 4) {
            for bytes in sequences(upTo: 7) where search(needle, in: bytes) != naive(needle, in: bytes) {
                Issue.record("\(needle) in \(bytes): \(search(needle, in: bytes))")
                return
            }
        }
    }

    @Test func `random needles are found in random texts that hold them`() {
        var generator = SeededGenerator(for: #function)
        for _ in 0..<5_000 {
            let letters = UInt8.random(in: 1...4, using: &generator)
            func text(_ counts: ClosedRange<Int>) -> [UInt8] {
                (0..<Int.random(in: counts, using: &generator)).map { _ in
                    UInt8.random(in: 0..<letters, using: &generator)
                }
            }
            let (needle, bytes) = (text(0...12), text(0...100))
            guard search(needle, in: bytes) == naive(needle, in: bytes) else {
                Issue.record("\(needle) in \(bytes): \(search(needle, in: bytes))")
                return
            }
        }
    }

    @Test func `an empty needle is found in bytes that have no address`() {
        #expect(ByteSearch([]).isFound(in: UnsafeRawBufferPointer(start: nil, count: 0)))
    }

    @Test func `no other needle is found in bytes that have no address`() {
        #expect(!ByteSearch([0]).isFound(in: UnsafeRawBufferPointer(start: nil, count: 0)))
    }
}
