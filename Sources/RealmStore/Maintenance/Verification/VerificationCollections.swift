/// Lists, sets, dictionaries, collections nested in mixed values, and every other tree of positions.
struct VerificationCollections {
    private let verification: Verification
    private let space: NodeSpace
    private let log: VerificationLog
    private let leaves: VerificationLeaves
    /// Called with each link, and its place.
    private let link: (TableKey, ObjectKey, VerificationPlace) -> Void

    /// The maximum nesting depth of collections.
    private static let maximumNesting = 100

    init(
        _ verification: Verification, link: @escaping (TableKey, ObjectKey, VerificationPlace) -> Void = { _, _, _ in }
    ) {
        self.verification = verification
        space = verification.space
        log = verification.log
        leaves = VerificationLeaves(verification)
        self.link = link
    }

    /// The collection of one object.
    func check(_ root: Ref, of column: Column, _ place: VerificationPlace) throws(FormatError) {
        guard !root.isNone else { return }
        switch column.collection {
        case .dictionary: try checkDictionary(root, column, place, nesting: 0)
        case .set: try checkSet(root, column, place)
        default: try checkList(root, column, place, nesting: 0)
        }
    }

    /// Checks a value read from a leaf: its own rules, its link, the collection nested in it.
    func check(
        _ value: Value, _ row: Int, of leaf: ColumnLeaf, at ref: Ref, nullable: Bool, _ place: VerificationPlace,
        nesting: Int = 0
    ) throws(FormatError) {
        try leaves.check(value, row, of: leaf, at: ref, nullable: nullable, place)
        switch value {
        case .link(let table, let key): link(table, key, place)
        case .list(let root) where !root.isNone:
            try checkNesting(nesting, root)
            try LargeStack.descend(from: nesting) { () throws(FormatError) in
                try checkList(root, .nestedMixed, place, nesting: nesting + 1)
            }
        case .dictionary(let root) where !root.isNone:
            try checkNesting(nesting, root)
            try LargeStack.descend(from: nesting) { () throws(FormatError) in
                try checkDictionary(root, .nestedMixed, place, nesting: nesting + 1)
            }
        default: break
        }
    }

    private func checkNesting(_ nesting: Int, _ root: Ref) throws(FormatError) {
        guard nesting < VerificationCollections.maximumNesting else {
            throw FormatError(.badCollection, at: root, "collections are nested too deep")
        }
    }

    private func checkList(
        _ root: Ref, _ column: Column, _ place: VerificationPlace, nesting: Int
    ) throws(FormatError) {
        var holdsUnresolved = false
        try forEachValue(in: root, of: column, place, nesting: nesting) { value in
            if case .link(_, let key) = value, key.isUnresolved { holdsUnresolved = true }
        }
        try checkContext(root, column, place, holdsUnresolved)
    }

    private func checkSet(_ root: Ref, _ column: Column, _ place: VerificationPlace) throws(FormatError) {
        var last: Value?
        var isOutOfOrder = false
        var holdsNaN = false
        var holdsUnresolved = false
        let order = ElementOrder(column)
        try forEachValue(in: root, of: column, place, nesting: 0) { value in
            switch value {
            case .float(let number): holdsNaN = holdsNaN || (number.isNaN && column.type == .float)
            case .double(let number): holdsNaN = holdsNaN || (number.isNaN && column.type == .double)
            case .link(_, let key): holdsUnresolved = holdsUnresolved || key.isUnresolved
            default: break
            }
            if let last, order.compare(last, value) >= 0 { isOutOfOrder = true }
            last = value
        }
        if isOutOfOrder, !holdsNaN {
            // Strings and data had another order up to format 23.
            let isOld = verification.file.header.isOld && [.string, .binary, .mixed].contains(column.type)
            log.add(
                .setOrder, at: root, place, severity: isOld ? .note : .error,
                "the elements of the set are not in ascending order")
        }
        try checkContext(root, column, place, holdsUnresolved)
    }

