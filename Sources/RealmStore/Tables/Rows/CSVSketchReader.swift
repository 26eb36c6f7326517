/// Looks at records of CSV.
package struct CSVSketchReader: SketchReader {
    private let className: String?
    /// Names of the columns.
    private let names: [String]
    private var cursor: CSVCursor
    /// Escaped texts, which are looked at and forgotten.
    private let scratch = ValueScratch()
    /// What the fields of the record show.
    private var kinds: [ValueKinds] = []

    /// - Parameters:
    ///   - start: where the first record begins.
    ///   - className: the class of the objects; nil if nobody knows.
    ///   - names: those of the columns; nil for what is no property.
    package init(_ text: TextBlock, from start: Int, of className: String?, _ names: [String]) {
        self.className = className
        self.names = names
        cursor = CSVCursor(text)
        cursor.move(to: min(start, text.count))
    }

    package var lineCount: Int { cursor.line }

    package mutating func next(_ classes: inout [RowSketch]) -> (offset: Int, line: Int)? {
        let position = className.flatMap { name in classes.firstIndex { $0.className == name } }
        let columns = names.map { name in position.flatMap { classes[$0].position(of: name) } }
        while !cursor.isAtEnd {
            let (begin, line) = (cursor.offset, cursor.line)
            guard let position, readFields() else {
                cursor.skipRecord(at: begin, line)
                scratch.reset()
                return (begin, line)
            }
            classes[position].addObject()
            for (column, kinds) in zip(columns, kinds) {
                if let column { classes[position].add(kinds, at: column) }
            }
        }
        return nil
    }

    private mutating func readFields() -> Bool {
        kinds.removeAll(keepingCapacity: true)
        for index in names.indices {
            guard let (text, isQuoted) = cursor.field(scratch), let found = CSVSketchReader.kinds(text, isQuoted),
                cursor.endField(isLast: index == names.count - 1)
            else { return false }
            kinds.append(found)
        }
        return !names.isEmpty
    }

    /// What a field shows; nil if it is no text.
    private static func kinds(_ text: UnsafeRawBufferPointer, _ isQuoted: Bool) -> ValueKinds? {
        if text.isEmpty { return isQuoted ? [.single, .string] : .null }
        guard text.isUTF8 else { return nil }
        return (isQuoted ? ValueKinds(text: text) : ValueKinds(field: text)).union(.single)
    }
}
