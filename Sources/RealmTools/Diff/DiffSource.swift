import RealmStore

/// Two compared files, and the definition of equality for their objects.
///
/// Links are equal if their targets are matched with each other; embedded objects if their content is equal. If whole
/// nodes are equal, their values are not compared.
final class DiffSource {
    let old: ExportSource
    let new: ExportSource
    /// Every table of either file, by name.
    let tables: [DiffClass]
    private var byOldTable: [TableKey: DiffClass] = [:]
    private var byNewTable: [TableKey: DiffClass] = [:]
    private let nodes: NodeTreeComparison
    private var content: ContentComparison?
    private var mixedNodesDecide: Bool?
    /// The enclosing embedded objects of the one being compared; a damaged file may have cycles.
    private var depth = 0
    private var embeddedCount = 0

    init(_ old: ExportSource, _ new: ExportSource, _ tables: [DiffClass]) {
        self.old = old
        self.new = new
        self.tables = tables
        nodes = NodeTreeComparison(lhs: old.space, rhs: new.space)
        for pair in tables {
            if let table = pair.old?.table { byOldTable[table.key] = pair }
            if let table = pair.new?.table { byNewTable[table.key] = pair }
        }
        content = ContentComparison(old.space, new.space, sharesNodes: false) {
            [unowned self] (first, second) throws(FormatError) in try isSameTarget(first, second)
        }
    }

    /// The clusters of a class, matched once.
    func leaves(of pair: DiffClass) throws(FormatError) -> DiffLeaves {
        if let known = pair.leaves { return known }
        let made = try DiffLeaves(of: pair)
        pair.leaves = made
        return made
    }

    // MARK: Whole columns

    /// Whether a property is equal in all rows of two paired clusters. False if that is not certain.
    func isSameColumn(
        _ property: DiffClass.Property, of pair: DiffClass, _ left: ClusterLeaf, _ right: ClusterLeaf
    ) throws(FormatError) -> Bool {
        guard let first = pair.old?.properties[property.old], let second = pair.new?.properties[property.new],
            try nodesDecide(first, second)
        else { return false }
        return try nodes.isSame(left.column(first.column.leafIndex), right.column(second.column.leafIndex))
    }

    /// Whether equal nodes mean equal values: links must have the same targets.
    private func nodesDecide(
        _ first: ExportClass.Property, _ second: ExportClass.Property
    ) throws(FormatError) -> Bool {
        guard first.column.hasComparableLeaves(with: second.column) else { return false }
        switch first.column.type {
        case .mixed, .typedLink: return try allKeysAgree()
        case .link:
            guard let target = byOldTable[first.column.oppositeTable] else { return false }
            if first.column.collection == .dictionary, first.column.oppositeTable != second.column.oppositeTable {
                return false
            }
            return first.holdsEmbedded ? try isSameThroughout(target) : try leaves(of: target).areAllPaired
        default: return true
        }
    }

    /// Whether equal table and object keys identify the same object in both files.
    private func allKeysAgree() throws(FormatError) -> Bool {
        if let known = mixedNodesDecide { return known }
        var agree = true
        for pair in tables where agree {
            agree = try leaves(of: pair).areAllPaired
            if pair.old?.table.key != pair.new?.table.key { agree = false }
        }
        mixedNodesDecide = agree
        return agree
    }

    /// Whether all objects of an embedded class are equal, under the same keys. False if that is not certain.
    private func isSameThroughout(_ pair: DiffClass) throws(FormatError) -> Bool {
        if let known = pair.isSameThroughout { return known }
        // Nested objects of the same class are not known yet.
        pair.isSameThroughout = false
        guard let old = pair.old?.table, let new = pair.new?.table, try leaves(of: pair).areAllPaired else {
            return false
        }
        for (place, other) in try leaves(of: pair).pairs {
            let (left, right) = (try old.cluster(place), try new.cluster(other))
            for property in pair.properties where try !isSameColumn(property, of: pair, left, right) { return false }
        }
        pair.isSameThroughout = true
        return true
    }

    // MARK: Single objects

