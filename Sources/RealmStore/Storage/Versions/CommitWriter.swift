/// Writes the nodes of a write transaction, children before their parents, then the free list and top array.
///
/// Unchanged nodes keep their places. A node with refs gets the width its elements need. Source:
/// file-format/free-space-and-commits.md, "A commit algorithm"; file-format/nodes.md, "Rules of nodes".
struct CommitWriter {
    private let arena: Arena
    private let file: WritableFile
    private let output: CommitOutput
    private let limit: Int
    private(set) var space: FreeSpace
    /// The length of the free list that was written.
    private(set) var freeBlockCount = 0
    /// The approximate bytes still to be placed.
    private var remaining = 0

    /// The maximum size of a top array of 12 slots.
    private static let topByteCount = Node.headerByteCount + (TopLayout.currentCount + 1) * 8

    /// - Parameter limit: the size that the file may not exceed.
    init(_ arena: Arena, _ space: FreeSpace, _ file: WritableFile, _ output: CommitOutput, limit: Int) {
        self.arena = arena
        self.space = space
        self.file = file
        self.output = output
        self.limit = limit
    }

    // MARK: Trees

    /// Prepares for the trees below `roots`, which become version `version`.
    mutating func prepare(_ roots: [Ref], version: UInt64) throws(FormatError) {
        for root in roots { remaining += try byteCount(of: root, depth: 0) }
        let end = endByteCount(version: version)
        space.prepare(nodes: remaining, list: end)
        remaining += end
    }

    /// An upper bound of the bytes of the arena's nodes at and below `ref`.
    private func byteCount(of ref: Ref, depth: Int) throws(FormatError) -> Int {
        guard arena.owns(ref) else { return 0 }
        try check(ref, depth)
        let node = arena.own(ref).node
        var sum = node.footprint
        guard node.kind.hasRefs else { return sum }
        for index in 0..<node.count {
            guard let child = node.slot(index).ref else { continue }
            sum += try LargeStack.descend(from: depth) { () throws(FormatError) in
                try byteCount(of: child, depth: depth + 1)
            }
        }
        return sum
    }

    private func check(_ ref: Ref, _ depth: Int) throws(FormatError) {
        guard depth < Arena.maximumDepth else {
            throw FormatError(.badTree, at: ref, "is nested deeper than \(Arena.maximumDepth) nodes")
        }
    }

    /// Writes the arena's nodes at and below `ref`; returns the new ref.
    mutating func write(_ ref: Ref, depth: Int = 0) throws(StorageError) -> Ref {
        guard arena.owns(ref) else { return ref }
        let source = arena.own(ref)
        guard source.kind.hasRefs else {
            let normal = NormalNode(source.node)
            let (position, target) = try place(normal.footprint)
            target.storeBytes(of: normal.header.littleEndian, as: UInt64.self)
            if normal.footprint > Node.headerByteCount {
                let payload = target + Node.headerByteCount
                payload.copyMemory(from: source.payload, byteCount: normal.words.count * 8)
                payload.storeBytes(of: normal.lastWord, toByteOffset: normal.words.count * 8, as: UInt64.self)
            }
            return position
        }
        precondition(source.widthCode == 7 || source.count == 0, "a node with refs is 64 bits wide in an arena")
        var code: UInt8 = 0
        for index in 0..<source.count {
            var slot = Slot(source.payload.load(fromByteOffset: index * 8, as: Int64.self))
            if let child = slot.ref, arena.owns(child) {
                slot = Slot(
                    try LargeStack.descend(from: depth) { () throws(StorageError) in
                        try write(child, depth: depth + 1)
                    })
                // The transaction is over either way: its nodes may be changed to match the file.
                source.payload.storeBytes(of: slot.raw, toByteOffset: index * 8, as: Int64.self)
            }
            code = max(code, IntegerEditor.widthCode(for: slot.raw))
        }
        let slots = IntegerArray(payload: source.payload, count: source.count, widthCode: 7)
        let kind = source.kind.with(width: code)
        let (position, target) = try place(EncodedIntegers.byteCount(kind, count: slots.count))
        EncodedIntegers.store(slots, kind, at: target)
        return position
    }

    /// A position for a node, and the memory to fill in.
    private mutating func place(_ byteCount: Int) throws(StorageError) -> (Ref, UnsafeMutableRawPointer) {
        let (remaining, limit) = (remaining, limit)
        let ref = try reserve(byteCount) { $0.place(byteCount, remaining: remaining, limit: limit) }
        self.remaining -= byteCount
        return (ref, try output.room(for: byteCount, at: ref.offset))
    }

    private mutating func reserve(
        _ byteCount: Int, _ place: (inout FreeSpace) -> Int?
    ) throws(StorageError) -> Ref {
        guard byteCount <= FreeSpace.sectionByteCount - 8 else {
            throw StorageError(
                .addressSpaceExhausted, file.path, "cannot hold a node of \(byteCount) bytes, which is over 64 MiB")
        }
        guard let position = place(&space) else {
            throw StorageError(
                .addressSpaceExhausted, file.path, "cannot grow beyond \(limit) bytes, the address space it was given")
        }
        try file.allocate(plainByteCount: space.logicalByteCount)
        return Ref(position)
    }

