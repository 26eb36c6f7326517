/// A text in large blocks, each of which ends with a line, or with the text.
package struct TextBlocks {
    /// What is not divided.
    package enum Unit {
        case line
        /// A record of CSV, which may have line feeds in quotes.
        case record
    }

    private let unit: Unit
    private let read: (_ maximum: Int) throws -> [UInt8]
    /// What was read last, if it is inside of quotes.
    private var quotes = CSVQuotes()
    /// The beginning of a line whose end was not read yet.
    private var rest: [UInt8] = []
    private var isAtEnd = false
    /// The position of `rest` in the text.
    private var offset: Int

    private let unitByteLimit: Int

    /// The size of a block of shorter lines.
    package static let byteCount = 1 << 22

    /// A unit that is longer than is taken into memory: more likely its end is missing.
    package struct TooLong: Error {
        /// Where it begins.
        package let offset: Int
        package let limit: Int
    }

    /// - Parameters:
    ///   - unit: what is not divided.
    ///   - offset: the place in the text where the first block begins, which is that of a unit.
    ///   - unitByteLimit: bytes of a unit at most.
    ///   - read: the next bytes of the text, at most so many; none at its end only.
    package init(
        _ unit: Unit = .line, from offset: Int = 0, unitByteLimit: Int = 1 << 30,
        _ read: @escaping (_ maximum: Int) throws -> [UInt8]
    ) {
        self.unitByteLimit = unitByteLimit
        self.unit = unit
        self.offset = offset
        self.read = read
    }

    /// The next block; nil after the last one.
    ///
    /// - Throws: `TooLong`, and what reading throws.
    package mutating func next() throws -> TextBlock? {
        var pieces = [exchange(&rest, with: [])]
        var byteCount = pieces[0].count
        var end: Int?
        while end == nil, !isAtEnd {
            guard byteCount <= unitByteLimit else { throw TooLong(offset: offset, limit: unitByteLimit) }
            let piece = try read(TextBlocks.byteCount)
            isAtEnd = piece.isEmpty
            byteCount += piece.count
            end = lastEnd(in: piece)
            pieces.append(piece)
        }
        if let end, let last = pieces.popLast() {
            rest = Array(last[(end + 1)...])
            pieces.append(Array(last[...end]))
        }
        let block = TextBlock(pieces, offset: offset)
        offset += block.count
        return block.count == 0 ? nil : block
    }

    /// The place of the last line feed that ends a unit in the next piece of the text.
    private mutating func lastEnd(in piece: [UInt8]) -> Int? {
        if unit == .line { return piece.lastIndex(of: UInt8(ascii: "\n")) }
        var end: Int?
        piece.withUnsafeBufferPointer { bytes in
            for index in bytes.indices where quotes.isEnd(bytes[index]) { end = index }
        }
        return end
    }
}
