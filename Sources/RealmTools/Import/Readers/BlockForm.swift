import RealmStore

/// The form of a file of objects that is read in large blocks.
enum BlockForm {
    case lines
    case records(CSVReader.Header)

    /// The form of a file; nil for one that is read in another way.
    init?(_ file: RealmImporter.Input) throws {
        switch file.format {
        case .ndjson: self = .lines
        case .csv:
            do {
                self = .records(try CSVReader(ByteReader(ImportBytes(file.url, name: file.name))).header)
            } catch { throw ImportRun.telling(error, file, line: 1) }
        case .json, .sqlite: return nil
        }
    }

    /// Whether files of the format are of such a form.
    static func has(_ format: RealmImporter.Format) -> Bool { format == .ndjson || format == .csv }

    /// The bytes and lines before the first object.
    var start: (byteCount: Int, lineCount: Int) {
        switch self {
        case .lines: (0, 0)
        case .records(let header): (header.byteCount, header.lineCount)
        }
    }

    /// The text before the objects that says what they mean; nil for a form that needs none.
    var header: [UInt8]? {
        switch self {
        case .lines: nil
        case .records(let header): header.text
        }
    }

    /// What is not divided between blocks.
    var unit: TextBlocks.Unit {
        switch self {
        case .lines: .line
        case .records: .record
        }
    }

    /// The text of the object at `offset` of a block.
    func text(_ text: TextBlock, at offset: Int) -> [UInt8] {
        switch self {
        case .lines: text.line(at: offset)
        case .records: text.record(at: offset)
        }
    }

    /// The object at `offset` of a block; its problems count lines from `line`.
    func record(_ text: TextBlock, at offset: Int, _ line: Int) -> Result<ImportRecord, any Error> {
        let bytes = ByteReader(self.text(text, at: offset), line: line)
        return Result {
            switch self {
            case .lines:
                var reader = JSONLinesReader(bytes)
                guard let record = try reader.next() else { throw ImportProblem("an object is expected", line: line) }
                return record
            case .records(let header):
                var reader = CSVReader(bytes, header)
                guard let record = try reader.next() else { throw ImportProblem("a record is expected", line: line) }
                return record
            }
        }
    }
}
