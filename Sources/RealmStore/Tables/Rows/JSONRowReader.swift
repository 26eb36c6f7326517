/// Reads JSON lines straight into columns.
///
/// It takes what is usual: objects whose members are values of their properties' types, single ones or in lists and
/// sets. Any line that has something else, or a problem, is left to a reader that knows everything and says what is
/// wrong.
struct JSONRowReader {
    private let block: RowBlock
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private var cursor: TextCursor
    private var line = 0

    /// Reads the whole block.
    ///
    /// - Parameter usual: the class of objects that do not name theirs; nil if all do.
    static func read(_ block: RowBlock, usual: Int?) {
        guard let start = block.text.text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        var reader = JSONRowReader(block: block, start: start, end: start + block.text.count)
        reader.read(usual)
    }

    private init(block: RowBlock, start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        self.block = block
        self.start = start
        self.end = end
        cursor = TextCursor(at: start)
    }

    // MARK: Lines

    private mutating func read(_ usual: Int?) {
        while true {
            while true {
                cursor.skipBlanks()
                guard cursor.at.pointee == UInt8(ascii: "\n") else { break }
                line += 1
                cursor.at += 1
            }
            if cursor.at == end { break }
            let begin = cursor.at
            if !readLine(usual) {
                block.addLine(at: begin - start, line)
                cursor.at = start + block.text.lineEnd(after: begin - start)
                if cursor.at[-1] == UInt8(ascii: "\n") { line += 1 }
            }
        }
        block.lineCount = line
    }

    private mutating func readLine(_ usual: Int?) -> Bool {
        let begin = cursor.at
        guard cursor.skip("{") else { return false }
        cursor.skipBlanks()
        var position = usual
        if isName("_class\"") {
            guard let named = className(position) else { return false }
            position = named
        }
        guard let position else { return false }
        let rows = block.rows[position]
        guard !rows.layout.isEmbedded else { return false }
        var objectKey: Int64?
        if isName("_key\"") {
            objectKey = readObjectKey(rows.layout)
            if objectKey == nil { return false }
        }
        rows.begin()
        guard readMembers(into: rows), isAtLineEnd(), rows.end(offset: begin - start, line: line, objectKey: objectKey)
        else {
            rows.cancel()
            return false
        }
        block.addRow(of: position)
        return true
    }

    private mutating func isAtLineEnd() -> Bool {
        cursor.skipBlanks()
        return cursor.at.pointee == UInt8(ascii: "\n") || cursor.at == end
    }

    /// The class that the member `_class` names, and what is between it and the next member.
    private mutating func className(_ likely: Int?) -> Int? {
        cursor.at += "\"_class\"".utf8.count
        cursor.skipBlanks()
        guard cursor.skip(":") else { return nil }
        cursor.skipBlanks()
        guard case .string(let name) = cursor.string(ValueScratch()) else { return nil }
        func isNamed(_ position: Int) -> Bool { name.elementsEqual(block.rows[position].layout.className) }
        var found = likely
        if case .rows(let last, _) = block.pieces.last { found = last }
        if found.map(isNamed) != true { found = block.rows.indices.first(where: isNamed) }
        return skipToNextMember() ? found : nil
    }

    /// The key that the member `_key` gives, and what is between it and the next member; nil for what is no key, or
    /// belongs to no object of the class.
    private mutating func readObjectKey(_ layout: RowLayout) -> Int64? {
        cursor.at += "\"_key\"".utf8.count
        cursor.skipBlanks()
        guard layout.primaryKey == nil, cursor.skip(":") else { return nil }
        cursor.skipBlanks()
        guard case .int(let key) = cursor.integer() else { return nil }
        return skipToNextMember() ? key : nil
    }

    /// Skips what is between two members; after the last one there is nothing to skip.
    private mutating func skipToNextMember() -> Bool {
        cursor.skipBlanks()
        if cursor.at.pointee == UInt8(ascii: "}") { return true }
        guard cursor.skip(",") else { return false }
        cursor.skipBlanks()
        return cursor.at.pointee != UInt8(ascii: "}")
    }

    // MARK: Members

    private mutating func readMembers(into rows: RowColumns) -> Bool {
        if cursor.skip("}") { return true }
        let properties = rows.layout.properties
        var expected = 0
        while true {
            guard let column = property(expected, properties) else { return false }
            cursor.skipBlanks()
            guard cursor.skip(":") else { return false }
            cursor.skipBlanks()
            guard readValue(properties[column], column, into: rows) else { return false }
            cursor.skipBlanks()
            guard cursor.skip(",") else { return cursor.skip("}") }
            cursor.skipBlanks()
            expected = column &+ 1
        }
    }

    /// The property that is named next; most objects name theirs in the same order.
    @inline(__always)
    private mutating func property(_ expected: Int, _ properties: [RowLayout.Property]) -> Int? {
        guard cursor.skip("\"") else { return nil }
        var candidate = expected
        for _ in properties.indices {
            if candidate >= properties.count { candidate = 0 }
            if isNext(properties[candidate].label) {
                cursor.at += properties[candidate].label.count
                return candidate
            }
            candidate &+= 1
        }
        return nil
    }

    @inline(__always)
    private func isNext(_ label: [UInt8]) -> Bool {
        for index in label.indices where cursor.at[index] != label[index] { return false }
        return true
    }

    private func isName(_ name: StaticString) -> Bool {
        guard cursor.at.pointee == UInt8(ascii: "\"") else { return false }
        for index in 0..<name.utf8CodeUnitCount where cursor.at[index + 1] != name.utf8Start[index] { return false }
        return true
    }

    private mutating func readValue(_ property: RowLayout.Property, _ column: Int, into rows: RowColumns) -> Bool {
        if cursor.at.pointee == UInt8(ascii: "n") {
            guard property.column.isNullable, property.column.collection == nil, cursor.word("null") else {
                return false
            }
            if case .other = property.form { return rows.note(column) }
            return rows.set(.null, column)
        }
        if let value = cursor.value(property, rows.scratch) { return rows.set(value, column) }
        let collection = property.column.collection
        guard collection == .list || collection == .set else { return false }
        return rows.note(column) && readElements(property.elements, column, into: rows)
    }

    /// Reads the elements of a list or set; only none of those that are not read here.
    private mutating func readElements(
        _ elements: RowLayout.Elements?, _ column: Int, into rows: RowColumns
    ) -> Bool {
        guard cursor.skip("[") else { return false }
        cursor.skipBlanks()
        if cursor.skip("]") { return true }
        guard let elements else { return false }
        while true {
            guard let value = cursor.element(elements, rows.scratch), rows.append(value, column) else { return false }
            cursor.skipBlanks()
            guard cursor.skip(",") else { return cursor.skip("]") }
            cursor.skipBlanks()
        }
    }
}
