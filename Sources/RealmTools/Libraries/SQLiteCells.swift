/// The cells of rows, one after the other: a byte for the type, then the value; of texts and data the length before the
/// bytes.
struct SQLiteCells {
    private var bytes: [UInt8] = []

    private enum Kind: UInt8 {
        case null, integer, real, text, data
    }

    var byteCount: Int { bytes.count }

    /// Drops the cells and keeps their memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func addNull() { bytes.append(Kind.null.rawValue) }

    mutating func add(_ value: Int64) { add(.integer, UInt64(bitPattern: value)) }

    mutating func add(_ value: Double) { add(.real, value.bitPattern) }

    mutating func add(_ text: String) {
        add(.text, UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(text: UnsafeRawBufferPointer) {
        add(.text, UInt64(text.count))
        bytes.append(contentsOf: text)
    }

    mutating func add(data: UnsafeRawBufferPointer) {
        add(.data, UInt64(data.count))
        bytes.append(contentsOf: data)
    }

    private mutating func add(_ kind: Kind, _ word: UInt64) {
        bytes.append(kind.rawValue)
        withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }

    /// Runs a statement for each row: as many cells as it has parameters.
    func run(_ statement: SQLiteStatement) throws(SQLiteDatabase.Failure) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(SQLiteDatabase.Failure) in
                var position = 0
                while position < bytes.count {
                    for _ in 0..<statement.parameterCount { try SQLiteCells.bind(bytes, &position, to: statement) }
                    try statement.run()
                }
            }
        }
        try result.get()
    }

    /// Binds the cell at a position; its bytes stay where they are until the statement is run.
    private static func bind(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int, to statement: SQLiteStatement
    ) throws(SQLiteDatabase.Failure) {
        guard let kind = Kind(rawValue: bytes[position]) else { preconditionFailure("a cell has a type") }
        position += 1
        if kind == .null { return try statement.bindNull() }
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        position += MemoryLayout<UInt64>.size
        switch kind {
        case .null: return
        case .integer: try statement.bind(Int64(bitPattern: word))
        case .real: try statement.bind(Double(bitPattern: word))
        case .text, .data:
            let value = UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(word)])
            position += value.count
            if kind == .text { try statement.bind(text: value) } else { try statement.bind(data: value) }
        }
    }
}
