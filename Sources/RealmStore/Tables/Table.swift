/// The description of one table in one version: its columns and the roots of its objects. Immutable.
///
/// Source: file-format/tables.md, "The table array" and "Spec and columns".
package final class Table: Sendable {
    /// The kind of objects in the table.
    package enum Kind: Int, Sendable {
        case topLevel, embedded, asymmetric
    }

    package let name: String
    package let key: TableKey
    package let ref: Ref
    package let kind: Kind
    /// Properties, in the order in which they were added.
    package let columns: [Column]
    package let backlinkColumns: [Column]
    package let primaryKey: Column?
    let clusters: Ref
    /// Tree of tombstones; `Ref.none` if there never was one.
    let tombstones: Ref
    /// Primary keys of tombstones whose object keys collided; `Ref.none` normally.
    let collisions: Ref
    package let space: NodeSpace

    package static let classPrefix = "class_"

    /// The class whose objects the table holds; nil for a table that belongs to no class.
    package let className: String?

    private static func className(of name: String) -> String? {
        guard name.utf8.starts(with: classPrefix.utf8) else { return nil }
        return String(Substring(name.utf8.dropFirst(classPrefix.utf8.count)))
    }

    /// The description that the columns come from; nil for a table of a write transaction.
    private let description: TableDescription?

    /// - Parameter older: the table in a version since which no node that both refer to was overwritten.
    init(_ ref: Ref, name: String, slot: Int, in space: NodeSpace, after older: Table? = nil) throws(FormatError) {
        let node = try space.refs(ref, "a table")
        guard TableLayout.validCounts.contains(node.count) else {
            throw FormatError(.badTable, at: ref, "table '\(name)' has \(node.count) slots")
        }
        func element(_ index: Int) -> Slot { index < node.count ? node.slot(index) : Slot(0) }
        guard let spec = element(TableLayout.spec).ref, let clusters = element(TableLayout.clusters).ref,
            let key = element(TableLayout.key).number, key < UInt64(TableKey.null.value), key & 0xFFFF == UInt64(slot)
        else { throw FormatError(.badTable, at: ref, "table '\(name)' lacks its spec, objects or proper key") }
        let flags = element(TableLayout.flags).number ?? 0
        guard let kind = Kind(rawValue: Int(truncatingIfNeeded: flags)) else {
            throw FormatError(.badTable, at: ref, "table '\(name)' is of unknown kind \(flags)")
        }
        self.name = older?.name ?? name
        className = older?.className ?? Table.className(of: name)
        self.key = TableKey(UInt32(key))
        self.ref = ref
        self.kind = kind
        self.clusters = clusters
        self.space = space
        tombstones = element(TableLayout.tombstones).ref ?? .none
        collisions = element(TableLayout.collisions).ref ?? .none
        let description = try TableDescription(spec, node, of: name, in: space, after: older?.description)
        (columns, backlinkColumns, primaryKey) =
            (description.columns, description.backlinkColumns, description.primaryKey)
        self.description = description
    }

    /// The same table in a later version, in which it is at the same ref; it must be reusable.
    init(_ older: Table, in space: NodeSpace) {
        name = older.name
        className = older.className
        key = older.key
        ref = older.ref
        kind = older.kind
        columns = older.columns
        backlinkColumns = older.backlinkColumns
        primaryKey = older.primaryKey
        clusters = older.clusters
        tombstones = older.tombstones
        collisions = older.collisions
        description = older.description
        self.space = space
    }

    /// True if later versions may take over the columns.
    var isReusable: Bool { description?.isReusable ?? false }

    /// True if both have the same key, and columns that were read from the same nodes.
    func isDescribed(as other: Table) -> Bool {
        guard let description, let others = other.description else { return false }
        return key == other.key && description.isSame(as: others)
    }

    /// A table of a write transaction, as its editor describes it.
    init(
        name: String, key: TableKey, ref: Ref, kind: Kind, columns: [Column], backlinkColumns: [Column],
        primaryKey: Column?, clusters: Ref, tombstones: Ref, collisions: Ref, in space: NodeSpace
    ) {
        self.name = name
        className = Table.className(of: name)
        self.key = key
        self.ref = ref
        self.kind = kind
        self.columns = columns
        self.backlinkColumns = backlinkColumns
        self.primaryKey = primaryKey
        self.clusters = clusters
        self.tombstones = tombstones
        self.collisions = collisions
        self.space = space
        description = nil
    }

    /// The objects, or the tombstones, by key.
    package func objects() throws(FormatError) -> ClusterTree {
        let tree = try ClusterTree(clusters, in: space)
        // A damaged tree would make the class appear empty, without any value being read that would reveal it.
        if tree.count == 0 { try checkIsEmpty(tree) }
        return tree
    }

    /// Throws unless the columns of a tree without objects have no values, either.
    @inline(never)
    private func checkIsEmpty(_ tree: ClusterTree) throws(FormatError) {
        guard !tree.root.kind.isInner else {
            throw FormatError(.badCluster, at: clusters, "says that it has no objects, but has clusters")
        }
        try checkColumns(of: ClusterLeaf(tree.root, offset: 0, in: space))
    }

    /// Throws unless every column of a cluster has a value, collection or list of backlinks for each of its objects,
    /// and there are no others: otherwise the cluster belongs to another table.
    func checkColumns(of leaf: ClusterLeaf) throws(FormatError) {
        let all = columns + backlinkColumns
        if let index = leaf.unknownColumn(besides: Set(all.map(\.leafIndex))) {
            throw FormatError(.badCluster, at: leaf.ref, "has values of no property, at index \(index)")
        }
        for column in all {
            if column.isBacklink || column.collection != nil {
                _ = try slots(of: column, in: leaf)
            } else {
                _ = try ColumnLeaf.column(column, at: leaf.column(column.leafIndex), rows: leaf.count, in: space)
            }
        }
    }

    /// The number of objects, counted: the count stored in the tree is not trusted.
    ///
    /// - Parameter checksColumns: whether the leaves of the columns are opened, too.
    /// - Complexity: O(number of objects / 256)
    func countedObjects(checksColumns: Bool) throws(FormatError) -> Int {
        var count = 0
        try objects().forEachLeaf { (leaf) throws(FormatError) in
            if checksColumns { try checkColumns(of: leaf) }
            count += leaf.count
        }
        return count
    }

    /// The property of that name; a table has few enough that a scan is as good as a dictionary.
    func column(named name: String) -> Column? { columns.first { $0.name == name } }

    func column(_ key: ColumnKey) -> Column? {
        columns.first { $0.key == key } ?? backlinkColumns.first { $0.key == key }
    }
}

