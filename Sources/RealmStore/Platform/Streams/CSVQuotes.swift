/// Finds the ends of records of CSV: the line feeds outside quotes.
///
/// A quote opens a field only at its beginning, so that a misplaced one does not hide the ends of all that follows.
struct CSVQuotes {
    private var isQuoted = false
    private var last = UInt8(ascii: "\n")

    /// Takes the next byte; the first one begins a record.
    ///
    /// - Returns: whether it ends a record.
    @inline(__always)
    mutating func isEnd(_ byte: UInt8) -> Bool {
        defer { last = byte }
        if isQuoted {
            if byte == UInt8(ascii: "\"") { isQuoted = false }
            return false
        }
        if byte == UInt8(ascii: "\"") {
            // Behind a quote it is the second half of an escape.
            isQuoted = last == UInt8(ascii: ",") || last == UInt8(ascii: "\n") || last == UInt8(ascii: "\"")
        }
        return byte == UInt8(ascii: "\n")
    }
}
