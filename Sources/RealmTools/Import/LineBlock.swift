import RealmStore

/// A block of JSON lines, read as far as possible without knowing what is stored.
struct LineBlock {
    let rows: RowBlock
    /// The lines of the file before the block; known when the blocks before are used.
    var linesBefore = 0
    /// The objects of lines that are not rows, or what is wrong with them, in order.
    private(set) var records: [Result<ImportRecord, any Error>] = []

    /// The bytes of the file that were taken up to the end of the block.
    let byteCount: Int

    /// - Parameter usual: the class of objects that do not name theirs.
    init(_ text: TextBlock, _ layouts: [RowLayout], usual: Int?, byteCount: Int) {
        self.byteCount = byteCount
        rows = RowBlock(lines: text, layouts, usual: usual)
        for piece in rows.pieces {
            if case .line(let offset, let line) = piece { records.append(LineBlock.record(text, at: offset, line + 1)) }
        }
    }

    var text: TextBlock { rows.text }

    /// The number of a row's line in the file.
    func line(of row: Int, _ given: RowColumns) -> Int { linesBefore + given.place(of: row).line + 1 }

    /// The object of the line, numbered in the block from 1, that begins at `offset`.
    static func record(_ text: TextBlock, at offset: Int, _ line: Int) -> Result<ImportRecord, any Error> {
        Result {
            var reader = JSONLinesReader(ByteReader(text.line(at: offset), line: line))
            guard let record = try reader.next() else { throw ImportProblem("an object is expected", line: line) }
            return record
        }
    }
}