extension Table {
    /// The value of a single-valued column of the object at `position`.
    func value(of column: Column, at position: ClusterTree.Position) throws(FormatError) -> Value {
        let ref = try position.leaf.column(column.leafIndex)
        // Most look-ups read one int: going through a generic leaf would take longer than the read.
        if column.isPlainInteger {
            return .int(try ColumnLeaf.integers(column, at: ref, rows: position.leaf.count, in: space)[position.row])
        }
        return try ColumnLeaf.column(column, at: ref, rows: position.leaf.count, in: space).value(position.row)
    }

    /// The slot of a collection or backlink column for the object at `position`: a ref, a tagged key, or empty.
    func slot(of column: Column, at position: ClusterTree.Position) throws(FormatError) -> Slot {
        try slots(of: column, in: position.leaf).slot(position.row)
    }

    /// The leaf of a collection or backlink column: a slot for each object of the cluster.
    package func slots(of column: Column, in leaf: ClusterLeaf) throws(FormatError) -> Node {
        let node = try space.refs(leaf.column(column.leafIndex), "a leaf of collections")
        guard node.count == leaf.count else {
            throw FormatError(
                .badCluster, at: node.ref, "column '\(column.name)' has \(node.count) slots for \(leaf.count) objects")
        }
        return node
    }

    /// The root of a collection, checked to be none or a ref.
    package func collectionRoot(_ slot: Slot, of column: Column) throws(FormatError) -> Ref {
        if slot.isEmpty { return .none }
        guard let root = slot.ref else {
            throw FormatError(.badCollection, at: ref, "a collection of column '\(column.name)' is no ref")
        }
        return root
    }

    func list(_ column: Column, at position: ClusterTree.Position) throws(FormatError) -> CollectionTree {
        let root = try collectionRoot(slot(of: column, at: position), of: column)
        return try CollectionTree(root, of: column, in: space)
    }

    func dictionary(_ column: Column, at position: ClusterTree.Position) throws(FormatError) -> DictionaryTree {
        let root = try collectionRoot(slot(of: column, at: position), of: column)
        return try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: space)
    }

    package func backlinks(_ column: Column, at position: ClusterTree.Position) throws(FormatError) -> BacklinkList {
        try BacklinkList(slot(of: column, at: position), in: space)
    }
}
