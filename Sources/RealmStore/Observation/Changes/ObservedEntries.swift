/// A map, by keys.
struct ObservedEntries: ObservedThing {
    private var elements: ObservedElements
    private let place: PropertyPlace

    /// - Returns: nil for a map in a value that was removed from its collection.
    init?(_ entries: MapEntriesReader, _ filter: KeyPathFilter) {
        guard let elements = ObservedElements(entries, filter), let place = entries.place else { return nil }
        self.elements = elements
        self.place = place
    }

    var watched: CollectionPlace? { elements.watched }

    mutating func begin(in session: Session) throws { try elements.begin(in: session) }

    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> EntryChange? {
        guard let change = try elements.change(from: old, to: new, touched) else { return nil }
        var entries = EntryChange(isGone: change.isGone)
        entries.deletions = try keys(at: change.deletions, in: old)
        entries.insertions = try keys(at: change.insertions, in: new)
        entries.modifications = try keys(at: change.newModifications, in: new)
        return entries
    }

    private func keys(at positions: [Int], in session: Session) throws(FormatError) -> [String] {
        guard !positions.isEmpty, let dictionary = try place.moved(to: session).dictionary() else { return [] }
        var keys: [String] = []
        for position in positions {
            switch try dictionary.key(at: position) {
            case .string(let bytes): keys.append(String(decoding: bytes, as: UTF8.self))
            case .int(let number): keys.append("\(number)")
            default: break
            }
        }
        return keys
    }
}
