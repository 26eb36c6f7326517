/// Whether an index of single values finds each object under its value, and nothing else.
///
/// Nothing is sorted, and nothing is told: an index of which this is not proved is checked by `VerificationIndex`,
/// which finds the place. Objects are looked at in ranges that fit into memory, once the whole index for each.
struct VerificationIndexProof {
    private let verification: Verification
    private let space: NodeSpace
    private let table: Table
    private let column: Column
    private let objects: ClusterTree
    /// The objects of the range, ascending.
    private var range = VerificationObjectChunks()
    /// A bit for each, set once it was found.
    private var seen: [UInt64] = []
    private var seenCount = 0
    /// The chunks that lead to the node which is visited.
    private var path: [Int32] = []
    private var isFirstRange = true
    private var entryCount = 0
    private var nodeCount = 0
    private var nodes: [Ref] = []
    private var lists: [Ref] = []
    private var isUnique = true
    /// Values that were looked at beside those of the objects of the range.
    private var valueCount = 0
    private static let encryptedValueLimit = 100_000

    /// Objects of a range.
    private var rangeCount: Int

    /// An index that is right.
    struct Proven {
        /// Whether no two objects have the same value.
        let isUnique: Bool
        fileprivate let nodes: [Ref]
        fileprivate let lists: [Ref]

        /// Counts the nodes of the index as met.
        ///
        /// - Returns: false if a list of objects cannot be read now.
        func meetAll(_ verification: Verification, _ table: Table, _ column: Column) -> Bool {
            let place = VerificationPlace(table, column)
            let collections = VerificationCollections(verification)
            do throws(FormatError) {
                for list in lists {
                    verification.releasePagesIfDue()
                    _ = try collections.keys(in: list, place)
                }
            } catch { return false }
            for ref in nodes { _ = verification.meet(ref, place) }
            return true
        }
    }

    /// Whether indexes of the column are proved.
    static func isPossible(of column: Column) -> Bool {
        !column.indexRoot.isNone && column.collection == nil && column.type != .mixed
            && !column.attributes.contains(.fullText)
    }

    /// - Parameters:
    ///   - gathered: the objects, as far as they were gathered before; nil if they were not.
    ///   - rangeCount: objects that are looked at at a time.
    /// - Returns: nil if nothing is proved.
    static func run(
        _ verification: Verification, _ table: Table, _ column: Column,
        _ gathered: VerificationObjectChunks? = nil, rangeCount: Int = VerificationObjectChunks.limit
    ) -> Proven? {
        guard isPossible(of: column) else { return nil }
        do throws(FormatError) {
            var proof = try VerificationIndexProof(verification, table, column, rangeCount)
            if let gathered, gathered.isWhole, gathered.count == proof.objects.count {
                (proof.range, proof.rangeCount) = (gathered, gathered.count)
            }
            var holds = false
            try verification.hold(table.clusters) { () throws(FormatError) in holds = try proof.holds() }
            return holds ? Proven(isUnique: proof.isUnique, nodes: proof.nodes, lists: proof.lists) : nil
        } catch {
            return nil
        }
    }

    private init(
        _ verification: Verification, _ table: Table, _ column: Column, _ rangeCount: Int
    ) throws(FormatError) {
        self.rangeCount = rangeCount
        self.verification = verification
        space = verification.space
        self.table = table
        self.column = column
        objects = try table.objects()
    }

    private mutating func holds() throws(FormatError) -> Bool {
        var start = 0
        repeat {
            // All of them may have been gathered.
            if start > 0 || range.count == 0 { try load(from: start) }
            let count = range.count
            // Leaves that cannot be read are left out.
            guard count == min(rangeCount, objects.count - start) else { return false }
            seen = Array(repeating: 0, count: (count + 63) / 64)
            (seenCount, nodeCount) = (0, 0)
            guard try visit(column.indexRoot, isTop: true, depth: 0), seenCount == count else { return false }
            isFirstRange = false
            start += count
        } while start < objects.count
        return entryCount == objects.count
    }

    /// Reads the objects of a range.
    private mutating func load(from start: Int) throws(FormatError) {
        let end = min(objects.count, start + rangeCount)
        range.removeAll()
        range.reserve(end - start)
        var position = 0
        try forEachLeaf { (leaf) throws(FormatError) in
            defer { position += leaf.count }
            guard position < end, position + leaf.count > start else { return }
            let rows = max(0, start - position)..<min(leaf.count, end - position)
            try range.add(rows, of: leaf, column, in: space)
        }
    }