    private func checkContext(
        _ root: Ref, _ column: Column, _ place: VerificationPlace, _ holdsUnresolved: Bool
    ) throws(FormatError) {
        guard column.type == .link, holdsUnresolved, try !space.node(root).kind.context else { return }
        log.add(.badCollection, at: root, place, "there are unresolved links, but the root does not say so")
    }

    private func checkDictionary(
        _ root: Ref, _ column: Column, _ place: VerificationPlace, nesting: Int
    ) throws(FormatError) {
        guard verification.meet(root, place) else { return }
        if verification.file.header.format < FileHeader.currentFormat, !column.hasIntegerKeys,
            case let node = try space.node(root), node.kind.isInner || node.count == 3
        {
            return try checkHashed(root, place)
        }
        let node = try space.refs(root, "a dictionary")
        guard node.count == 2, let keys = node.slot(0).ref, let values = node.slot(1).ref else {
            throw FormatError(.badCollection, at: root, "a dictionary has \(node.count) parts, not 2")
        }
        var last: Value?
        var keyCount = 0
        var isOutOfOrder = false
        let keyColumn = column.hasIntegerKeys ? Column.plainIntegers : .dictionaryKeys
        try forEachValue(in: keys, of: keyColumn, place, nesting: 0) { key in
            if let last, ValueOrder.compare(last, key) >= 0 { isOutOfOrder = true }
            last = key
            keyCount += 1
        }
        if isOutOfOrder { log.add(.dictionaryOrder, at: root, place, "the keys are not in ascending order") }
        var valueCount = 0
        try forEachValue(in: values, of: .nestedMixed, place, nesting: nesting, nullable: column.isNullable) { value in
            valueCount += 1
            if !column.admits(value) {
                log.add(.badValue, at: values, place, "value \(valueCount - 1) is of another type than the property")
            }
        }
        if keyCount != valueCount {
            log.add(.badCollection, at: root, place, "the dictionary has \(keyCount) keys, \(valueCount) values")
        }
    }
}

extension VerificationCollections {
    /// A dictionary in the layout of older formats: as far as its reader checks it, and its links.
    private func checkHashed(_ root: Ref, _ place: VerificationPlace) throws(FormatError) {
        let dictionary = try DictionaryTree(root, hasIntegerKeys: false, in: space)
        for position in 0..<dictionary.count {
            verification.counts.values += 1
            if case .string(let key) = try dictionary.key(at: position), !key.isUTF8 {
                log.add(.utf8, at: root, place, "the key \(position) is not UTF-8")
            }
            if case .link(let table, let key) = try dictionary.value(at: position) { link(table, key, place) }
        }
    }
}

// MARK: - Trees of positions

extension VerificationCollections {
    private func forEachValue(
        in root: Ref, of column: Column, _ place: VerificationPlace, nesting: Int, nullable: Bool? = nil,
        _ body: (Value) -> Void
    ) throws(FormatError) {
        try forEachLeaf(in: root, of: column, place) { (leaf, ref) in
            for row in 0..<leaf.count {
                do throws(FormatError) {
                    let value = try leaf.value(row)
                    body(value)
                    try check(
                        value, row, of: leaf, at: ref, nullable: nullable ?? column.isNullable, place, nesting: nesting)
                } catch {
                    log.add(error, place)
                }
            }
        }
    }

    /// Checks a tree and its values; returns their number.
    func checkTree(_ root: Ref, of column: Column, _ place: VerificationPlace) throws(FormatError) -> Int {
        var count = 0
        try forEachValue(in: root, of: column, place, nesting: 0) { _ in count += 1 }
        return count
    }

    /// The integers of a tree of object keys: origins of backlinks, lists of a search index.
    func keys(in root: Ref, _ place: VerificationPlace) throws(FormatError) -> [ObjectKey] {
        var keys: [ObjectKey] = []
        try forEachLeaf(in: root, of: .plainIntegers, place) { (leaf, _) in
            guard let integers = leaf.int else { return }
            for row in 0..<integers.count { keys.append(ObjectKey(integers[row])) }
        }
        return keys
    }

