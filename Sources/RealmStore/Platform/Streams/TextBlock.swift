/// A part of a text in memory, with zeros behind it.
package final class TextBlock {
    private let bytes: UnsafeMutableRawBufferPointer
    package let count: Int
    /// The position of the first byte in the whole text.
    package let offset: Int

    /// Bytes behind the text that can be read, for readers that compare whole words and names.
    private static let padding = 128

    init(_ pieces: [[UInt8]], offset: Int) {
        self.offset = offset
        count = pieces.reduce(0) { $0 + $1.count }
        bytes = .allocate(byteCount: count + TextBlock.padding, alignment: 16)
        var end = 0
        for piece in pieces {
            UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyBytes(from: piece)
            end += piece.count
        }
        UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { bytes.deallocate() }

    /// The text, valid as long as the block.
    var text: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]) }

    /// Where the text begins; zeros follow it.
    var start: UnsafePointer<UInt8> { UnsafePointer(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)) }

    /// The last bytes of the block, at most so many.
    package func end(_ maximum: Int) -> [UInt8] { Array(text.suffix(maximum)) }

    /// The rest of the line from a position of the block on, with the line feed that ends it.
    package func line(at start: Int) -> [UInt8] { Array(text[start..<lineEnd(after: start)]) }

    /// The record of CSV that begins at a position of the block, with the line feed that ends it.
    package func record(at start: Int) -> [UInt8] { Array(text[start..<recordEnd(after: start)]) }

    /// The line feeds before a position of the block.
    package func lineFeedCount(before end: Int) -> Int { lineFeedCount(in: 0..<end) }

    func lineFeedCount(in range: Range<Int>) -> Int {
        var count = 0
        for byte in text[range] where byte == UInt8(ascii: "\n") { count += 1 }
        return count
    }

    /// The position after the line feed that ends the line, or the end.
    func lineEnd(after start: Int) -> Int {
        text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? count
    }

    /// The position after the line feed that ends the record of CSV which begins at `start`, or the end.
    func recordEnd(after start: Int) -> Int {
        var quotes = CSVQuotes()
        return text[start...].firstIndex { quotes.isEnd($0) }.map { $0 + 1 } ?? count
    }
}
