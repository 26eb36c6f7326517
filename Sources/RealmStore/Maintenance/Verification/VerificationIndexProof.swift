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
                for list in lists { _ = try collections.keys(in: list, place) }
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
        for index in 0..<node.count {
            let key = node.key(index)
            guard index == 0 || node.key(index - 1) < key else { return false }
            if node.isInner {
                let child = try node.child(index)
                let below = try IndexNode(child, in: space)
                guard below.count > 0, below.key(below.count - 1) == key else { return false }
                guard try visit(child, below: ref, depth) else { return false }
            } else {
                path.append(key)
                guard try visitElement(node.element(index), of: ref, depth) else { return false }
                path.removeLast()
            }
        }
        return true
    }

    /// Visits a node, during which the one above it stays readable.
    private mutating func visit(_ child: Ref, below parent: Ref, _ depth: Int) throws(FormatError) -> Bool {
        var isRight = false
        try verification.hold(parent) { () throws(FormatError) in
            isRight = try visit(child, isTop: false, depth: depth + 1)
        }
        return isRight
    }

    private mutating func visitElement(_ element: Slot, of node: Ref, _ depth: Int) throws(FormatError) -> Bool {
        if let number = element.number { return try find(Int64(bitPattern: number)) }
        guard let child = element.ref else { return false }
        if try space.node(child).kind.context {
            guard path.count < VerificationIndex.maximumLevels else { return false }
            return try visit(child, below: node, depth)
        }
        return try visitList(child)
    }

    /// Objects of equal values, ascending.
    private mutating func visitList(_ root: Ref) throws(FormatError) -> Bool {
        if isFirstRange { lists.append(root) }
        let list = try CollectionTree(root, of: .plainIntegers, in: space)
        guard list.count > 0, list.count <= objects.count else { return false }
        if list.count > 1 { isUnique = false }
        var last: (key: Int64, value: Value)?
        for position in 0..<list.count {
            guard case .int(let key) = try list.value(at: position), try find(key) else { return false }
            // All keys of a list are compared for the first range.
            guard isFirstRange else { continue }
            guard let value = try value(of: key) else { return false }
            if let last, last.key >= key || ValueOrder.compare(last.value, value) != 0 { return false }
            last = (key, value)
        }
        return true
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
        guard let position = try objects.find(ObjectKey(key)) else { return nil }
        return try table.value(of: column, at: position)
    }
}
