/// The changes of the elements of one list, set or dictionary, without following links.
struct ElementChanges {
    private var place: PropertyPlace
    private let isMap: Bool
    /// The number of elements in the version last noted; nil once the collection is gone.
    private(set) var count: Int?

    init(_ place: PropertyPlace, isMap: Bool) {
        self.place = place
        self.isMap = isMap
    }

    var watched: CollectionPlace { place.collection }

    func reader(in session: Session) throws(FormatError) -> ElementReader? {
        try ElementReader(place, isMap: isMap, in: session)
    }

    mutating func begin(in session: Session) throws(FormatError) {
        place = place.moved(to: session)
        count = try reader(in: session)?.count
    }

    enum Outcome {
        case changed(PositionChanges, ElementReader)
        /// The collection is gone for good; it had that many elements.
        case gone(Int)
    }

    /// - Returns: nil for a collection that was already gone.
    mutating func change(
        from old: Session, to new: Session, _ touched: TouchedObjects
    ) throws(FormatError) -> Outcome? {
        place = place.moved(to: new)
        guard let before = count else { return nil }
        let done = touched[watched]
        guard done?.isClosed != true, let reader = try reader(in: new) else {
            count = nil
            return .gone(before)
        }
        count = reader.count
        var changes = done?.script.changes ?? PositionChanges()
        if done == nil || before - changes.deletions.count + changes.insertions.count != reader.count {
            // The changes are unknown or unreliable: only differences can be reported.
            guard let source = try self.reader(in: old) else { return .gone(before) }
            changes = try ElementChanges.difference(source, reader)
        }
        if let nested = done?.touchedNested, !nested.isEmpty {
            var positions = PositionSet()
            var position = 0
            try reader.forEach { _, identity in
                if identity != 0, nested.contains(identity), !changes.insertions.contains(position) {
                    positions.append(position..<position + 1)
                }
                position += 1
            }
            changes.modifications = changes.modifications.union(positions)
        }
        return .changed(changes, reader)
    }

    /// The difference between two versions.
    private static func difference(
        _ old: ElementReader, _ new: ElementReader
    ) throws(FormatError) -> PositionChanges {
        let scratch = ValueScratch()
        var known: [Int: [(value: Value, number: Int64)]] = [:]
        var total: Int64 = 0
        /// A number that is equal for equal values.
        func number(_ value: Value) -> Int64 {
            let hash = ValueOrder.hash(of: value)
            if let found = known[hash]?.first(where: { $0.value.isSame(as: value) }) { return found.number }
            total += 1
            known[hash, default: []].append((scratch.copy(value), total))
            return total
        }
        var (before, after): ([Int64?], [Int64]) = ([], [])
        try old.forEach { value, identity in before.append(identity == 0 ? number(value) : -abs(identity)) }
        try new.forEach { value, identity in after.append(identity == 0 ? number(value) : -abs(identity)) }
        return RowDifference(before, after, areInOrder: false) { _ in false }.changes
    }
}
