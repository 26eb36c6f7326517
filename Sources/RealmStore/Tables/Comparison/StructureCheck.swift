/// Proves that the tables of a version agree with themselves: every count with the counted objects, every link with its
/// backlink, every index with its objects. Single values are not checked, so that it takes little time.
///
/// Source: file-format/tables.md, "Group, tables and columns"; file-format/clusters.md, "Rules of cluster trees";
/// file-format/links.md, "Links in both directions".
package struct StructureCheck {
    private let space: NodeSpace
    private let tables: [Table]
    private let pages: EncryptedPages?
    /// Pages of an encrypted file from which the table descriptions are read.
    private let standingPages: [Int]
    /// Counts how often pages were forgotten: after that, nodes have to be read again.
    private var generation = 0
    /// The sums of each property that holds links, and the index of each property in them.
    private var links: [LinkSum] = []
    private var places: [LinkColumn: LinkPlace] = [:]

    /// Bytes that are decrypted before any are forgotten.
    private static let pageByteLimit = 1 << 26

    /// A property that holds links, as both of their ends name it.
    private struct LinkColumn: Hashable {
        let table: UInt32
        let column: Int64
    }

    private typealias LinkPlace = Int

    /// Links minus backlinks. Sums of hashes are the same for the same links in any order.
    private struct LinkSum {
        var count = 0
        var sum: UInt64 = 0

        static func add(_ hash: UInt64, _ sign: Int, to sum: inout LinkSum) {
            sum.count += sign
            sum.sum = sign > 0 ? sum.sum &+ hash : sum.sum &- hash
        }
    }

    /// Counts and hashes of object keys, independent of order.
    private struct KeySum: Equatable {
        var count = 0
        var sum: UInt64 = 0

        mutating func add(_ key: ObjectKey) {
            count += 1
            sum &+= StructureCheck.mixed(UInt64(bitPattern: key.value))
        }
    }

    /// Throws unless the nodes of the version are laid out correctly, and all tables are consistent: a version that
    /// passes can be read completely in bounded time.
    ///
    /// - Complexity: as `run(on:pages:)`; a bit of memory for each 8 bytes of the file
    package static func prove(_ group: Group) throws(FormatError) {
        // The nodes of a write transaction are not checked.
        let checksTables = group.tables.first?.space.arena.isEmpty ?? true
        // The tables are checked where others read them: there each page is decrypted once.
        do { try SnapshotSource(group.snapshot, sharesPages: checksTables).prove() } catch {
            throw error.formatError ?? FormatError(.badNode, at: .none, error.message)
        }
        if checksTables { try run(on: group) }
    }

    /// Throws unless all tables are consistent. The nodes below them must form a tree, as a `SpaceProof` proves.
    ///
    /// - Parameter pages: of an encrypted file without other readers: they are forgotten now and then.
    /// - Complexity: O(nodes), and O(links); nodes of values are opened, but not read.
    package static func run(on group: Group, pages: EncryptedPages? = nil) throws(FormatError) {
        var check = StructureCheck(group, pages)
        for table in group.tables { try check.check(table) }
        try check.compareLinks()
    }

    /// Throws unless all tables of a copy of the file at `path` are consistent.
    package static func run(on copy: RealmFile, of path: String) throws(StorageError) {
        do { try run(on: Group(copy), pages: copy.pages) } catch {
            // The node is in the copy.
            throw StorageError(.damaged, path, "is damaged: \(error.message)")
        }
    }

    private init(_ group: Group, _ pages: EncryptedPages?) {
        space = group.snapshot.space
        tables = group.tables
        self.pages = pages
        standingPages = pages?.presentPages ?? []
    }

    /// Spreads a number over 64 bits.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var word = number &+ 0x9E37_79B9_7F4A_7C15
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    private mutating func releasePagesIfDue() {
        guard let pages, pages.decryptedByteCount > StructureCheck.pageByteLimit else { return }
        pages.forget(but: standingPages)
        generation += 1
    }
}

// MARK: - Tables

