import TestSupport
import Testing

@testable import RealmStore

/// The search for long texts, compared with one that tries every position.
@Suite struct TextMatchTests {
    private func contains(_ text: String, _ needle: String, folded: Bool) -> Bool {
        Array(needle.utf8).withUnsafeBytes { needle in
            Array(text.utf8).withUnsafeBytes {
                TextMatch.contains($0, TextMatch.Needle(needle, folded: folded))
            }
        }
    }

    /// Every position of the text, tested with `equals`.
    private func naive(_ text: String, _ needle: String, folded: Bool) -> Bool {
        let (text, bytes) = (Array(text.utf8), Array(needle.utf8))
        guard bytes.count <= text.count else { return false }
        return bytes.withUnsafeBytes { raw in
            let needle = TextMatch.Needle(raw, folded: folded)
            return (0...(text.count - bytes.count)).contains { start in
                Array(text[start..<(start + bytes.count)]).withUnsafeBytes { TextMatch.equals($0, needle) }
            }
        }
    }

    @Test(arguments: [false, true]) func `a long text is found where every place says that it is`(folded: Bool) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "A", "b", "é", "É", "©", "à", "÷", "×", "ß", "ÿ", "€", "\u{2009}"]
        func text(_ count: Int, _ kinds: Int) -> String {
            (0..<count).map { _ in letters[generator.below(kinds)] }.joined()
        }
        var found = 0
        for number in 0..<2000 {
            let kinds = 2 + generator.below(letters.count - 1)
            let needle = text(17 + generator.below(12), kinds)
            var haystack = text(generator.below(60), kinds)
            if generator.chance(oneIn: 2) {
                let inserted = generator.chance(oneIn: 2) ? needle.uppercased() : needle
                haystack += inserted + text(generator.below(20), kinds)
            }
            let expected = naive(haystack, needle, folded: folded)
            found += expected ? 1 : 0
            #expect(
                contains(haystack, needle, folded: folded) == expected,
                "seed \(seed), text \(number): \(needle) in \(haystack)")
        }
        #expect(found > 400, "seed \(seed)")
    }

    @Test(arguments: [false, true]) func `a long text is looked for in one pass`(folded: Bool) {
        let clock = ContinuousClock()
        func duration(_ count: Int) -> Duration {
            let needle = String(repeating: "a", count: count) + "b"
            let text = String(repeating: "a", count: 4 * count)
            return (0..<3).map { _ in clock.measure { #expect(!contains(text, needle, folded: folded)) } }.min()!
        }
        // A text a hundred times as long takes a hundred times as long, not the square of it.
        #expect(duration(100_000) < duration(1000) * 2000)
    }

    // MARK: Patterns

    private func isLike(_ text: [UInt8], _ pattern: [UInt8], folded: Bool = false) -> Bool {
        pattern.withUnsafeBytes { pattern in
            text.withUnsafeBytes { TextPattern(TextMatch.Needle(pattern, folded: folded)).matches($0) }
        }
    }

    /// One byte after the other, from the last star on once more at each place, as Realm Core does it.
    private func isLikeByTrying(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
        let (star, mark) = (UInt8(ascii: "*"), UInt8(ascii: "?"))
        var (position, place) = (0, 0)
        var last: (place: Int, position: Int)?
        while position < text.count {
            if place < pattern.count, pattern[place] == star {
                place += 1
                last = (place, position)
            } else if place < pattern.count, pattern[place] == mark {
                let first = text[position]
                position = min(text.count, position + (first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4))
                place += 1
            } else if place < pattern.count, text[position] == pattern[place] {
                (position, place) = (position + 1, place + 1)
            } else if let retried = last {
                last = (retried.place, retried.position + 1)
                (place, position) = (retried.place, retried.position + 1)
            } else {
                return false
            }
        }
        return place == pattern.count || (place == pattern.count - 1 && pattern[place] == star)
    }

    @Test func `a pattern fits where trying every place says that it does`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let letters = Array("aab".utf8) + [0xC3, 0xA9, 0xE2, 0x82, 0xAC]
        let signs = Array("ab**??".utf8) + [0xC3, 0xA9]
        var fitting = 0
        for number in 0..<20_000 {
            let text = (0..<generator.below(9)).map { _ in letters[generator.below(generator.chance(oneIn: 2) ? 3 : 8)]
            }
            let pattern = (0..<generator.below(8)).map { _ in signs[generator.below(signs.count)] }
            let expected = isLikeByTrying(text, pattern)
            #expect(isLike(text, pattern) == expected, "seed \(seed), \(number): \(text) like \(pattern)")
            fitting += expected ? 1 : 0
        }
        #expect(fitting > 500)
    }

    /// 2 MB of one letter, and a pattern of 60,000: some hundred thousand million steps if every place were tried.
    @Test(arguments: [false, true]) func `a long pattern is looked for in one pass`(folded: Bool) {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 2_000_000)
        let part = [UInt8](repeating: UInt8(ascii: "a"), count: 60_000) + [UInt8(ascii: "b")]
        let star = [UInt8(ascii: "*")]
        #expect(!isLike(text, star + part + star, folded: folded))
        #expect(isLike(text + part + text, star + part + star, folded: folded))
    }
}
