import Testing

@testable import RealmStore

@Suite struct TextBlocksTests {
    /// The blocks of a text that is read in pieces.
    private func blocks(_ pieces: [String]) throws -> [String] {
        var rest = pieces.map { Array($0.utf8) }
        var blocks = TextBlocks { _ in rest.isEmpty ? [] : rest.removeFirst() }
        var found: [String] = []
        var offset = 0
        while let block = try blocks.next() {
            #expect(block.offset == offset)
            offset += block.count
            found.append(String(decoding: block.text, as: UTF8.self))
        }
        return found
    }

    @Test func `a block ends with a line`() throws {
        #expect(try blocks(["one\ntw", "o\nthr", "ee\n"]) == ["one\n", "two\n", "three\n"])
    }

    @Test func `a line is in one block, however long it is`() throws {
        #expect(try blocks(["a", "b", "c", "d\ne", "f"]) == ["abcd\n", "ef"])
    }

    @Test(arguments: [TextBlocks.Unit.line, .record]) func `a line without an end is not read for ever`(
        _ unit: TextBlocks.Unit
    ) throws {
        var pieceCount = 0
        var blocks = TextBlocks(unit, unitByteLimit: 1000) { _ in
            pieceCount += 1
            return Array((pieceCount == 1 ? "one\n" : "\"two, ").utf8)
        }
        #expect(try blocks.next()?.count == 4)
        let error = #expect(throws: TextBlocks.TooLong.self) { try blocks.next() }
        #expect(error?.offset == 4 && pieceCount < 300)
    }

    @Test func `an empty text has no block`() throws {
        #expect(try blocks([]) == [])
    }

    @Test func `lines are found by their place`() throws {
        var pieces = [Array("one\ntwo\nthree".utf8)]
        var blocks = TextBlocks { _ in pieces.popLast() ?? [] }
        let block = try #require(try blocks.next())
        #expect(block.line(at: 0) == Array("one\n".utf8))
        #expect(block.line(at: 5) == Array("wo\n".utf8))
        #expect(block.lineFeedCount(before: block.count) == 2)
        let last = try #require(try blocks.next())
        #expect(last.line(at: 0) == Array("three".utf8))
    }
}
