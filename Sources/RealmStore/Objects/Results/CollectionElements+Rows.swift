import Foundation

// Lists, sets, maps and linking objects as sources of rows.
extension CollectionElements: ObjectKeySource, ValueSource {
    func objectKeys() throws(FormatError) -> [ObjectKey] {
        (0..<count).compactMap { if case .link(_, let key) = value(at: $0) { key } else { nil } }
    }

    func storedValues() throws(FormatError) -> [Value] { (0..<count).map(value(at:)) }

    var valueType: ValueType { place.flatMap { $0.steps.isEmpty ? $0.find()?.column.type : nil } ?? .mixed }

    func moved(to target: Session) -> (any ObjectKeySource)? { counterpart(in: target) }

    func moved(to target: Session) -> (any ValueSource)? { counterpart(in: target) }

    /// The rows of the list or set, for elements of a type.
    func rows(of element: Any.Type) -> any LiveResults {
        guard let column = place?.find()?.column, column.type == .link,
            let target = session.group.table(column.oppositeTable)
        else { return ValueResults(session, self) }
        let wanted = element as? RLMObjectBase.Type ?? RLMObjectBase.self
        return ObjectResults(session.binding(of: target, for: wanted), self)
    }
}

extension MapEntriesReader: ObjectKeySource, ValueSource {
    func objectKeys() throws(FormatError) -> [ObjectKey] {
        (0..<count).compactMap { if case .link(_, let key) = value(at: $0) { key } else { nil } }
    }

    func storedValues() throws(FormatError) -> [Value] { (0..<count).map(value(at:)) }

    var valueType: ValueType { place.flatMap { $0.steps.isEmpty ? $0.find()?.column.type : nil } ?? .mixed }

    func moved(to target: Session) -> (any ObjectKeySource)? { counterpart(in: target) }

    func moved(to target: Session) -> (any ValueSource)? { counterpart(in: target) }

    /// The rows of the map's values.
    var rows: any LiveResults {
        guard let column = place?.find()?.column, column.type == .link,
            let target = session.group.table(column.oppositeTable)
        else { return ValueResults(session, self) }
        return ObjectResults(session.binding(of: target, for: RLMObjectBase.self), self)
    }
}

extension LinkOrigins: ObjectKeySource {
    func objectKeys() throws(FormatError) -> [ObjectKey] {
        (0..<count).compactMap { if case .link(_, let key) = link(at: $0) { key } else { nil } }
    }

    func moved(to target: Session) -> (any ObjectKeySource)? {
        guard target.row(self.target) != nil, let table = target.group.table(table), let column = table.column(column)
        else { return nil }
        return LinkOrigins(target, self.target, from: table, column)
    }

    /// The rows of the linking objects.
    var rows: (any LiveResults)? {
        session.group.table(table).map { ObjectResults(session.binding(of: $0, for: RLMObjectBase.self), self) }
    }
}
