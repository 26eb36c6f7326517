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
}

extension MapEntriesReader: ObjectKeySource, ValueSource {
    func objectKeys() throws(FormatError) -> [ObjectKey] {
        (0..<count).compactMap { if case .link(_, let key) = value(at: $0) { key } else { nil } }
    }

    func storedValues() throws(FormatError) -> [Value] { (0..<count).map(value(at:)) }

    var valueType: ValueType { place.flatMap { $0.steps.isEmpty ? $0.find()?.column.type : nil } ?? .mixed }

    func moved(to target: Session) -> (any ObjectKeySource)? { counterpart(in: target) }

    func moved(to target: Session) -> (any ValueSource)? { counterpart(in: target) }
}

extension LinkOrigins: ObjectKeySource {
    func objectKeys() throws(FormatError) -> [ObjectKey] {
        (0..<count).compactMap { if case .link(_, let key) = link(at: $0) { key } else { nil } }
    }

    func moved(to target: Session) -> (any ObjectKeySource)? { counterpart(in: target) }

    /// The rows of the linking objects.
    func rows(of element: RLMObjectBase.Type) -> (any LiveResults)? {
        session.group.table(table).map { ObjectResults(session.binding(of: $0, for: element), self) }
    }
}

extension StoredCollection where Self: ObjectKeySource & ValueSource {
    /// The rows of the list or set, or of the map's values, for elements of a type, which may be optional.
    func rows(of element: Any.Type) -> any LiveResults {
        guard let column = place?.find()?.column, column.type == .link,
            let target = session.group.table(column.oppositeTable)
        else { return ValueResults(session, self) }
        // Asking a type for a protocol takes long, and most are classes of objects.
        let wanted =
            element as? RLMObjectBase.Type ?? (element as? any _Persistable.Type).flatMap { _PropertyTraits($0).target }
        return ObjectResults(session.binding(of: target, for: wanted ?? RLMObjectBase.self), self)
    }
}
