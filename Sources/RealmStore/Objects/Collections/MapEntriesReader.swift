import Foundation

/// A map of unknown types.
protocol MapEntries {
    var anyEntries: [(String, Any?)] { get }
}

/// The entries of a dictionary at one version: the data source of `Map`.
final class MapEntriesReader: StoredCollection {
    let session: Session
    let place: PropertyPlace?
    private var live: Live<DictionaryTree?>

    /// The dictionary of a property of `row`'s object.
    convenience init(_ column: Column, of row: ObjectRow, _ session: Session) {
        self.init(at: PropertyPlace(column, of: row, session))
    }

    /// The dictionary at a place.
    init(at place: PropertyPlace) {
        let session = place.session
        live = Live(session) { session.read(nil) { try place.dictionary() } }
        self.session = session
        self.place = place
    }

    /// The dictionary nested in a value that was removed from its collection; gone once anything changes.
    init(nested root: Ref, _ session: Session) {
        let generation = session.generation
        live = Live(session) {
            guard generation == session.generation else { return nil }
            return session.read(nil) {
                try DictionaryTree(root, hasIntegerKeys: false, in: session.space)
            }
        }
        self.session = session
        place = nil
    }

    /// Nil for a dictionary that is gone or cannot be read.
    var tree: DictionaryTree? { live.current(session) }

    var isGone: Bool { tree == nil }

    var count: Int { tree?.count ?? 0 }

    /// The same dictionary in another session, gone if its object is gone there; nil without a place.
    func counterpart(in target: Session) -> MapEntriesReader? {
        place.map { MapEntriesReader(at: $0.moved(to: target)) }
    }

    // MARK: Changing

    // Each traps as `PropertyPlace.edit`.

    func set(_ value: Any?, for key: String) {
        edit { edit in
            guard let path = edit.path else {
                return try edit.writer.setEntry(value, for: key, in: edit.column, of: edit.key, in: edit.table)
            }
            let (value, entry) = (try edit.writer.nestedValue(value, edit), edit.writer.scratch.string(key))
            try edit.objects.setEntry(
                value, for: entry, inDictionaryAt: path, of: edit.column, edit.key, in: edit.table)
        }
    }

    func remove(_ key: String) {
        edit { edit in
            guard let path = edit.path else {
                let entry = try edit.writer.key(key, of: edit.column)
                _ = try edit.objects.removeEntry(entry, from: edit.column, of: edit.key, in: edit.table)
                return
            }
            try edit.objects.removeEntry(
                edit.writer.scratch.string(key), fromDictionaryAt: path, of: edit.column, edit.key, in: edit.table)
        }
    }

    // MARK: Reading

    func position(of key: String) -> Int? {
        guard let tree else { return nil }
        return session.read(nil) {
            var text = key
            return try tree.position(of: &text)
        }
    }

    func key(at position: Int) -> String {
        session.read("") {
            switch try tree?.key(at: position) {
            case .string(let bytes): String(decoding: bytes, as: UTF8.self)
            case .int(let number): "\(number)"
            default: ""
            }
        }
    }

    func value(at position: Int) -> Value {
        session.read(.null) { try tree?.value(at: position) ?? .null }
    }

    /// The value at `position`; a list or dictionary in it is a live one.
    func element<Element: RealmCollectionValue>(at position: Int) -> Element {
        let value = value(at: position)
        return Element._rlmElement(_StoredValue(value, session, nested: nestedPlace(of: value, at: position)))
    }

    private func nestedPlace(of value: Value, at position: Int) -> PropertyPlace? {
        let identity: Int64 = session.read(0) { try tree?.identity(at: position) ?? 0 }
        return NestedStep(.key(key(at: position)), to: value, identity: identity).flatMap { place?.nested($0) }
    }
}
