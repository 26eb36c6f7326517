import TestSupport
import Testing

@testable import RealmStore

/// Indexes of whole words. Source: file-format/search-indexes.md, "Full-text and list indexes".
struct WordIndexTests {
    private let workbench: IndexWorkbench

    init() throws { workbench = try IndexWorkbench() }

    private func makeIndex(_ kind: WordIndexEditor.Kind) throws -> WordIndexEditor {
        WordIndexEditor(root: try WordIndexEditor.makeEmpty(in: workbench.arena), of: kind, in: workbench.arena)
    }

    private func lines(_ index: WordIndexEditor) throws -> [String] {
        try IndexOutline(index.root, in: workbench.space).lines
    }

    private func insert(_ word: String?, _ key: Int64, into index: inout WordIndexEditor) throws {
        let word = model(word)
        try withExtendedLifetime(word) { try index.insert(word.value, ObjectKey(key)) }
    }

    /// Returns whether the index held the object.
    private func remove(_ word: String?, _ key: Int64, from index: inout WordIndexEditor) throws -> Bool {
        let word = model(word)
        return try withExtendedLifetime(word) { try index.remove(word.value, ObjectKey(key)) }
    }

    private func replace(_ old: String?, by new: String?, _ key: Int64, in index: inout WordIndexEditor) throws {
        let (old, new) = (model(old), model(new))
        try withExtendedLifetime((old, new)) { try index.replace(text: old.value, by: new.value, ObjectKey(key)) }
    }

    private func model(_ text: String?) -> IndexModelValue { text.map { .string($0) } ?? .null }

