import Foundation
import RealmStore

/// A block of JSON lines, read as far as possible without knowing what is stored.
struct LineBlock {
    let rows: RowBlock
    /// The lines of the file before the block; known when the blocks before are used.
    var linesBefore = 0
    /// The objects of lines that are not rows, or what is wrong with them, in order.
    private(set) var records: [Result<ImportRecord, any Error>] = []

    /// - Parameter usual: the class of objects that do not name theirs.
    init(_ text: TextBlock, _ layouts: [RowLayout], usual: Int?) {
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

extension RealmImporter.Input {
    /// The text in large blocks, without the byte order mark.
    func textBlocks() throws -> TextBlocks {
        let handle = try FileHandle(forReadingFrom: url)
        var isFirst = true
        return TextBlocks { maximum in
            let bytes = try handle.read(upToCount: maximum).map(Array.init) ?? []
            defer { isFirst = false }
            return isFirst && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        }
    }
}
