/// A path from one object to others: links, collections of links, backlinks.
final class ObjectPath {
    /// One step: the column of links, and the selection of those to follow.
    struct Hop {
        enum Kind {
            case link, elements, dictionary, backlinks
        }

        let kind: Kind
        /// The column's number in the cursor at the start of the hop.
        let column: Int
        let selection: ElementSelection
        let target: Table
    }

    private(set) var hops: [Hop] = []
    /// A cursor for the objects at the start, and one for those after each hop.
    private(set) var cursors: [ClusterCursor]

    init(_ start: ClusterCursor) { cursors = [start] }

    /// The objects at the end of the path.
    var end: ClusterCursor { cursors[cursors.count - 1] }

    /// True if the path leads to one object at most, by single links.
    var isUnary: Bool { hops.allSatisfy { $0.kind == .link } }

    /// Adds a hop over a column of the objects at the end of the path.
    func add(_ kind: Hop.Kind, _ column: Column, _ selection: ElementSelection, to target: Table) throws(FormatError) {
        hops.append(Hop(kind: kind, column: end.add(column), selection: selection, target: target))
        cursors.append(try ClusterCursor(target))
    }

    /// Calls `body` with the row of each object at the end, whose cursor is then at its cluster.
    func forEachRow(_ row: Int, _ body: (Int) throws(FormatError) -> Void) throws(FormatError) {
        guard !hops.isEmpty else { return try body(row) }
        let end = self.end
        try forEachKey(row) { (key) throws(FormatError) in
            if let target = try end.seek(key) { try body(target) }
        }
    }

    /// Calls `body` with the key of each object at the end, without looking it up.
    ///
    /// - Precondition: there is a hop.
    func forEachKey(_ row: Int, _ body: (ObjectKey) throws(FormatError) -> Void) throws(FormatError) {
        try visit(0, row, until: hops.count, body)
    }

    /// Calls `body` with the number of links of the last hop, for each object reached by the hops before it.
    ///
    /// - Precondition: there is a hop.
    func forEachCount(_ row: Int, _ body: (Int) throws(FormatError) -> Void) throws(FormatError) {
        let last = hops.count - 1
        func count(_ row: Int) throws(FormatError) {
            if hops[last].kind == .dictionary { return try body(dictionary(last, row).count) }
            var count = 0
            try forEachLink(last, row) { _ in count += 1 }
            try body(count)
        }
        guard last > 0 else { return try count(row) }
        try visit(0, row, until: last) { (key) throws(FormatError) in
            if let target = try cursors[last].seek(key) { try count(target) }
        }
    }

    /// Whether `isWanted` is true for one of the links of one hop, ignoring null and links to missing objects.
    @inline(__always)
    func containsLink(
        of index: Int, _ row: Int, _ isWanted: (ObjectKey) throws(FormatError) -> Bool
    ) throws(FormatError) -> Bool {
        let hop = hops[index]
        if hop.kind == .elements, hop.selection == .every {
            let cursor = cursors[index]
            let root = try cursor.root(hop.column, row)
            if root.isNone { return false }
            // Most lists are one leaf of keys.
            let node = try cursor.table.space.node(root)
            if !node.kind.isInner, !node.kind.hasRefs, node.kind.scheme == .bits {
                let keys = IntegerArray(node)
                for position in 0..<keys.count {
                    let key = ObjectKey(keys[position])
                    if key.value >= 0, try isWanted(key) { return true }
                }
                return false
            }
        }
        var isFound = false
        try forEachLink(index, row) { (key) throws(FormatError) in
            if !isFound { isFound = try isWanted(key) }
        }
        return isFound
    }

    /// The column of backlinks of one hop; nil if the hop does not follow all links of a column.
    func backlinks(of index: Int) -> Column? {
        let hop = hops[index]
        guard hop.kind == .link || (hop.kind == .elements && hop.selection == .every) else { return nil }
        let (table, link) = (cursors[index].table, cursors[index].column(hop.column))
        return hop.target.backlinkColumns.first { $0.oppositeTable == table.key && $0.oppositeColumn == link.key }
    }

    private func visit(
        _ index: Int, _ row: Int, until end: Int, _ body: (ObjectKey) throws(FormatError) -> Void
    ) throws(FormatError) {
        guard index < end - 1 else { return try forEachLink(index, row, body) }
        let next = cursors[index + 1]
        try forEachLink(index, row) { (key) throws(FormatError) in
            if let target = try next.seek(key) { try visit(index + 1, target, until: end, body) }
        }
    }

    private func dictionary(_ index: Int, _ row: Int) throws(FormatError) -> DictionaryTree {
        let (cursor, column) = (cursors[index], hops[index].column)
        return try DictionaryTree(
            cursor.root(column, row), hasIntegerKeys: cursor.column(column).hasIntegerKeys, in: cursor.table.space)
    }

    /// Calls `body` with each link of one hop, except null and links to missing objects.
    private func forEachLink(
        _ index: Int, _ row: Int, _ body: (ObjectKey) throws(FormatError) -> Void
    ) throws(FormatError) {
        let hop = hops[index]
        let cursor = cursors[index]
        func follow(_ value: Value) throws(FormatError) {
            if case .link(_, let key) = value, key.value >= 0 { try body(key) }
        }
        switch hop.kind {
        case .link: try follow(cursor.leaf(hop.column).value(row))
        case .elements:
            let tree = try CollectionTree(
                cursor.root(hop.column, row), of: cursor.column(hop.column), in: cursor.table.space)
            try hop.selection.forEach(in: tree, missing: nil, follow)
        case .dictionary:
            try hop.selection.forEach(in: dictionary(index, row), missing: nil, follow)
        case .backlinks:
            let list = try BacklinkList(cursor.slot(hop.column, row), in: cursor.table.space)
            for position in 0..<list.count { try body(list.origin(at: position)) }
        }
    }
}
