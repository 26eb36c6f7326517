import Foundation

/// A map whose types are not known.
protocol MapEntries {
    var anyEntries: [(String, Any?)] { get }
}

/// The entries of a dictionary at one version: what `Map` reads from.
final class MapEntriesReader: StoredCollection {
    private var live: Live<DictionaryTree?>

    /// The dictionary of a property of `row`'s object.
    init(_ column: Column, of row: ObjectRow, _ session: Session) {
        let place = PropertyPlace(column, of: row, session)
        live = Live(session) {
            session.read(nil) { () throws(FormatError) in
                guard let (row, column) = place.find() else { return nil }
                return try row.table.dictionary(column, at: row.position)
            }
        }
        super.init(session, place)
    }

    /// The dictionary nested in a mixed value; gone once anything changes.
    init(nested root: Ref, _ session: Session) {
        let generation = session.generation
        live = Live(session) {
            guard generation == session.generation else { return nil }
            return session.read(nil) { () throws(FormatError) in
                try DictionaryTree(root, hasIntegerKeys: false, in: session.space)
            }
        }
        super.init(session, nil)
    }

    /// Nil for a dictionary that is gone or cannot be read.
    var tree: DictionaryTree? { live.current(session) }

    override var isGone: Bool { tree == nil }

    var count: Int { tree?.count ?? 0 }

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
