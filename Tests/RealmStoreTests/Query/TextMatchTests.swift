import Testing

@testable import RealmStore

/// The search for long texts against one that tries every place.
@Suite struct TextMatchTests {
    private func contains(_ text: String, _ needle: String, folded: Bool) -> Bool {
        Array(needle.utf8).withUnsafeBytes { needle in
            Array(text.utf8).withUnsafeBytes {
                TextMatch.contains($0, TextMatch.Needle(needle, folded: folded))
            }
        }
    }

    /// Every place of the text, by what `equals` says of it.
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
        var generator = FuzzGenerator(seed: seed)
        let letters = ["a", "A", "b", "é", "É", "©", "à", "÷", "×", "ß", "ÿ", "€", "\u{2009}"]
        func text(_ count: Int, _ kinds: Int) -> String {
            (0..<count).map { _ in letters[generator.below(kinds)] }.joined()
        }
        var found = 0
        for number in 0..<2000 {
            let kinds = 2 + generator.below(letters.count - 1)
            let needle = text(17 + generator.below(12), kinds)
            var haystack = text(generator.below(60), kinds)
            if generator.chance(2) {
                let inserted = generator.chance(2) ? needle.uppercased() : needle
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
        // A hundred times as long takes a hundred times as long, and not the square of it.
        #expect(duration(100_000) < duration(1000) * 2000)
    }
}