    private func forEachLeaf(
        in root: Ref, of column: Column, _ place: VerificationPlace,
        _ body: (ColumnLeaf, Ref) -> Void
    ) throws(FormatError) {
        var leafDepth: Int?
        _ = try visit(Subtree(ref: root, count: nil, depth: 0), column, place, &leafDepth, body)
    }

    /// A node and its parent's description of it.
    private struct Subtree {
        let ref: Ref
        /// Number of values below; nil at the root.
        let count: Int?
        let depth: Int
    }

    private func visit(
        _ tree: Subtree, _ column: Column, _ place: VerificationPlace, _ leafDepth: inout Int?,
        _ body: (ColumnLeaf, Ref) -> Void
    ) throws(FormatError) -> Int {
        guard verification.meet(tree.ref, place) else { return tree.count ?? 0 }
        let node = try space.node(tree.ref)
        guard node.kind.isInner else {
            return try visitLeaf(node, tree, column, place, &leafDepth, body)
        }
        guard tree.depth < BPlusTree.maximumDepth else {
            throw FormatError(.badTree, at: tree.ref, "the tree is deeper than \(BPlusTree.maximumDepth) levels")
        }
        let inner = try BPlusTree.InnerNode(node, in: space)
        var total = 0
        for index in 0..<inner.childCount {
            do {
                let child = try inner.child(index)
                let subtree = Subtree(ref: child.ref, count: child.positions.count, depth: tree.depth + 1)
                total += try visit(subtree, column, place, &leafDepth, body)
            } catch {
                log.add(error, place)
            }
        }
        if inner.total != total {
            log.add(.badTree, at: tree.ref, place, "the node says \(inner.total) values, its leaves hold \(total)")
        } else if let count = tree.count, count != total {
            log.add(.badTree, at: tree.ref, place, "the node holds \(total) values, its parent says \(count)")
        }
        return total
    }

    private func visitLeaf(
        _ node: Node, _ tree: Subtree, _ column: Column, _ place: VerificationPlace, _ leafDepth: inout Int?,
        _ body: (ColumnLeaf, Ref) -> Void
    ) throws(FormatError) -> Int {
        let leaf = try ColumnLeaf.element(column, at: tree.ref, in: space)
        if leafDepth ?? tree.depth != tree.depth {
            log.add(.badTree, at: tree.ref, place, "the leaf is not at the depth of the others")
        }
        leafDepth = tree.depth
        if let count = tree.count, count != leaf.count {
            log.add(.badTree, at: tree.ref, place, "the leaf holds \(leaf.count) values, its parent says \(count)")
        }
        if leaf.count == 0, tree.depth > 0 {
            log.add(.badTree, at: tree.ref, place, "the leaf is empty but not the root")
        }
        // Older formats kept the origins of all backlinks in one leaf.
        let isOversize = column === Column.plainIntegers && tree.depth == 0 && node.payloadByteCount > 0
        guard leaf.count <= BPlusTree.fanout || isOversize else {
            throw FormatError(.badTree, at: tree.ref, "a leaf holds \(leaf.count) values")
        }
        try leaves.checkForm(leaf, at: tree.ref, place, keyed: true)
        body(leaf, tree.ref)
        return leaf.count
    }
}

extension Column {
    /// True if a dictionary of this column may hold `value`.
    fileprivate func admits(_ value: Value) -> Bool {
        switch (type, value) {
        case (.mixed, _), (_, .null), (.int, .int), (.bool, .bool), (.string, .string), (.binary, .binary),
            (.timestamp, .timestamp), (.float, .float), (.double, .double), (.decimal, .decimal),
            (.objectId, .objectId), (.uuid, .uuid):
            true
        case (.link, .link(let table, _)): table == oppositeTable
        default: false
        }
    }
}