    // MARK: Free list and top array

    /// The maximum size of the free list and the top array.
    private func endByteCount(version: UInt64) -> Int {
        let count = space.blockCountLimit + 4
        // The largest growth of the file by one more node.
        let position = space.logicalByteCount + 2 * FreeSpace.sectionByteCount
        return [Int64(position), Int64(position), Int64(bitPattern: version)].reduce(CommitWriter.topByteCount + 8) {
            let kind = NodeKind(.bits, widthCode: IntegerEditor.widthCode(for: $1))
            return $0 + EncodedIntegers.byteCount(kind, count: count)
        }
    }

    /// The state of the evacuation for the top array; cuts off the empty end of the file.
    private mutating func evacuationSlot(_ evacuation: Evacuation?) throws(StorageError) -> Slot? {
        var evacuation = evacuation
        if evacuation?.limit ?? 0 > 0 {
            if !space.keepsCeiling {
                evacuation?.fail()
            } else if space.cutAboveCeiling() {
                evacuation = nil
            }
        }
        // Space that readers held so far may allow more.
        if evacuation == nil { evacuation = space.neededEvacuation }
        guard let evacuation else { return nil }
        let record = evacuation.record
        guard !record.isEmpty else { return Slot(number: UInt64(evacuation.limit)) }
        let kind = CommitWriter.kind(of: record.lazy.map(Int64.init))
        let byteCount = EncodedIntegers.byteCount(kind, count: record.count)
        let (ref, target) = try place(byteCount)
        EncodedIntegers.store(record.count, kind, at: target) { Int64(record[$0]) }
        return Slot(ref)
    }

    /// Writes the free list of the new version, and its top array, whose ref is returned.
    mutating func writeEnd(
        names: Ref, tables: Ref, history: Ref, version: UInt64, fileIdentifier: UInt64, evacuation: Evacuation?
    ) throws(StorageError) -> Ref {
        let evacuationSlot = try evacuationSlot(evacuation)
        // The list must describe the space that it takes itself: it is built in more space than it can need, and the
        // end is returned.
        let reserved = endByteCount(version: version)
        let limit = limit
        let start = try reserve(reserved) { $0.placeLast(reserved, limit: limit) }.offset
        space.trim()
        space.moveEnd(to: start + 8)
        var blocks = space.blocks()
        freeBlockCount = blocks.count
        // All positions fit the width of the size, and no block grows.
        let positionKind = NodeKind(.bits, widthCode: IntegerEditor.widthCode(for: Int64(space.logicalByteCount)))
        let lengthKind = CommitWriter.kind(of: blocks.lazy.map { Int64($0.byteCount) })
        let versionKind = CommitWriter.kind(of: blocks.lazy.map { Int64(bitPattern: $0.version) })
        var end = start
        func next(_ kind: NodeKind, _ count: Int) -> Ref {
            defer { end += EncodedIntegers.byteCount(kind, count: count) }
            return Ref(end)
        }
        let list = (
            next(positionKind, blocks.count), next(lengthKind, blocks.count), next(versionKind, blocks.count)
        )
        var top = [
            Slot(names), Slot(tables), Slot(number: UInt64(space.logicalByteCount)), Slot(list.0), Slot(list.1),
            Slot(list.2), Slot(number: version), Slot(number: UInt64(TopArray.HistoryType.inRealm.rawValue)),
            Slot(history), Slot(number: TopArray.currentHistorySchemaVersion), Slot(number: fileIdentifier),
        ].map(\.raw)
        if let evacuationSlot { top.append(evacuationSlot.raw) }
        let topKind = NodeKind.refs().with(width: IntegerPacking.widthCode(for: top))
        let topRef = next(topKind, top.count)
        precondition(end < start + reserved, "the free list is longer than was planned")
        space.moveEnd(to: end, in: &blocks)
        let target = try output.room(for: end - start, at: start) - start
        EncodedIntegers.store(blocks.count, positionKind, at: target + list.0.offset) { Int64(blocks[$0].position) }
        EncodedIntegers.store(blocks.count, lengthKind, at: target + list.1.offset) { Int64(blocks[$0].byteCount) }
        EncodedIntegers.store(blocks.count, versionKind, at: target + list.2.offset) {
            Int64(bitPattern: blocks[$0].version)
        }
        EncodedIntegers.store(top.count, topKind, at: target + topRef.offset) { [top] in top[$0] }
        return topRef
    }

    private static func kind(of numbers: some Sequence<Int64>) -> NodeKind {
        NodeKind(.bits, widthCode: IntegerPacking.widthCode(for: numbers))
    }
}
