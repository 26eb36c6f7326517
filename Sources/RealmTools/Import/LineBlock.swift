import RealmStore

/// A block of objects in JSON or of records of CSV, read as far as possible without knowing what is stored.
struct LineBlock {
    let rows: RowBlock
    let form: BlockForm
    /// The lines of the file before the block; known when the blocks before are used.
    var linesBefore = 0
    /// The objects of lines that are not rows, or what is wrong with them, in order.
    private(set) var records: [Result<ImportRecord, any Error>] = []

    /// The bytes of the file that were taken up to the end of the block.
    let byteCount: Int

    init(_ rows: RowBlock, _ form: BlockForm, byteCount: Int) {
        self.rows = rows
        self.form = form
        self.byteCount = byteCount
        for piece in rows.pieces {
            guard case .line(let offset, let line) = piece else { continue }
            let record = record(at: offset, line + 1)
            records.append(record)
            // Where nothing is put aside, the first problem ends the import.
            if case .failure = record, !form.isOfSeparateObjects { break }
        }
    }

    var text: TextBlock { rows.text }

    /// The number of a row's line in the file.
    func line(of row: Int, _ given: RowColumns) -> Int { linesBefore + given.place(of: row).line + 1 }

    /// The text of the object at `offset`.
    func text(at offset: Int) -> [UInt8] { form.text(text, at: offset) }

    /// The object of the line, numbered in the block from 1, that begins at `offset`.
    func record(at offset: Int, _ line: Int) -> Result<ImportRecord, any Error> { form.record(text, at: offset, line) }
}
