extension Realm {
    /// Returns a map of the bytes of the version that the Realm shows, and of their owners. Additional to the SDK.
    ///
    /// - Parameter cellCount: the number of parts into which the file is divided, at least 1; a small file has fewer.
    /// - Complexity: O(bytes of the file), and memory for `cellCount` numbers of each class.
    /// - Throws: `invalidDatabase` with reason `damagedFile` for damage encountered.
    ///
    /// Traps in a write transaction, whose version has no place in the file yet, and for less than one part.
    public func spaceMap(cellCount: Int = 2048) throws -> SpaceMap {
        require(!isInWriteTransaction, "A space map shows a version that was committed: make it after the transaction.")
        require(cellCount > 0, "A space map needs one cell at least.")
        let group = session.group
        let isStreaming = session.file?.header.isStreaming ?? false
        return try rethrowing {
            let source = try SnapshotSource(group.snapshot)
            var reader = SpaceMapReader(group, source, schema, isStreaming: isStreaming, cellCount: cellCount)
            return try reader.read()
        }
    }
}

/// Walks over all nodes of a version and counts the bytes of each owner in each cell.
private struct SpaceMapReader: NodeTreeVisitor {
    private let group: Group
    private let source: SnapshotSource
    private let byteCount: Int
    private let isStreaming: Bool
    private let cellBytes: Int
    private let kinds: [(kind: Realm.SpaceMap.Kind, className: String?)]
    /// Bytes of each owner, a cell after the other.
    private var bytes: [Int]
    /// The owner of the nodes being visited.
    private var owner = 0

    private static let fixedKinds: [Realm.SpaceMap.Kind] = [.header, .bookkeeping, .history, .free, .unaccounted]

    init(_ group: Group, _ source: SnapshotSource, _ schema: Schema, isStreaming: Bool, cellCount: Int) {
        self.group = group
        self.source = source
        self.isStreaming = isStreaming
        byteCount = group.snapshot.contents.plainByteCount
        cellBytes = max(8, ((byteCount + cellCount - 1) / cellCount + 7) / 8 * 8)
        kinds = SpaceMapReader.fixedKinds.map { ($0, nil) } + schema.objectSchema.map { (.objects, $0.className) }
        bytes = Array(repeating: 0, count: (byteCount + cellBytes - 1) / cellBytes * kinds.count)
    }

    mutating func read() throws(StorageError) -> Realm.SpaceMap {
        add(.header, from: 0, count: RawFileHeader.byteCount)
        let footer = isStreaming ? RawFileHeader.footerByteCount : 0
        add(.header, from: byteCount - footer, count: footer)
        guard let top = group.snapshot.top else {
            add(.free, from: RawFileHeader.byteCount, count: byteCount - RawFileHeader.byteCount - footer)
            return map(freeBlocks: 0, largest: 0)
        }
        add(.free, from: top.logicalByteCount, count: byteCount - footer - top.logicalByteCount)
        try addNodes(top)
        do {
            let (count, largest) = try addFreeBlocks(top)
            return map(freeBlocks: count, largest: largest)
        } catch {
            throw StorageError(error, source.path)
        }
    }

    private mutating func addFreeBlocks(_ top: TopArray) throws(FormatError) -> (count: Int, largest: Int) {
        let list = try FreeList(top, in: source.space)
        var largest = 0
        for index in 0..<list.count {
            add(.free, from: list[index].position, count: list[index].byteCount)
            largest = max(largest, list[index].byteCount)
        }
        return (list.count, largest)
    }

    /// Counts the nodes of the top array's trees. The tables are walked one by one, since each has its owner.
    private mutating func addNodes(_ top: TopArray) throws(StorageError) {
        var walk = NodeTreeWalk(source.space, path: source.path, release: source.releaseMemory)
        owner = index(of: .bookkeeping)
        do {
            for ref in [top.ref, top.tables] { add(try source.space.node(ref)) }
        } catch {
            throw StorageError(error, source.path)
        }
        let lists = [top.names, top.freePositions, top.freeLengths, top.freeVersions, top.evacuation]
        for ref in lists where !ref.isNone { _ = try walk.run(ref, &self) }
        for table in group.tables {
            owner =
                kinds.firstIndex { $0.kind == .objects && $0.className == table.className }
                ?? index(of: .bookkeeping)
            _ = try walk.run(table.ref, &self)
        }
        owner = index(of: .history)
        if !top.history.isNone { _ = try walk.run(top.history, &self) }
    }

    mutating func visit(_ node: Node) -> Ref {
        add(node)
        return node.ref
    }

    mutating func visit(_ node: Node, slots: [Int64]) -> Ref { visit(node) }

    private mutating func add(_ node: Node) { add(owner, from: node.ref.offset, count: node.footprint) }

    private func index(of kind: Realm.SpaceMap.Kind) -> Int {
        guard let index = SpaceMapReader.fixedKinds.firstIndex(of: kind) else {
            preconditionFailure("classes are found by name")
        }
        return index
    }

    private mutating func add(_ kind: Realm.SpaceMap.Kind, from offset: Int, count: Int) {
        add(index(of: kind), from: offset, count: count)
    }

    /// Counts the bytes within the file: damaged free blocks may reach beyond.
    private mutating func add(_ owner: Int, from offset: Int, count: Int) {
        var start = max(0, offset)
        let (sum, overflow) = offset.addingReportingOverflow(count)
        let end = overflow ? byteCount : min(byteCount, sum)
        while start < end {
            let cell = start / cellBytes
            let next = min(end, (cell + 1) * cellBytes)
            bytes[cell * kinds.count + owner] += next - start
            start = next
        }
    }

    private func map(freeBlocks: Int, largest: Int) -> Realm.SpaceMap {
        var totals = Array(repeating: 0, count: kinds.count)
        let unaccounted = index(of: .unaccounted)
        let cells = (0..<bytes.count / kinds.count).map { cell in
            var shares: [Realm.SpaceMap.Share] = []
            var rest = min(cellBytes, byteCount - cell * cellBytes)
            for owner in kinds.indices {
                rest -= bytes[cell * kinds.count + owner]
            }
            for owner in kinds.indices {
                let count = owner == unaccounted ? max(0, rest) : bytes[cell * kinds.count + owner]
                guard count > 0 else { continue }
                totals[owner] += count
                shares.append(Realm.SpaceMap.Share(owner: owner, bytes: count))
            }
            return Realm.SpaceMap.Cell(shares: shares)
        }
        let owners = zip(kinds, totals).map { owner, bytes in
            Realm.SpaceMap.Owner(kind: owner.kind, className: owner.className, bytes: bytes)
        }
        return Realm.SpaceMap(
            cellBytes: cellBytes, owners: owners, cells: cells, freeBlocks: freeBlocks, largestFreeBlock: largest)
    }
}
