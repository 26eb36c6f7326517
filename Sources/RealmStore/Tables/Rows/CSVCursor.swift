/// A place in a block of records of CSV (RFC 4180), from which fields are read.
struct CSVCursor {
    private let text: TextBlock
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// The next byte. Zeros follow the text.
    private var at: UnsafePointer<UInt8>
    /// The line feeds that were passed.
    private(set) var line = 0

    init(_ text: TextBlock) {
        self.text = text
        start = text.start
        end = start + text.count
        at = start
    }

    /// The position in the block.
    var offset: Int { at - start }
    var isAtEnd: Bool { at >= end }

    /// Goes to a position behind this one.
    mutating func move(to offset: Int) {
        line += text.lineFeedCount(in: self.offset..<offset)
        at = start + offset
    }

    /// Goes to the end of a record that began at a position in a line.
    mutating func skipRecord(at offset: Int, _ line: Int) {
        (at, self.line) = (start + offset, line)
        move(to: text.recordEnd(after: offset))
    }

    // MARK: Fields

    /// The text of the next field, in the block itself if it has no escapes; nil for one with a problem.
    @inline(__always)
    mutating func field(_ scratch: ValueScratch) -> (text: UnsafeRawBufferPointer, isQuoted: Bool)? {
        if at.pointee == UInt8(ascii: "\"") { return quoted(scratch).map { ($0, true) } }
        let begin = at
        skip(to: UInt8(ascii: ","), UInt8(ascii: "\n"))
        guard at.pointee == UInt8(ascii: ",") || at.pointee == UInt8(ascii: "\n") || at == end else { return nil }
        var count = at - begin
        // A carriage return before the end of the record belongs to that.
        if count > 0, at.pointee != UInt8(ascii: ","), at[-1] == UInt8(ascii: "\r") { count -= 1 }
        return (UnsafeRawBufferPointer(start: begin, count: count), false)
    }

    private mutating func quoted(_ scratch: ValueScratch) -> UnsafeRawBufferPointer? {
        at += 1
        let begin = at
        var escaped: [UInt8]?
        var part = at
        while true {
            skip(to: UInt8(ascii: "\n"), UInt8(ascii: "\n"))
            if at.pointee == UInt8(ascii: "\n") {
                line += 1
                at += 1
                continue
            }
            guard at.pointee == UInt8(ascii: "\"") else { return nil }
            guard at[1] == UInt8(ascii: "\"") else { break }
            escaped = (escaped ?? []) + Array(UnsafeBufferPointer(start: part, count: at + 1 - part))
            at += 2
            part = at
        }
        let close = at
        at += 1
        if at.pointee == UInt8(ascii: "\r") { at += 1 }
        guard let escaped else { return UnsafeRawBufferPointer(start: begin, count: close - begin) }
        let text = escaped + Array(UnsafeBufferPointer(start: part, count: close - part))
        guard case .string(let copy) = text.withUnsafeBytes({ scratch.copy(.string($0)) }) else { return nil }
        return copy
    }

    /// Skips bytes up to one of these, a quote, or a zero, eight at a time.
    @inline(__always)
    private mutating func skip(to first: UInt8, _ second: UInt8) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        while true {
            let word = UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
            let marks =
                (zeros(word) | zeros(word ^ (ones &* UInt64(first))) | zeros(word ^ (ones &* UInt64(second)))
                    | zeros(word ^ (ones &* UInt64(UInt8(ascii: "\""))))) & tops
            guard marks == 0 else {
                at += marks.trailingZeroBitCount &>> 3
                return
            }
            at += 8
        }
    }

    /// Passes what follows a field: a comma, or behind the last one of a record a line feed or the end.
    ///
    /// - Returns: false if there is something else.
    @inline(__always)
    mutating func endField(isLast: Bool) -> Bool {
        if isLast, at == end { return true }
        guard at.pointee == (isLast ? UInt8(ascii: "\n") : UInt8(ascii: ",")) else { return false }
        if isLast { line += 1 }
        at += 1
        return true
    }
}
