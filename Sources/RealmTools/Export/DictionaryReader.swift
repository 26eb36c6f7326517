import RealmStore

/// A dictionary read in order; its keys must ascend, so that none is duplicated.
struct DictionaryReader {
    private let tree: DictionaryTree
    private let column: Column
    /// Readers of both sides; nil in the older layout.
    private var sides: (keys: CollectionReader, values: CollectionReader)?
    private var last: Value?

    init(_ root: Ref, of column: Column, in space: NodeSpace) throws(FormatError) {
        self.column = column
        tree = try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: space)
        sides = tree.trees.map { (CollectionReader($0.keys), CollectionReader($0.values)) }
    }

    var count: Int { tree.count }

    /// The key at `position`, a string or an int. Must be called for each position in turn.
    mutating func key(_ position: Int) throws(FormatError) -> Value {
        let key: Value
        if let (leaf, index) = try sides?.keys.leaf(position) {
            key = try leaf.value(index)
        } else {
            key = try tree.key(at: position)
        }
        let ascends =
            switch (last, key) {
            case (.string(let last), .string(let key)): ByteOrder.compare(last, key) < 0
            case (.int(let last), .int(let key)): last < key
            case (nil, .string), (nil, .int): true
            default: false
            }
        guard ascends else {
            throw FormatError(.badCollection, at: .none, "the keys of a dictionary are null or do not ascend")
        }
        last = key
        return key
    }

    /// The value at `position`, which is of the column's type.
    mutating func value(_ position: Int, from source: ExportSource) throws(FormatError) -> Value {
        let value: Value
        if let (leaf, index) = try sides?.values.leaf(position) {
            value = try source.value(leaf, index)
        } else {
            value = try tree.value(at: position)
        }
        guard value.fits(column) else {
            throw FormatError(.badValue, at: .none, "a dictionary has a value of another type")
        }
        return value
    }
}
