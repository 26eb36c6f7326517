import RealmStore

/// The objects of a class in the order of their keys, a cluster at a time; proves that none is missing or duplicated.
struct ClusterReader {
    private let exported: ExportClass
    private let tree: ClusterTree
    private var position = 0
    private var last: ObjectKey?

    init(_ exported: ExportClass) throws(FormatError) {
        self.exported = exported
        tree = try exported.table.objects()
        // Throws unless the leaves contain as many objects as the tree states.
        try tree.forEachLeaf { _ in }
    }

    /// The next cluster that has objects, or nil.
    mutating func nextLeaf() throws(FormatError) -> ClusterLeaf? {
        guard position < tree.count else { return nil }
        let leaf = try tree.leaf(containing: position).leaf
        position += leaf.count
        for row in 0..<leaf.count {
            let key = leaf.key(row)
            guard key.value >= 0, last.map({ $0 < key }) ?? true else {
                throw FormatError(
                    .badCluster, at: leaf.ref, "the object keys of '\(exported.name)' do not ascend at \(key.value)")
            }
            last = key
        }
        return leaf
    }

    /// The next cluster that has objects, with all its properties, or nil.
    mutating func next() throws(FormatError) -> ExportRows? {
        guard let leaf = try nextLeaf() else { return nil }
        return try exported.rows(leaf)
    }
}
