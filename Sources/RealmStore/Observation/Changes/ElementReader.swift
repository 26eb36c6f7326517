/// The elements of a list, set or dictionary in one version, with its values for elements.
struct ElementReader {
    private enum Form {
        case elements(CollectionTree)
        case entries(DictionaryTree)
    }

    private let form: Form

    /// - Returns: nil once the collection is gone.
    init?(_ place: PropertyPlace, isMap: Bool, in session: Session) throws(FormatError) {
        let place = place.moved(to: session)
        if isMap {
            guard let dictionary = try place.dictionary() else { return nil }
            form = dictionary.trees.map { .elements($0.values) } ?? .entries(dictionary)
        } else {
            guard let tree = try place.list() else { return nil }
            form = .elements(tree)
        }
    }

    var count: Int {
        switch form {
        case .elements(let tree): tree.count
        case .entries(let dictionary): dictionary.count
        }
    }

    /// Calls `body` with each element and its identity if it is a collection, or 0.
    func forEach(_ body: (Value, _ identity: Int64) throws(FormatError) -> Void) throws(FormatError) {
        switch form {
        case .entries(let dictionary):
            for position in 0..<dictionary.count { try body(dictionary.value(at: position), 0) }
        case .elements(let tree):
            try tree.forEachLeaf { (leaf) throws(FormatError) in
                for row in 0..<leaf.count { try body(leaf.value(row), leaf.identity(row)) }
            }
        }
    }
}

extension PropertyPlace {
    /// The place as named in changesets.
    var collection: CollectionPlace {
        // The value of a single mixed property is named by its column only.
        let path = steps.drop { $0.way == .value }.map(\.identity)
        return CollectionPlace(table: object.table, object: object.key, column: column, path: path)
    }
}
