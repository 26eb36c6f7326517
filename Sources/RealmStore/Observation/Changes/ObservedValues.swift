/// Values of a list, set or map in an order, or the distinct ones of them.
///
/// A value is identified by its position in the collection, so that equal values are distinguished.
///
/// - Complexity: O(changes) in the order of the collection, else that of sorting.
struct ObservedValues: ObservedPositions {
    private var elements: ElementChanges
    private let steps: [ValueResults.Step]
    /// The element of the collection for each row; nil in the order of the collection.
    private var rows: [Int]?

    /// - Returns: nil for values of a collection that was removed from its container.
    init?(_ values: ValueResults) {
        guard let collection = values.source as? any StoredCollection, let place = collection.place else { return nil }
        elements = ElementChanges(place, isMap: collection is MapEntriesReader)
        steps = values.steps
    }

    var watched: CollectionPlace? { elements.watched }

    mutating func begin(in session: Session) throws {
        try elements.begin(in: session)
        rows = try elements.reader(in: session).map(sorted) ?? nil
    }

    private func sorted(_ reader: ElementReader) throws(FormatError) -> [Int]? {
        if steps.isEmpty { return nil }
        var values: [Value] = []
        try reader.forEach { value, _ in values.append(value) }
        return ValueResults.order(of: values, steps)
    }

    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> CollectionChange? {
        switch try elements.change(from: old, to: new, touched) {
        case nil: return nil
        case .gone(let count):
            defer { rows = nil }
            return CollectionChange(goneWith: rows?.count ?? count)
        case .changed(let changes, let reader):
            guard !changes.isEmpty else { return nil }
            guard let before = rows, let after = try sorted(reader) else { return CollectionChange(changes) }
            rows = after
            let moved = before.map { changes.newPosition(of: $0).map(Int64.init) }
            let found = RowDifference(moved, after.map(Int64.init), areInOrder: false) {
                changes.modifications.contains(Int($0))
            }.changes
            return found.isEmpty ? nil : CollectionChange(found)
        }
    }
}
