/// A selection of elements of a collection.
enum ElementSelection: Hashable, Sendable {
    case every
    case position(Int)
    case last
    /// The value of a key, in UTF-8.
    case key([UInt8])

    /// Calls `body` with the elements of a list or set.
    ///
    /// - Parameter missing: the substitute for a missing element, unless the list is empty; nil for none.
    func forEach(
        in tree: CollectionTree, missing: Value?, _ body: (Value) throws(FormatError) -> Void
    ) throws(FormatError) {
        switch self {
        case .every:
            try tree.forEachLeaf { (leaf) throws(FormatError) in
                for index in 0..<leaf.count { try body(leaf.value(index)) }
            }
        case .position(let position):
            if position < tree.count {
                try body(tree.value(at: position))
            } else if tree.count > 0, let missing {
                try body(missing)
            }
        case .last: if tree.count > 0 { try body(tree.value(at: tree.count - 1)) }
        case .key: break
        }
    }

    /// Calls `body` with the values of a dictionary.
    ///
    /// - Parameter missing: the substitute for the value of a missing key, unless the dictionary is empty.
    func forEach(
        in tree: DictionaryTree, missing: Value?, _ body: (Value) throws(FormatError) -> Void
    ) throws(FormatError) {
        switch self {
        case .every: for position in 0..<tree.count { try body(tree.value(at: position)) }
        case .key(let key):
            let found = key.withUnsafeBytes { bytes in
                Result { () throws(FormatError) in try tree.position(of: bytes) }
            }
            if let position = try found.get() {
                try body(tree.value(at: position))
            } else if tree.count > 0, let missing {
                try body(missing)
            }
        case .position, .last: break
        }
    }
}
