import RealmStore

/// The form of a file of objects that is read in large blocks.
enum BlockForm {
    case lines
    case records(CSVReader.Header)
    /// Those of an array of a JSON document, with the class that the document says they are of.
    case elements(RealmImporter.Input, of: [UInt8]?)

    /// The form of a file; nil for one that is read in another way.
    init?(_ file: RealmImporter.Input) throws {
        switch file.format {
        case .ndjson: self = .lines
        case .csv:
            do {
                self = .records(try CSVReader(ByteReader(ImportBytes(file.url, name: file.name))).header)
            } catch { throw ImportRun.telling(error, file, line: 1) }
        case .json: self = .elements(file, of: nil)
        case .sqlite: return nil
        }
    }

    /// Whether an import of files of the format can go on where it was interrupted.
    static func canGoOn(_ format: RealmImporter.Format) -> Bool { format == .ndjson || format == .csv }

    /// The class that all objects are of, if the text around them says so.
    var className: [UInt8]? {
        if case .elements(_, let name) = self { name } else { nil }
    }

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
                guard case .elements(let file, _) = self else { throw error }
                throw try problem(bytes, at: text.offset + offset, of: file) ?? error
            }
        }
    }

    private func record(_ text: [UInt8], _ line: Int) throws -> ImportRecord {
        let bytes = ByteReader(text, line: line)
        switch self {
        case .lines:
            var scanner = JSONScanner(bytes, endsAtLine: true)
            guard let (line, value) = try scanner.nextLine() else {
                throw ImportProblem("an object is expected", line: line)
            }
            return try ImportRecord(line: line, value)
        case .records(let header):
            var reader = CSVReader(bytes, header)
            guard let record = try reader.next() else { throw ImportProblem("a record is expected", line: line) }
            return record
        case .elements(_, let className):
            var scanner = JSONScanner(bytes, endsAtLine: false)
            let record = try ImportRecord(line: line, scanner.value(), of: className)
            if try scanner.peek() != nil { try scanner.expect(",") }
            return record
        }
    }

    /// What is wrong with an element, found again where it is in its document.
    private func problem(
        _ text: [UInt8], at offset: Int, of file: RealmImporter.Input
    ) throws -> (any Error)? {
        let byteCount = text.last == UInt8(ascii: "\n") ? text.count - 1 : text.count
        let (original, line) = try JSONDocumentLines.original(file, at: offset, byteCount)
        do {
            _ = try record(original, line)
            return nil
        } catch { return ImportRun.telling(error, file, line: line) }
    }

    /// The line of the file in which the object at `offset` of a block begins.
    ///
    /// - Parameter line: the line of the block's text.
    func line(_ line: Int, of text: TextBlock, at offset: Int) -> Int {
        guard case .elements(let file, _) = self else { return line }
        return (try? JSONDocumentLines.original(file, at: text.offset + offset, 0).line) ?? line
    }
}
