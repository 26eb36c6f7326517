import Foundation

/// A map whose types are not known.
protocol MapEntries {
    var anyEntries: [(String, Any?)] { get }
}

/// The entries of a dictionary at one version: what `Map` reads from.
final class MapEntriesReader {
    let session: Session
    /// The property that the entries belong to; nil for a dictionary nested in a mixed value.
    let place: PropertyPlace?
    private var live: Live<DictionaryTree?>

    /// The dictionary of a property of `row`'s object.
    init(_ column: Column, of row: ObjectRow, _ session: Session) {
        self.session = session
        let place = PropertyPlace(column, of: row, session)
        self.place = place
        live = Live(session) {
            session.read(nil) { () throws(FormatError) in
                guard let (row, column) = place.find() else { return nil }
                return try row.table.dictionary(column, at: row.position)
            }
        }
    }

    /// The dictionary nested in a mixed value; gone once anything changes.
    init(nested root: Ref, _ session: Session) {
        self.session = session
        place = nil
        let generation = session.generation
        live = Live(session) {
            guard generation == session.generation else { return nil }
            return session.read(nil) { () throws(FormatError) in
                try DictionaryTree(root, hasIntegerKeys: false, in: session.space)
            }
        }
    }

    /// Nil for a dictionary that is gone or cannot be read.
    var tree: DictionaryTree? { live.current(session) }

    /// Changes the dictionary. Traps as `PropertyPlace.edit`.
    func edit<Result>(_ body: (PropertyPlace.Editing) throws -> Result) -> Result {
        guard let place else {
            fatalError("A map nested in a mixed value is changed by setting the property to a new value.")
        }
        return place.edit(body)
    }

    func position(of key: String) -> Int? {
        guard let tree else { return nil }
        return session.read(nil) { () throws(FormatError) in
            var text = key
            return try tree.position(of: &text)
        }
    }

    func key(at position: Int) -> String {
        session.read("") { () throws(FormatError) in
            switch try tree?.key(at: position) {
            case .string(let bytes): String(decoding: bytes, as: UTF8.self)
            case .int(let number): "\(number)"
            default: ""
            }
        }
    }

    func value(at position: Int) -> Value {
        session.read(.null) { () throws(FormatError) in try tree?.value(at: position) ?? .null }
    }
}