extension StructureCheck {
    private mutating func check(_ table: Table) throws(FormatError) {
        var objects = KeySum()
        try checkClusters(table.clusters, of: table, areTombstones: false, &objects)
        if !table.tombstones.isNone {
            var tombstones = KeySum()
            try checkClusters(table.tombstones, of: table, areTombstones: true, &tombstones)
        }
        for column in table.columns where !column.indexRoot.isNone {
            var indexed = KeySum()
            try visitIndex(column.indexRoot, &indexed)
            guard indexed == objects || column.isFullTextIndexed || column.collection != nil else {
                throw FormatError(
                    .badIndex, at: column.indexRoot,
                    "the index of '\(column.name)' names \(indexed.count) objects, which are not the \(objects.count) "
                        + "of table '\(table.name)'")
            }
        }
    }

    private mutating func checkClusters(
        _ root: Ref, of table: Table, areTombstones: Bool, _ keys: inout KeySum
    ) throws(FormatError) {
        var last: UInt64?
        let depth = try depth(of: root)
        _ = try visitClusters(root, offset: 0, depth: depth, of: table) { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                let key = leaf.key(row)
                let unsigned = UInt64(bitPattern: key.value)
                guard last.map({ $0 < unsigned }) ?? true else {
                    throw FormatError(.badCluster, at: leaf.ref, "the keys of the objects do not ascend")
                }
                guard key.isUnresolved == areTombstones, !key.isNull else {
                    throw FormatError(
                        .badCluster, at: leaf.ref,
                        "has object \(key.value) among \(areTombstones ? "tombstones" : "objects")")
                }
                last = unsigned
                keys.add(key)
            }
        }
    }

    private func depth(of root: Ref) throws(FormatError) -> Int {
        let node = try space.node(root)
        return node.kind.isInner ? try ClusterTree.InnerNode(node, in: space).depth : 0
    }

    /// Returns the number of objects below.
    private mutating func visitClusters(
        _ ref: Ref, offset: UInt64, depth: Int, of table: Table,
        _ body: (ClusterLeaf) throws(FormatError) -> Void
    ) throws(FormatError) -> Int {
        let node = try space.node(ref)
        guard node.kind.isInner else {
            guard depth == 0 else { throw FormatError(.badCluster, at: ref, "the cluster stands above the others") }
            let leaf = try ClusterLeaf(node, offset: offset, in: space)
            try body(leaf)
            try check(ref, offset: offset, of: table)
            return leaf.count
        }
        var inner = try ClusterTree.InnerNode(node, in: space)
        guard inner.depth == depth, inner.offsetsAscend else {
            throw FormatError(.badCluster, at: ref, "the node is of another depth than its place, or out of order")
        }
        var total = 0
        var read = generation
        for index in 0..<inner.childCount {
            releasePagesIfDue()
            if read != generation {
                inner = try ClusterTree.InnerNode(space.node(ref), in: space)
                read = generation
            }
            total += try visitClusters(
                inner.child(index), offset: offset &+ inner.offset(index), depth: depth - 1, of: table, body)
        }
        guard total == inner.total else {
            throw FormatError(
                .badCluster, at: ref, "the node says \(inner.total) objects, its leaves hold \(total)")
        }
        return total
    }

    /// The columns of one cluster.
    private mutating func check(_ ref: Ref, offset: UInt64, of table: Table) throws(FormatError) {
        for column in table.columns + table.backlinkColumns {
            do {
                let leaf = try ClusterLeaf(space.node(ref), offset: offset, in: space)
                if column.isBacklink {
                    try checkBacklinks(of: column, in: leaf, of: table)
                } else if column.collection != nil {
                    try checkCollections(of: column, in: leaf, of: table)
                } else {
                    try checkValues(of: column, in: leaf, of: table)
                }
            } catch {
                let name = column.isBacklink ? "(backlinks)" : column.name
                throw FormatError(
                    error.code, at: error.ref, "\(table.className ?? table.name).\(name): \(error.message)")
            }
        }
    }
}

// MARK: - Columns

