/// Compares the content of two properties: in two versions of a file, or in two files.
///
/// Values are compared bit by bit (`Value.isIdentical`), lists in order, dictionaries by key. Sets are compared in
/// stored order, which is the same for equal elements if links among them have the same keys. A link to a missing
/// object counts as null, as for every reader.
package final class ContentComparison {
    /// The target of a link.
    package struct Target {
        package let table: TableKey
        package let key: ObjectKey
    }

    private let old: NodeSpace
    private let new: NodeSpace
    /// True if both are versions of one file, in use since the older one was the newest: then equal refs mean the same
    /// node.
    private let sharesNodes: Bool
    private let isSameTarget: (_ old: Target, _ new: Target) throws(FormatError) -> Bool
    /// In a damaged file a collection may contain itself.
    private var collectionCount = 0

    /// Collections may be nested this deep, and somewhat deeper in files of other engines.
    private static let maximumDepth = 128

    /// - Parameter isSameTarget: whether links to these objects are the same.
    package init(
        _ old: NodeSpace, _ new: NodeSpace, sharesNodes: Bool,
        isSameTarget: @escaping (_ old: Target, _ new: Target) throws(FormatError) -> Bool
    ) {
        self.old = old
        self.new = new
        self.sharesNodes = sharesNodes
        self.isSameTarget = isSameTarget
    }

    // MARK: Values

    package func isSame(_ lhs: Value, _ rhs: Value, depth: Int = 0) throws(FormatError) -> Bool {
        switch (lhs.withoutUnresolvedLink, rhs.withoutUnresolvedLink) {
        case (.link(let lhsTable, let lhs), .link(let rhsTable, let rhs)):
            return try isSameTarget(Target(table: lhsTable, key: lhs), Target(table: rhsTable, key: rhs))
        case (.list(let lhs), .list(let rhs)):
            return try LargeStack.descend(from: depth) { () throws(FormatError) in
                try isSameCollection(lhs, .nestedMixed, rhs, .nestedMixed, kind: .list, depth: depth + 1)
            }
        case (.dictionary(let lhs), .dictionary(let rhs)):
            return try LargeStack.descend(from: depth) { () throws(FormatError) in
                try isSameCollection(lhs, .nestedMixed, rhs, .nestedMixed, kind: .dictionary, depth: depth + 1)
            }
        case (let lhs, let rhs): return lhs.isIdentical(to: rhs)
        }
    }

    /// Whether the collections with these roots are the same; both columns are of that kind.
    package func isSameCollection(
        _ lhs: Ref, _ lhsColumn: Column, _ rhs: Ref, _ rhsColumn: Column, kind: CollectionKind, depth: Int = 0
    ) throws(FormatError) -> Bool {
        if sharesNodes, lhs == rhs { return true }
        if lhs.isNone, rhs.isNone { return true }
        collectionCount += 1
        guard depth < ContentComparison.maximumDepth,
            collectionCount <= old.maximumNodeCount + new.maximumNodeCount
        else { throw FormatError(.badCollection, at: lhs, "collections are nested too deep") }
        guard kind == .dictionary else {
            return try isSame(
                CollectionTree(lhs, of: lhsColumn, in: old), CollectionTree(rhs, of: rhsColumn, in: new), depth)
        }
        return try isSame(
            DictionaryTree(lhs, hasIntegerKeys: lhsColumn.hasIntegerKeys, in: old),
            DictionaryTree(rhs, hasIntegerKeys: rhsColumn.hasIntegerKeys, in: new), depth)
    }

    // MARK: Collections

    private func isSame(_ lhs: CollectionTree, _ rhs: CollectionTree, _ depth: Int) throws(FormatError) -> Bool {
        if lhs.mayHoldUnresolvedLinks || rhs.mayHoldUnresolvedLinks {
            let (left, right) = (try lhs.existingElements(), try rhs.existingElements())
            guard left.count == right.count else { return false }
            for (left, right) in zip(left, right) where try !isSame(left, right, depth: depth) { return false }
            return true
        }
        guard lhs.count == rhs.count else { return false }
        var (left, right) = (CollectionReader(lhs), CollectionReader(rhs))
        var position = 0
        while position < lhs.count {
            if sharesNodes, let end = try endOfSharedLeaf(lhs, rhs, at: position) {
                position = end
                continue
            }
            let (leftLeaf, leftIndex) = try left.leaf(position)
            let (rightLeaf, rightIndex) = try right.leaf(position)
            let count = min(leftLeaf.count - leftIndex, rightLeaf.count - rightIndex)
            for offset in 0..<count {
                let (left, right) = (try leftLeaf.value(leftIndex + offset), try rightLeaf.value(rightIndex + offset))
                guard try isSame(left, right, depth: depth) else { return false }
            }
            position += count
        }
        return true
    }

    /// The position after the leaf that both share at `position`; nil if they do not share it.
    private func endOfSharedLeaf(
        _ lhs: CollectionTree, _ rhs: CollectionTree, at position: Int
    ) throws(FormatError) -> Int? {
        let (left, right) = (try lhs.leafPlace(containing: position), try rhs.leafPlace(containing: position))
        return left == right ? left.positions.upperBound : nil
    }

    private func isSame(_ lhs: DictionaryTree, _ rhs: DictionaryTree, _ depth: Int) throws(FormatError) -> Bool {
        guard lhs.count == rhs.count else { return false }
        if let left = lhs.trees, let right = rhs.trees {
            guard try isSame(left.keys, right.keys, depth) else { return false }
            return try isSame(left.values, right.values, depth)
        }
        for position in 0..<lhs.count {
            guard try lhs.key(at: position).isIdentical(to: rhs.key(at: position)),
                try isSame(lhs.value(at: position), rhs.value(at: position), depth: depth)
            else { return false }
        }
        return true
    }
}

extension Value {
    /// Replaces a link to a missing object by null.
    package var withoutUnresolvedLink: Value {
        if case .link(_, let key) = self, key.isUnresolved || key.isNull { .null } else { self }
    }
}

extension CollectionTree {
    /// The elements in order, without links to missing objects.
    package func existingElements() throws(FormatError) -> [Value] {
        var elements: [Value] = []
        elements.reserveCapacity(count)
        try forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                let value = try leaf.value(row)
                if case .link(_, let key) = value, key.isUnresolved { continue }
                elements.append(value)
            }
        }
        return elements
    }
}
