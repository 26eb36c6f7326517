import RealmStore

extension ImportEncoder {
    /// The value of a cell of a SQLite table. Documented in docs/export-format.md, "SQLite".
    mutating func cell(_ cell: SQLiteCell, of property: ImportProperty) throws -> ImportValue {
        if case .null = cell { return .value(try null(property)) }
        switch property.column.type {
        case .mixed: return .value(try native(cell, of: property))
        case .link where property.holdsEmbedded: return try field(cell.field, of: property)
        case .link:
            let target = try classes.target(of: property)
            guard let primaryKey = target.primaryKey else {
                guard case .integer(let key) = cell else { throw misfit(cell.summary, property) }
                return .value(try link(to: target, objectKey: key, property))
            }
            let key = try scalar(cell, of: target.properties[primaryKey])
            return .value(try link(to: target, primaryKey: key, cell.summary, property))
        default: return .value(try scalar(cell, of: property))
        }
    }

    /// The value of a mixed property: of the type of the cell.
    private func native(_ cell: SQLiteCell, of property: ImportProperty) throws -> Value {
        switch cell {
        case .null: .null
        case .integer(let number): .int(number)
        case .real(let number): .double(number)
        case .text(let text): try string(text, property)
        case .blob(let bytes): try binary(bytes, property)
        }
    }

    /// A value that is neither mixed nor a link nor null.
    private func scalar(_ cell: SQLiteCell, of property: ImportProperty) throws -> Value {
        let type = property.column.type
        let value: Value? =
            switch (type, cell) {
            case (.int, .integer(let number)): .int(number)
            case (.bool, .integer(0)): .bool(false)
            case (.bool, .integer(1)): .bool(true)
            case (.double, .real(let number)): .double(number)
            case (.double, .integer(let number)): Double(exactly: number).map(Value.double)
            case (.float, .real(let number)): .float(Float(number))
            case (.float, .integer(let number)): Float(exactly: number).map(Value.float)
            case (.decimal, .integer(let number)):
                ExactTextReader.decimal(Array(String(number).utf8)).map(Value.decimal)
            case (.decimal, .real(let number)): ExactTextReader.decimal(Array(String(number).utf8)).map(Value.decimal)
            case (.timestamp, .integer(let seconds)): .timestamp(Timestamp(seconds: seconds, nanoseconds: 0))
            case (.timestamp, .real(let number)): SQLiteDate.timestamp(number).map(Value.timestamp)
            case (.timestamp, .text(let text)): SQLiteDate.timestamp(text).map(Value.timestamp)
            case (.binary, .blob(let bytes)): try binary(bytes, property)
            case (.uuid, .blob(let bytes)) where bytes.count == 16:
                bytes.withUnsafeBytes { $0.baseAddress.map { .uuid(UUIDBits($0)) } }
            case (.objectId, .blob(let bytes)) where bytes.count == 12:
                bytes.withUnsafeBytes { $0.baseAddress.map { .objectId(ObjectIdBits($0)) } }
            // Only texts are converted here; data is not text in SQLite.
            case (.int, .text), (.binary, .text): nil
            case (_, .text(let text)): try scalar(text, of: type, property)
            default: nil
            }
        guard let value else { throw misfit(cell.summary, property) }
        return value
    }
}
