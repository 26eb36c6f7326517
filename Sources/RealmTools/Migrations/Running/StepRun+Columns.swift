import RealmStore

/// Changing many objects of a class.
extension StepRun {
    /// A property in its current state in the file.
    func property(_ name: String, of table: TableEditor) throws -> Property {
        let objects = StoredSchema.read(tables.group())[table.displayName]
        if let property = objects?[name] { return property }
        throw failure("class '\(table.displayName)' has no property '\(name)'")
    }

    /// Replaces a property by another one, under its name.
    ///
    /// - Parameter fill: gives the new column its values from the old one.
    func replaceColumn(
        _ name: String, by new: Property, of className: String, fill: (ValuePath, Column) throws -> Void
    ) throws {
        let table = try table(className)
        var index = 0
        while table.column(named: "new \(index)") != nil { index += 1 }
        let unused = "new \(index)"
        let plain = new.with(name: unused, isIndexed: false, isFullTextIndexed: false)
        try writer.addColumn(plain, to: className)
        try fill(ValuePath(name, of: table, self), column(unused, of: table))
        try writer.removeColumn(name, of: className)
        try writer.renameColumn(unused, of: className, to: name)
        try setIndexes(of: className)
    }

    /// Converts the values at the end of a path for a column of these objects.
    func convert(
        _ source: ValuePath, to column: Column, _ property: Property, of keys: [ObjectKey], in table: TableEditor,
        _ conversion: ValueConversion, _ fallback: FallbackRule
    ) throws {
        var rows = ConvertedRows(column, property, table, fallback, self)
        let reason = "the value cannot become \(property.typeNotation)"
        let takesNull = property.canBeNull || property.isCollection
        for key in keys {
            let value = try source.value(of: key, self)
            let converted = conversion.convert(value, to: property.type, in: scratch)
            if let converted, takesNull || !converted.isNull {
                if case .string(let bytes) = converted { try checkLength(bytes.count, key, of: table) }
                try rows.set(converted, of: key)
            } else {
                try rows.fallBack(for: key, reason, value)
            }
        }
        _ = try rows.finish()
    }

    /// Creates an object of another class for one of a step's objects.
    ///
    /// - Throws: also if its primary key is taken.
    func make(
        in table: TableEditor, _ columns: [Column], _ values: [Value], for owner: ObjectKey, of owners: TableEditor
    ) throws -> ObjectKey {
        var primaryKey: Value?
        if let column = table.primaryKey, let index = columns.firstIndex(where: { $0.key == column.key }) {
            let value = values[index]
            guard try table.table.find(primaryKey: value) == nil else {
                throw failure(
                    "another '\(table.displayName)' has the primary key that its own would have", owner, of: owners,
                    value: value)
            }
            primaryKey = value
        }
        let made = try objects.create(in: table, primaryKey: primaryKey)
        for (column, value) in zip(columns, values) where column.key != table.primaryKey?.key {
            try objects.set(objects.duplicate(value), of: column, of: made, in: table)
        }
        return made
    }

    /// Ends the migration if a text has more bytes than a property can hold.
    func checkLength(_ byteCount: Int, _ key: ObjectKey, of table: TableEditor) throws {
        // A text is followed by a zero byte.
        guard byteCount >= BlobEditor.maximumByteCount else { return }
        throw failure("the text has \(byteCount) bytes, which is over 16 MiB", key, of: table)
    }
}

extension ValueConversion {
    /// The error for an impossible conversion.
    static func refusal(from old: Property, to new: Property, _ word: Word?, of place: String) -> String {
        let words = Word.allCases.filter { ValueConversion(from: old, to: new, $0) != nil }.map(\.rawValue)
        let how = word.map { " with 'convert: \($0.rawValue)'" } ?? ""
        let hint = words.isEmpty ? "" : "; say 'convert: \(words.joined(separator: "' or '"))'"
        return "\(place) of type \(old.typeNotation) cannot become \(new.typeNotation)\(how)\(hint)"
    }
}
