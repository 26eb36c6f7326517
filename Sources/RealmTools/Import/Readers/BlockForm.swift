import RealmStore

/// The form of a file of objects that is read in large blocks.
enum BlockForm {
    case lines
    case records(CSVReader.Header)
    /// Those of an array that is all of a JSON document.
    case elements(RealmImporter.Input)

    /// The form of a file; nil for one that is read in another way.
    init?(_ file: RealmImporter.Input) throws {
        switch file.format {
        case .ndjson: self = .lines
        case .csv:
            do {
                self = .records(try CSVReader(ByteReader(ImportBytes(file.url, name: file.name))).header)
            } catch { throw ImportRun.telling(error, file, line: 1) }
        case .json:
            guard try JSONArrayLines.areIn(file) else { return nil }
            self = .elements(file)
        case .sqlite: return nil
        }
    }

    /// Whether files of the format are of such a form.
    static func has(_ format: RealmImporter.Format) -> Bool { format == .ndjson || format == .csv }

    /// The bytes and lines before the first object.
    var start: (byteCount: Int, lineCount: Int) {
        switch self {
        case .lines, .elements: (0, 0)
        case .records(let header): (header.byteCount, header.lineCount)
        }
    }

    /// The text before the objects that says what they mean; nil for a form that needs none.
    var header: [UInt8]? {
        switch self {
        case .lines, .elements: nil
        case .records(let header): header.text
        }
    }

    /// Whether objects with a problem can be put aside.
    var isOfSeparateObjects: Bool {
        if case .elements = self { false } else { true }
    }

    /// The text of a file in blocks.
    ///
    /// - Parameters:
    ///   - bytes: those of the file from `offset` on.
    ///   - offset: where an object begins.
    func blocks(of bytes: ImportBytes, from offset: Int = 0) -> TextBlocks {
        switch self {
        case .lines: return TextBlocks(.line, from: offset) { try bytes.read($0) }
        case .records: return TextBlocks(.record, from: offset) { try bytes.read($0) }
        case .elements(let file):
            let lines = JSONArrayLines(bytes, of: file)
            return TextBlocks(.line, from: offset) { try lines.read($0) }
        }
    }

    /// The text of the object at `offset` of a block.
    func text(_ text: TextBlock, at offset: Int) -> [UInt8] {
        switch self {
        case .lines, .elements: text.line(at: offset)
        case .records: text.record(at: offset)
        }
    }

    /// The object at `offset` of a block; its problems count lines from `line`, or tell their place in the file.
    func record(_ text: TextBlock, at offset: Int, _ line: Int) -> Result<ImportRecord, any Error> {
        let bytes = self.text(text, at: offset)
        return Result {
            do {
                return try record(bytes, line)
            } catch {
                guard case .elements(let file) = self else { throw error }
                throw try problem(bytes, at: text.offset + offset, of: file) ?? error
            }
        }
    }

    private func record(_ text: [UInt8], _ line: Int) throws -> ImportRecord {
        let bytes = ByteReader(text, line: line)
        switch self {
        case .lines:
            var reader = JSONLinesReader(bytes)
            guard let record = try reader.next() else { throw ImportProblem("an object is expected", line: line) }
            return record
        case .records(let header):
            var reader = CSVReader(bytes, header)
            guard let record = try reader.next() else { throw ImportProblem("a record is expected", line: line) }
            return record
        case .elements:
            var scanner = JSONScanner(bytes, endsAtLine: false)
            let value = try scanner.value()
            if try scanner.peek() != nil { try scanner.expect(",") }
            return try ImportRecord(line: line, value)
        }
    }

    /// What is wrong with an element, found again where it is in its document.
    private func problem(
        _ text: [UInt8], at offset: Int, of file: RealmImporter.Input
    ) throws -> (any Error)? {
        let byteCount = text.last == UInt8(ascii: "\n") ? text.count - 1 : text.count
        let (original, line) = try JSONArrayLines.original(file, at: offset, byteCount)
        do {
            _ = try record(original, line)
            return nil
        } catch { return ImportRun.telling(error, file, line: line) }
    }

    /// The line of the file in which the object at `offset` of a block begins.
    ///
    /// - Parameter line: the line of the block's text.
    func line(_ line: Int, of text: TextBlock, at offset: Int) -> Int {
        guard case .elements(let file) = self else { return line }
        return (try? JSONArrayLines.original(file, at: text.offset + offset, 0).line) ?? line
    }
}