    /// Calls `body` for each leaf of objects, between which decrypted pages may be released.
    private func forEachLeaf(_ body: (ClusterLeaf) throws(FormatError) -> Void) throws(FormatError) {
        guard verification.pages != nil else { return try objects.forEachLeaf(body) }
        var failure: FormatError?
        try VerificationClusters(verification.silent(), table, tombstones: false).check(table.clusters) { leaf in
            guard failure == nil else { return }
            do throws(FormatError) { try body(leaf) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    // MARK: The index

    /// Each object adds at most a node for each level to an index.
    private var maximumNodeCount: Int { (objects.count + 1) * (VerificationIndex.maximumLevels + 3) }

    private mutating func visit(_ ref: Ref, isTop: Bool, depth: Int) throws(FormatError) -> Bool {
        nodeCount += 1
        guard depth < SearchIndex.maximumSteps, nodeCount <= maximumNodeCount else { return false }
        verification.releasePagesIfDue()
        let node = try IndexNode(ref, in: space)
        guard node.count <= IndexNodeEditor.fanout, node.count > 0 || (isTop && !node.isInner) else { return false }
        if isFirstRange { nodes.append(ref) }
        var isRight = false
        try verification.hold(ref) { () throws(FormatError) in isRight = try visitElements(of: node, depth) }
        return isRight
    }

    /// Visits what is below a node, which stays readable meanwhile.
    private mutating func visitElements(of node: IndexNode, _ depth: Int) throws(FormatError) -> Bool {
        for index in 0..<node.count {
            let key = node.key(index)
            guard index == 0 || node.key(index - 1) < key else { return false }
            if node.isInner {
                let child = try node.child(index)
                let below = try IndexNode(child, in: space)
                guard below.count > 0, below.key(below.count - 1) == key else { return false }
                guard try visit(child, isTop: false, depth: depth + 1) else { return false }
            } else {
                path.append(key)
                guard try visitElement(node.element(index), depth) else { return false }
                path.removeLast()
            }
        }
        return true
    }

    private mutating func visitElement(_ element: Slot, _ depth: Int) throws(FormatError) -> Bool {
        if let number = element.number { return try find(Int64(bitPattern: number)) }
        guard let child = element.ref else { return false }
        if try space.node(child).kind.context {
            guard path.count < VerificationIndex.maximumLevels else { return false }
            return try visit(child, isTop: false, depth: depth + 1)
        }
        return try visitList(child)
    }

    /// Objects of equal values, ascending.
    private mutating func visitList(_ root: Ref) throws(FormatError) -> Bool {
        if isFirstRange { lists.append(root) }
        let count = try CollectionTree(root, of: .plainIntegers, in: space).count
        guard count > 0, count <= objects.count else { return false }
        if count > 1 { isUnique = false }
        // Pages may be released before the next value is read.
        let scratch = isFirstRange && verification.releasesPages ? ValueScratch() : nil
        var first: Value?
        var last: Int64?
        var position = 0
        while position < count {
            let keys = try keys(of: root, from: position)
            for key in keys {
                guard try find(key) else { return false }
                // All keys of a list are compared for the first range.
                guard isFirstRange else { continue }
                guard last.map({ $0 < key }) ?? true, let value = try value(of: key) else { return false }
                if let first, ValueOrder.compare(first, value) != 0 { return false }
                first = first ?? scratch?.copy(value) ?? value
                last = key
            }
            position += keys.count
        }
        return true
    }

    /// The objects of a leaf of a list, from the one at `position` on.
    private func keys(of root: Ref, from position: Int) throws(FormatError) -> [Int64] {
        let (leaf, positions) = try CollectionTree(root, of: .plainIntegers, in: space).leaf(containing: position)
        guard let keys = leaf.int else { preconditionFailure("keys are integers") }
        return (position..<positions.upperBound).map { keys[$0 - positions.lowerBound] }
    }

    /// Notes that the path leads to an object; false if it should not.
    private mutating func find(_ key: Int64) throws(FormatError) -> Bool {
        if isFirstRange {
            entryCount += 1
            guard entryCount <= objects.count else { return false }
        }
        guard let position = range.position(of: key) else { return true }
        let bit: UInt64 = 1 << UInt64(position & 63)
        guard seen[position >> 6] & bit == 0 else { return false }
        seen[position >> 6] |= bit
        seenCount += 1
        let expected = range.objects[position]
        guard path[0] == expected.first, path.count < 2 || path[1] == expected.second else { return false }
        if path.count <= 2 { return true }
        guard let value = try value(of: key) else { return false }
        let data = IndexData(mixed: value)
        return (2..<path.count).allSatisfy { data.chunk(at: $0 * IndexData.chunkByteCount) == path[$0] }
    }

    private mutating func value(of key: Int64) throws(FormatError) -> Value? {
        valueCount += 1
        // Values in the order of an index lie all over the file, and would be decrypted again and again.
        if valueCount > VerificationIndexProof.encryptedValueLimit, verification.releasesPages { return nil }
        verification.releasePagesIfDue()
        guard let position = try objects.find(ObjectKey(key)) else { return nil }
        return try table.value(of: column, at: position)
    }
}