extension StructureCheck {
    private mutating func checkValues(
        of column: Column, in leaf: ClusterLeaf, of table: Table
    ) throws(FormatError) {
        let ref = try leaf.column(column.leafIndex)
        let values = try ColumnLeaf.column(column, at: ref, rows: leaf.count, in: space)
        try values.checkParts(at: ref)
        guard values.holdsReferences else { return }
        let place = place(LinkColumn(table: table.key.value, column: column.key.value))
        if let (target, keys) = values.links {
            for (row, key) in keys.enumerated() where !key.isNull { addLink(place, leaf.key(row), target, key) }
            return
        }
        for row in 0..<leaf.count {
            switch try values.value(row) {
            case .link(let target, let key): addLink(place, leaf.key(row), target, key)
            case .list(let root): try visitList(root, .nestedMixed, place, leaf.key(row), 1)
            case .dictionary(let root): try visitDictionary(root, .nestedMixed, place, leaf.key(row), 1)
            default: break
            }
        }
    }

    private mutating func checkCollections(
        of column: Column, in leaf: ClusterLeaf, of table: Table
    ) throws(FormatError) {
        let place = place(LinkColumn(table: table.key.value, column: column.key.value))
        let keys = (0..<leaf.count).map { leaf.key($0) }
        var slots = try table.slots(of: column, in: leaf)
        var read = generation
        for (row, key) in keys.enumerated() {
            releasePagesIfDue()
            if read != generation {
                slots = try space.refs(slots.ref, "a leaf of collections")
                read = generation
            }
            let root = try table.collectionRoot(slots.slot(row), of: column)
            guard !root.isNone else { continue }
            if column.collection == .dictionary {
                try visitDictionary(root, column, place, key, 0)
            } else {
                try visitList(root, column, place, key, 0)
            }
        }
    }

    private mutating func checkBacklinks(
        of column: Column, in leaf: ClusterLeaf, of table: Table
    ) throws(FormatError) {
        let keys = (0..<leaf.count).map { leaf.key($0) }
        var slots = try table.slots(of: column, in: leaf)
        // Backlinks left over from a removed mixed property have no origin.
        let isKnown = tables.first { $0.key == column.oppositeTable }?.column(column.oppositeColumn) != nil
        let place = place(LinkColumn(table: column.oppositeTable.value, column: column.oppositeColumn.value))
        var read = generation
        for (row, key) in keys.enumerated() {
            releasePagesIfDue()
            if read != generation {
                slots = try space.refs(slots.ref, "a leaf of backlinks")
                read = generation
            }
            if let number = slots.slot(row).number {
                let origin = ObjectKey(Int64(bitPattern: number))
                if isKnown { addLink(place, origin, table.key, key, isBacklink: true) }
            } else if let root = slots.slot(row).ref {
                try visitKeys(root) { check, origin in
                    if isKnown { check.addLink(place, origin, table.key, key, isBacklink: true) }
                }
            }
        }
    }

    private mutating func place(_ column: LinkColumn) -> LinkPlace {
        if let known = places[column] { return known }
        places[column] = links.count
        links.append(LinkSum())
        return links.count - 1
    }

    private mutating func addLink(
        _ place: LinkPlace, _ origin: ObjectKey, _ table: TableKey, _ target: ObjectKey, isBacklink: Bool = false
    ) {
        let first = StructureCheck.mixed(UInt64(bitPattern: origin.value))
        let second = StructureCheck.mixed(first ^ UInt64(bitPattern: target.value))
        let hash = StructureCheck.mixed(second ^ UInt64(table.value))
        LinkSum.add(hash, isBacklink ? -1 : 1, to: &links[place])
    }

    private func compareLinks() throws(FormatError) {
        for table in tables {
            for column in table.columns {
                guard let place = places[LinkColumn(table: table.key.value, column: column.key.value)],
                    links[place].count != 0 || links[place].sum != 0
                else { continue }
                throw FormatError(
                    .badValue, at: table.clusters,
                    "the links of property '\(column.name)' of table '\(table.name)' are not those that their targets "
                        + "know of")
            }
        }
    }
}

// MARK: - Trees

extension StructureCheck {
    /// The maximum nesting depth of collections.
    private static let maximumNesting = 101

    private mutating func visitList(
        _ root: Ref, _ column: Column, _ place: LinkPlace, _ key: ObjectKey, _ nesting: Int
    ) throws(FormatError) {
        guard !root.isNone else { return }
        guard nesting <= StructureCheck.maximumNesting else {
            throw FormatError(.badCollection, at: root, "collections are nested too deep")
        }
        var tree = try CollectionTree(root, of: column, in: space)
        var position = 0
        var read = generation
        while position < tree.count {
            if read != generation {
                tree = try CollectionTree(root, of: column, in: space)
                read = generation
            }
            let (leaf, positions) = try tree.leaf(containing: position)
            try leaf.checkParts(at: root)
            if leaf.holdsReferences { try visitReferences(leaf, tree, positions, column, place, key, nesting) }
            position = positions.upperBound
            releasePagesIfDue()
        }
    }

