import RealmStore

/// The objects of a class in the order of their keys, a cluster at a time; proves that none is missing or duplicated.
struct ClusterReader {
    private let exported: ExportClass
    private let tree: ClusterTree
    private var position = 0
    private let end: Int
    private var last: ObjectKey?

    init(_ exported: ExportClass) throws(FormatError) {
        self.exported = exported
        tree = try exported.table.objects()
        end = tree.count
        // Throws unless the leaves contain as many objects as the tree states.
        try tree.forEachLeaf { _ in }
    }

    /// The clusters from one position to another, in a tree whose leaves contain as many objects as it states; the
    /// object before the first one counts as read.
    init(_ exported: ExportClass, from start: Int, to end: Int) throws(FormatError) {
        self.exported = exported
        self.end = end
        tree = try exported.table.objects()
        position = start
        guard start > 0 else { return }
        let (leaf, first) = try tree.leaf(containing: start - 1)
        last = leaf.key(start - 1 - first)
    }

    /// The next cluster that has objects, or nil.
    mutating func nextLeaf() throws(FormatError) -> ClusterLeaf? {
        guard position < end else { return nil }
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