    /// Whether a property is equal in two rows.
    func isSame(
        _ property: DiffClass.Property, of pair: DiffClass, _ left: ExportRows.Values, _ leftRow: Int,
        _ right: ExportRows.Values, _ rightRow: Int
    ) throws(FormatError) -> Bool {
        guard let content, let first = pair.old, let second = pair.new else { return false }
        let (column, other) = (first.properties[property.old].column, second.properties[property.new].column)
        switch (left, right) {
        case (.single(let left), .single(let right)):
            return try content.isSame(old.value(left, leftRow), new.value(right, rightRow))
        case (.collections(let left), .collections(let right)):
            guard let kind = column.collection else { return false }
            let root = try first.table.collectionRoot(left.slot(leftRow), of: column)
            let otherRoot = try second.table.collectionRoot(right.slot(rightRow), of: other)
            if try content.isSameCollection(root, column, otherRoot, other, kind: kind) { return true }
            return kind == .set ? try isSameSet(root, column, otherRoot, other) : false
        default: return false
        }
    }

    private func isSameTarget(
        _ first: ContentComparison.Target, _ second: ContentComparison.Target
    ) throws(FormatError) -> Bool {
        guard let pair = byOldTable[first.table], pair.new?.table.key == second.table else { return false }
        if pair.isEmbedded {
            return try LargeStack.descend(from: depth) { () throws(FormatError) in
                try isSameEmbedded(pair, first.key, second.key)
            }
        }
        if try leaves(of: pair).areAllPaired { return first.key == second.key }
        guard let key = try pair.oldKeys?.key(of: first.key), let other = try pair.newKeys?.key(of: second.key) else {
            return false
        }
        return key.isSame(as: other)
    }

    private func isSameEmbedded(
        _ pair: DiffClass, _ first: ObjectKey, _ second: ObjectKey
    ) throws(FormatError) -> Bool {
        if first == second, try isSameThroughout(pair) { return true }
        guard let (left, leftRow) = try pair.old?.find(first), let (right, rightRow) = try pair.new?.find(second) else {
            throw FormatError(.badValue, at: .none, "an embedded object of '\(pair.name)' does not exist")
        }
        depth += 1
        embeddedCount += 1
        defer { depth -= 1 }
        // An object with several owners would be compared repeatedly.
        guard depth < JSONWriter.maximumDepth,
            embeddedCount <= (old.space.maximumNodeCount + new.space.maximumNodeCount) * ClusterLeaf.fanout
        else { throw FormatError(.badValue, at: .none, "embedded objects of '\(pair.name)' own each other") }
        for property in pair.properties {
            let isSame = try isSame(
                property, of: pair, left.values[property.old], leftRow, right.values[property.new], rightRow)
            guard isSame else { return false }
        }
        return true
    }

    // MARK: Sets

    /// Whether sets are equal whose elements may be in different orders: by object keys, or by an older rule.
    private func isSameSet(
        _ root: Ref, _ column: Column, _ otherRoot: Ref, _ other: Column
    ) throws(FormatError) -> Bool {
        var left = try elements(CollectionTree(root, of: column, in: old.space)) { (table) in
            byOldTable[table].map { ($0, $0.oldKeys) }
        }
        var right = try elements(CollectionTree(otherRoot, of: other, in: new.space)) { (table) in
            byNewTable[table].map { ($0, $0.newKeys) }
        }
        guard left.count == right.count else { return false }
        left.sort()
        right.sort()
        return zip(left, right).allSatisfy { $0.isSame(as: $1) }
    }

    private func elements(
        _ tree: CollectionTree, _ target: (TableKey) -> (pair: DiffClass, keys: DiffKeyReader?)?
    ) throws(FormatError) -> [Element] {
        var elements: [Element] = []
        for value in try tree.existingElements() {
            guard case .link(let table, let key) = value else {
                elements.append(Element(className: "", key: DiffKey(first: value, rest: [])))
                continue
            }
            guard let (pair, keys) = target(table), let keys else {
                throw FormatError(.badValue, at: .none, "an element of a set leads to no table")
            }
            elements.append(Element(className: pair.name, key: try keys.key(of: key)))
        }
        return elements
    }

    /// An element of a set, independent of its file.
    private struct Element: Comparable {
        /// For a link, the target's class; else empty.
        let className: String
        let key: DiffKey

        func isSame(as other: Element) -> Bool { className == other.className && key.isSame(as: other.key) }

        static func == (lhs: Element, rhs: Element) -> Bool { lhs.isSame(as: rhs) }

        static func < (lhs: Element, rhs: Element) -> Bool {
            lhs.className == rhs.className ? lhs.key.precedes(rhs.key) : lhs.className < rhs.className
        }
    }
}
