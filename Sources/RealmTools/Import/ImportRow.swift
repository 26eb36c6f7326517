import RealmStore

/// One element of a list or set, or one entry of a dictionary, as described by a row of a table.
struct ImportRow {
    enum Place {
        case position(Int)
        case entry(Value)
    }

    let table: TableEditor
    let property: ImportProperty
    let owner: ObjectKey
    let place: Place
    let value: ImportValue

    /// - Returns: nil for a row of an embedded object without owner.
    init?(
        _ record: ImportRecord, _ property: ImportProperty, of type: ImportClass, _ encoder: inout ImportEncoder
    ) throws {
        let isDictionary = property.column.collection == .dictionary
        guard property.column.collection != nil else { throw ImportProblem("'\(property.place)' is no collection") }
        let names = ["owner", isDictionary ? "key" : "position", "value"]
        guard record.members.map({ String(decoding: $0.name, as: UTF8.self) }) == names,
            case .field(let owner) = record.members[0].value, case .field(let place) = record.members[1].value
        else { throw ImportProblem("the header must be '\(names.joined(separator: ","))'") }
        guard let key = try encoder.owner(owner, of: type) else { return nil }
        table = type.table
        self.property = property
        self.owner = key
        if isDictionary {
            self.place = .entry(try encoder.entryKey(place.bytes, of: property))
        } else {
            guard let position = ExactTextReader.integer(place.bytes), position >= 0 else {
                throw ImportProblem("a position is an integer from 0, not \(place.summary)")
            }
            self.place = .position(Int(position))
        }
        value =
            switch record.members[2].value {
            case .field(let field): try encoder.field(field, of: property)
            case .cell(let cell): try encoder.cell(cell, of: property)
            case .json(let tree): throw encoder.misfit(tree.summary, property)
            }
    }
}

extension ImportEncoder {
    /// The object referenced by a row; nil for an embedded one without owner.
    fileprivate mutating func owner(_ field: CSVField, of type: ImportClass) throws -> ObjectKey? {
        if let position = type.primaryKey {
            let property = type.properties[position]
            let key = field.isNull ? try null(property) : try scalar(field.bytes, of: property.column.type, property)
            if let found = try type.table.table.find(primaryKey: key) { return found.key }
        } else if let number = ExactTextReader.integer(field.bytes) {
            if type.isEmbedded { return type.keys.embedded(number) }
            if let key = try type.keys.find(number, in: type.table, isFinal: true) { return key }
        }
        throw ImportProblem("there is no owner \(field.summary) of class '\(type.name)'")
    }
}

extension ImportWriter {
    /// Adds an element or entry; the first element of a list replaces the former content.
    func store(_ row: ImportRow) throws {
        let (table, property, column) = (row.table, row.property, row.property.column)
        switch row.place {
        case .entry(let key): try setEntry(row.value, for: key, in: property, of: row.owner, in: table)
        case .position(let position):
            if position == 0 { try objects.removeAll(from: column, of: row.owner, in: table) }
            let count = try objects.count(of: column, of: row.owner, in: table)
            guard column.collection == .set || position == count else {
                throw ImportProblem("position \(position) of '\(property.place)' follows \(count) elements")
            }
            try insert(row.value, at: count, into: property, of: row.owner, in: table)
        }
    }
}
