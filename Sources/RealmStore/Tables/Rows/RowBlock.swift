/// A block of a text, and the objects that were read from it.
package final class RowBlock {
    /// What follows each other in a block.
    package enum Piece {
        /// Rows of the class of that position.
        case rows(Int, Range<Int>)
        /// A line or record that begins there in the block, in that line from 0, and is not read yet: it has something
        /// unusual, or a problem.
        case line(offset: Int, Int)
    }

    package let text: TextBlock
    /// The rows of each class.
    package let rows: [RowColumns]
    package private(set) var pieces: [Piece] = []
    /// The line feeds in the block.
    package internal(set) var lineCount = 0

    /// Reads a block of JSON lines.
    ///
    /// - Parameters:
    ///   - layouts: of all classes.
    ///   - usual: the class of objects that do not name theirs; nil if all do.
    ///   - onlyUsual: objects that name another class are not read.
    package init(lines text: TextBlock, _ layouts: [RowLayout], usual: Int?, onlyUsual: Bool = false) {
        self.text = text
        rows = layouts.map(RowColumns.init)
        JSONRowReader.read(self, usual: usual, onlyUsual: onlyUsual)
    }

    /// Reads a block of records of CSV.
    ///
    /// - Parameters:
    ///   - layouts: of all classes.
    ///   - position: the class of all objects.
    ///   - fields: the positions of the properties that the fields are of; nil for the key of an object without primary
    ///     key.
    package init(records text: TextBlock, _ layouts: [RowLayout], of position: Int, fields: [Int?]) {
        self.text = text
        rows = layouts.map(RowColumns.init)
        CSVRowReader.read(self, of: position, fields: fields)
    }

    /// Divides a block of CSV into records, none of which is read yet.
    package init(records text: TextBlock) {
        self.text = text
        rows = []
        var offset = 0
        while offset < text.count {
            addLine(at: offset, lineCount)
            let end = text.recordEnd(after: offset)
            lineCount += text.lineFeedCount(in: offset..<end)
            offset = end
        }
    }

    /// Notes the last row of a class.
    @inline(__always)
    func addRow(of position: Int) {
        let end = rows[position].count
        if case .rows(position, let range) = pieces.last {
            pieces[pieces.count - 1] = .rows(position, range.lowerBound..<end)
        } else {
            pieces.append(.rows(position, (end - 1)..<end))
        }
    }

    func addLine(at offset: Int, _ line: Int) { pieces.append(.line(offset: offset, line)) }
}