    private mutating func visitReferences(
        _ leaf: ColumnLeaf, _ tree: CollectionTree, _ positions: Range<Int>, _ column: Column, _ place: LinkPlace,
        _ key: ObjectKey, _ nesting: Int
    ) throws(FormatError) {
        var leaf = leaf
        var read = generation
        for index in 0..<positions.count {
            if read != generation {
                // The tree is read again with its leaf, including the path to it.
                leaf = try CollectionTree(tree.rootRef, of: column, in: space)
                    .leaf(containing: positions.lowerBound).leaf
                read = generation
            }
            switch try leaf.value(index) {
            case .link(let target, let object): addLink(place, key, target, object)
            case .list(let root):
                try LargeStack.descend(from: nesting) { () throws(FormatError) in
                    try visitList(root, .nestedMixed, place, key, nesting + 1)
                }
            case .dictionary(let root):
                try LargeStack.descend(from: nesting) { () throws(FormatError) in
                    try visitDictionary(root, .nestedMixed, place, key, nesting + 1)
                }
            default: break
            }
        }
    }

    private mutating func visitDictionary(
        _ root: Ref, _ column: Column, _ place: LinkPlace, _ key: ObjectKey, _ nesting: Int
    ) throws(FormatError) {
        guard !root.isNone else { return }
        let dictionary = try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: space)
        guard dictionary.trees != nil else {
            // In the layout of older formats everything is read at once.
            for position in 0..<dictionary.count {
                if case .link(let target, let object) = try dictionary.value(at: position) {
                    addLink(place, key, target, object)
                }
            }
            return
        }
        let node = try space.refs(root, "a dictionary")
        guard let keys = node.slot(0).ref, let values = node.slot(1).ref else { return }
        let keyColumn = column.hasIntegerKeys ? Column.plainIntegers : .dictionaryKeys
        try visitList(keys, keyColumn, place, key, nesting)
        try visitList(values, .nestedMixed, place, key, nesting)
    }

    /// Calls `body` with each key of a tree of object keys.
    private mutating func visitKeys(
        _ root: Ref, _ body: (inout StructureCheck, ObjectKey) -> Void
    ) throws(FormatError) {
        // Nearly all are a single leaf, which needs no descent.
        if try !space.packedNode(root).kind.isInner {
            let keys = try space.integers(root, "a list of object keys")
            for row in 0..<keys.count { body(&self, ObjectKey(keys[row])) }
            return
        }
        var position = 0
        let tree = try CollectionTree(root, of: .plainIntegers, in: space)
        while position < tree.count {
            let (leaf, positions) = try tree.leaf(containing: position)
            guard let integers = leaf.int else { return }
            for row in 0..<integers.count { body(&self, ObjectKey(integers[row])) }
            position = positions.upperBound
        }
    }

    /// - Complexity: O(nodes of the index, and the objects that they name)
    private mutating func visitIndex(
        _ ref: Ref, _ objects: inout KeySum, depth: Int = 0
    ) throws(FormatError) {
        guard depth < SearchIndex.maximumSteps else {
            throw FormatError(.badIndex, at: ref, "the search index is too deep")
        }
        releasePagesIfDue()
        var node = try IndexNode(ref, in: space)
        var read = generation
        for position in 0..<node.count {
            if read != generation {
                node = try IndexNode(ref, in: space)
                read = generation
            }
            if let key = node.element(position).number {
                guard !node.isInner else { throw FormatError(.badIndex, at: ref, "child \(position) is not a ref") }
                objects.add(ObjectKey(Int64(bitPattern: key)))
                continue
            }
            let child = try node.child(position)
            let isLevel = try space.node(child).kind.context
            if node.isInner || isLevel {
                try LargeStack.descend(from: depth) { () throws(FormatError) in
                    try visitIndex(child, &objects, depth: depth + 1)
                }
            } else {
                try visitKeys(child) { _, key in objects.add(key) }
            }
        }
    }
}