    @Test func `a word ends at the level of its last byte`() throws {
        var index = try makeIndex(.fullText)
        try insert("abcdef", 1, into: &index)
        try insert("wxyz", 2, into: &index)
        #expect(
            try lines(index) == ["leaf", "61626364", "  leaf", "  65665800 object 1", "7778797a object 2"])
    }

    @Test func `a word moves down for a longer one`() throws {
        var index = try makeIndex(.fullText)
        for (key, word) in ["abcd", "abcd", "abcde"].enumerated() {
            try insert(word, Int64(key), into: &index)
        }
        #expect(
            try lines(index) == ["leaf", "61626364", "  leaf", "  58000000 list 0 1", "  65580000 object 2"])
    }

    @Test func `a word after a longer one goes below it`() throws {
        var index = try makeIndex(.fullText)
        try insert("abcde", 0, into: &index)
        try insert("abcd", 1, into: &index)
        #expect(
            try lines(index) == ["leaf", "61626364", "  leaf", "  58000000 object 1", "  65580000 object 0"])
    }

    @Test func `a word and a longer one of the same object both stand`() throws {
        var index = try makeIndex(.fullText)
        for word in ["abcd", "abcdef"] { try insert(word, 5, into: &index) }
        #expect(try lines(index) == ["leaf", "61626364", "  leaf", "  58000000 object 5", "  65665800 object 5"])
    }

    @Test func `an object stands once under each of its words`() throws {
        var index = try makeIndex(.fullText)
        try replace(nil, by: "Don't, don't ×!", 7, in: &index)
        #expect(try lines(index) == ["leaf", "58000000 object 7", "646f6e58 object 7", "74580000 object 7"])
    }

    @Test func `inserting an object again changes nothing`() throws {
        var index = try makeIndex(.list)
        for key: Int64 in [3, 1, 2, 3, 3, 2, 1] { try insert("ab", key, into: &index) }
        #expect(try lines(index) == ["leaf", "61625800 list 1 2 3"])
    }

    @Test func `a new text replaces only the words that differ`() throws {
        var index = try makeIndex(.fullText)
        try replace(nil, by: "red fox", 4, in: &index)
        try replace("red fox", by: "a red hen", 4, in: &index)
        #expect(try lines(index) == ["leaf", "61580000 object 4", "68656e58 object 4", "72656458 object 4"])
    }

    @Test func `removing a longer word leaves a shorter one that is its beginning`() throws {
        var index = try makeIndex(.fullText)
        try insert("abcd", 1, into: &index)
        let isFound = try remove("abcdef", 1, from: &index)
        #expect(!isFound)
    }

    @Test func `a string of a list goes no further than its last byte unless it looks shorter there`() throws {
        var index = try makeIndex(.list)
        let words = ["", "ab", "abcd", "defX", nil]
        for (key, word) in words.enumerated() { try insert(word, Int64(key), into: &index) }
        #expect(
            try lines(index) == [
                "leaf", "00000000 object 4", "58000000 object 0", "61625800 object 1", "61626364 object 2", "64656658",
                "  leaf", "  58000000 object 3",
            ])
    }

    @Test func `strings of a list with the same beginnings stay apart`() throws {
        var index = try makeIndex(.list)
        let words = [
            "abc", "abcX", nil, "\0\0\0\0", "", "X\0\0\0", "abcX\0\0\0\0", "\0\0\0\0\0\0\0\0", "abcd", "abcdX", "abcXX",
            "\0\0\0\0X\0\0\0",
        ]
        for (key, word) in words.enumerated() { try insert(word, Int64(key), into: &index) }
        let entries = try IndexOutline(index.root, in: workbench.space).entries
        #expect(entries.map(\.objects.count) == words.map { _ in 1 })
    }

    @Test func `the longest string of a list has 200 bytes`() throws {
        var index = try makeIndex(.list)
        try insert(String(repeating: "a", count: 200), 1, into: &index)
        #expect(try IndexOutline(index.root, in: workbench.space).faults == [])
    }

    @Test func `a longer string is refused`() throws {
        var index = try makeIndex(.list)
        #expect(throws: FormatError.self) {
            try insert(String(repeating: "a", count: 201), 1, into: &index)
        }
    }

    @Test(arguments: [WordIndexEditor.Kind.fullText, .list])
    func `a word index holds exactly the words put into it`(kind: WordIndexEditor.Kind) throws {
        var random = SeededGenerator(for: "words of \(kind)")
        var index = try makeIndex(kind)
        var expected: [String: Set<Int64>] = [:]
        for step in 0..<3000 {
            if step % 250 == 249 { try sweep(&index, kind, &expected, &random) }
            let letters = kind == .list ? "abX\0" : "ab0"
            let length = Int.random(in: 0..<10, using: &random)
            let word = String((0..<length).map { _ in letters.randomElement(using: &random)! })
            let key = Int64.random(in: 0..<40, using: &random)
            if Bool.random(using: &random) {
                try insert(word, key, into: &index)
                expected[word, default: []].insert(key)
            } else {
                #expect(try remove(word, key, from: &index) == (expected[word]?.remove(key) != nil))
            }
        }
        let outline = try IndexOutline(index.root, in: workbench.space)
        #expect(outline.faults == [])
        #expect(outline.entries.flatMap(\.objects).count == expected.values.reduce(0) { $0 + $1.count })
        // Looking up a missing word may find a shorter one.
        for (word, keys) in expected where !keys.isEmpty {
            let value = model(word)
            let found = try withExtendedLifetime(value) {
                try SearchIndex(index.root, in: workbench.space).candidates(for: IndexData(mixed: value.value))
            }
            #expect(
                try IndexOutline.objects(found, in: workbench.space).map(\.value) == keys.sorted(), "\(word)")
        }
    }

    /// Removes a random part of the objects together, with all of their words.
    private func sweep(
        _ index: inout WordIndexEditor, _ kind: WordIndexEditor.Kind, _ expected: inout [String: Set<Int64>],
        _ random: inout SeededGenerator
    ) throws {
        let gone = Set((0..<Int64(40)).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
        var sweep = IndexSweep(ObjectKeySet(gone.map(ObjectKey.init)), in: workbench.arena)
        index = WordIndexEditor(root: try sweep.sweep(index.root), of: kind, in: workbench.arena)
        #expect(sweep.removedCount == expected.values.reduce(0) { $0 + $1.intersection(gone).count })
        for word in expected.keys { expected[word]?.subtract(gone) }
    }

    @Test func `removing all words gives every committed node back once`() throws {
        var index = try makeIndex(.fullText)
        let texts = (0..<300).map { number in "word\(number % 7) text\(number) abcd abcdefgh\(number % 50)" }
        for (key, text) in texts.enumerated() { try replace(nil, by: text, Int64(key), in: &index) }
        workbench.commit()
        let nodes = try workbench.nodes(below: index.root).map(\.offset)
        var next = WordIndexEditor(root: index.root, of: .fullText, in: workbench.arena)
        for (key, text) in texts.enumerated() { try replace(text, by: nil, Int64(key), in: &next) }
        #expect(workbench.dropped.sorted() == nodes.sorted())
    }
}
