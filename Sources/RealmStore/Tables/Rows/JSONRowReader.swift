/// Reads JSON lines straight into columns.
///
/// It takes what is usual: objects whose members are values of their properties' types, embedded objects, and
/// collections of both. Any line that has something else, or a problem, is left to a reader that knows everything and
/// says what is wrong.
struct JSONRowReader {
    private let block: RowBlock
    private let usual: Int?
    private let onlyUsual: Bool
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private var cursor: TextCursor
    private var line = 0
    /// The embedded classes, and how many rows they had before the line.
    private let embeddedRows: [RowColumns]
    private var embeddedCounts: [Int]

    /// Reads the whole block.
    ///
    /// - Parameters:
    ///   - usual: the class of objects that do not name theirs; nil if all do.
    ///   - onlyUsual: objects that name another class are left.
    static func read(_ block: RowBlock, usual: Int?, onlyUsual: Bool) {
        var reader = JSONRowReader(block, usual, onlyUsual: onlyUsual)
        reader.read()
    }

    private init(_ block: RowBlock, _ usual: Int?, onlyUsual: Bool) {
        self.block = block
        self.usual = usual
        self.onlyUsual = onlyUsual
        start = block.text.start
        end = start + block.text.count
        cursor = TextCursor(at: start)
        embeddedRows = block.rows.filter(\.layout.isEmbedded)
        embeddedCounts = embeddedRows.map { _ in 0 }
    }

    // MARK: Lines

    private mutating func read() {
        while true {
            line += cursor.skipEmptyLines()
            if cursor.at == end { break }
            let begin = cursor.at
            if !readLine() {
                block.addLine(at: begin - start, line)
                cursor.at = start + block.text.lineEnd(after: begin - start)
                if cursor.at[-1] == UInt8(ascii: "\n") { line += 1 }
            }
        }
        block.lineCount = line
    }

    private mutating func readLine() -> Bool {
        let begin = cursor.at
        guard cursor.skip("{") else { return false }
        cursor.skipBlanks()
        var position = usual
        if cursor.isName("_class\"") {
            guard let named = className(position), !onlyUsual || named == usual else { return false }
            position = named
        }
        guard let position else { return false }
        let rows = block.rows[position]
        guard !rows.layout.isEmbedded, !rows.isFull else { return false }
        var objectKey: Int64?
        if cursor.isName("_key\"") {
            objectKey = readObjectKey(rows.layout)
            if objectKey == nil { return false }
        }
        for index in embeddedRows.indices { embeddedCounts[index] = embeddedRows[index].count }
        rows.begin()
        guard readMembers(into: rows), isAtLineEnd(), rows.end(offset: begin - start, line: line, objectKey: objectKey)
        else {
            rows.cancel()
            for index in embeddedRows.indices { embeddedRows[index].removeRows(after: embeddedCounts[index]) }
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
        return cursor.skipToNextMember() ? found : nil
    }

    /// The key that the member `_key` gives, and what is between it and the next member; nil for what is no key, or
    /// belongs to no object of the class.
    private mutating func readObjectKey(_ layout: RowLayout) -> Int64? {
        cursor.at += "\"_key\"".utf8.count
        cursor.skipBlanks()
        guard layout.primaryKey == nil, cursor.skip(":") else { return nil }
        cursor.skipBlanks()
        guard case .int(let key) = cursor.integer() else { return nil }
        return cursor.skipToNextMember() ? key : nil
    }

    // MARK: Members

    private mutating func readMembers(into rows: RowColumns) -> Bool {
        if cursor.skip("}") { return true }
        let layout = rows.layout
        var expected = 0
        while true {
            guard let column = cursor.label(expected, of: layout.labels) else { return false }
            cursor.skipBlanks()
            guard cursor.skip(":") else { return false }
            cursor.skipBlanks()
            guard readValue(layout.properties[column], column, into: rows) else { return false }
            cursor.skipBlanks()
            guard cursor.skip(",") else { return cursor.skip("}") }
            cursor.skipBlanks()
            expected = column &+ 1
        }
    }

    private mutating func readValue(_ property: RowLayout.Property, _ column: Int, into rows: RowColumns) -> Bool {
        if cursor.at.pointee == UInt8(ascii: "n") {
            guard property.column.isNullable, property.column.collection == nil, cursor.word("null") else {
                return false
            }
            if case .other = property.form { return rows.note(column) }
            return rows.set(.null, column)
        }
        switch property.column.collection {
        case nil where property.embedded == nil:
            guard let value = cursor.value(property, rows.scratch) else { return false }
            return rows.set(value, column)
        case nil:
            guard rows.note(column), let row = element(property, rows.scratch) else { return false }
            return rows.append(row, column)
        case .list, .set: return rows.note(column) && readElements(property, column, into: rows)
        case .dictionary: return rows.note(column) && readDictionary(property, column, into: rows)
        }
    }

    // MARK: Collections

    private mutating func readElements(_ property: RowLayout.Property, _ column: Int, into rows: RowColumns) -> Bool {
        guard cursor.skip("[") else { return false }
        cursor.skipBlanks()
        if cursor.skip("]") { return true }
        while let element = element(property, rows.scratch), rows.append(element, column) {
            cursor.skipBlanks()
            guard cursor.skip(",") else { return cursor.skip("]") }
            cursor.skipBlanks()
        }
        return false
    }

    /// Reads the members of an object, or of the one that is its only member `$map`.
    private mutating func readDictionary(_ property: RowLayout.Property, _ column: Int, into rows: RowColumns) -> Bool {
        let start = cursor
        guard cursor.skip("{") else { return false }
        cursor.skipBlanks()
        guard cursor.isName("$map\"") else {
            cursor = start
            return readEntries(property, column, into: rows)
        }
        cursor.at += "\"$map\"".utf8.count
        cursor.skipBlanks()
        guard cursor.skip(":") else { return false }
        cursor.skipBlanks()
        guard readEntries(property, column, into: rows) else { return false }
        cursor.skipBlanks()
        return cursor.skip("}")
    }

    private mutating func readEntries(_ property: RowLayout.Property, _ column: Int, into rows: RowColumns) -> Bool {
        guard cursor.skip("{") else { return false }
        cursor.skipBlanks()
        if cursor.skip("}") { return true }
        while let key = cursor.string(rows.scratch) {
            cursor.skipBlanks()
            guard cursor.skip(":") else { return false }
            cursor.skipBlanks()
            guard let value = element(property, rows.scratch) else { return false }
            guard rows.append(value, for: key, column) else { return false }
            cursor.skipBlanks()
            guard cursor.skip(",") else { return cursor.skip("}") && rows.orderEntries(column) }
            cursor.skipBlanks()
        }
        return false
    }

    /// An element of a collection; of embedded objects, also of a single one, the number of a row of their class.
    private mutating func element(_ property: RowLayout.Property, _ scratch: ValueScratch) -> Value? {
        guard let position = property.embedded else {
            return property.elements.flatMap { cursor.element($0, scratch) }
        }
        if property.column.collection == .dictionary, property.column.isNullable, cursor.word("null") { return .null }
        return embedded(block.rows[position])
    }

    /// Reads an embedded object into a row of its class. Objects in others of their own class are not read here.
    private mutating func embedded(_ objects: RowColumns) -> Value? {
        guard !objects.isOpen, !objects.isFull, cursor.skip("{") else { return nil }
        objects.begin()
        cursor.skipBlanks()
        guard readMembers(into: objects), objects.end(offset: 0, line: line) else { return nil }
        return .int(Int64(objects.count - 1))
    }
}
