import RealmStore

/// The objects of a file of JSON lines.
struct JSONLinesReader: ImportRecordReader {
    private var scanner: JSONScanner

    init(_ bytes: ByteReader) { scanner = JSONScanner(bytes, endsAtLine: true) }

    var line: Int { scanner.line }
    var byteCount: Int { scanner.byteCount }

    mutating func next() throws -> ImportRecord? {
        guard let (line, value) = try scanner.nextLine() else { return nil }
        return try ImportRecord(line: line, value)
    }
}
