/// One commit: determines the blocks that become free, places and writes the new nodes. It takes effect once the header
/// names it (`WriteTurn.finish`).
///
/// Source: file-format/free-space-and-commits.md, "The order of a commit" and "A commit algorithm".
struct Commit {
    let file: WritableFile
    let output: CommitOutput
    let start: Snapshot
    let arena: Arena
    /// All of the file.
    let wholeSpace: NodeSpace
    /// The size that the file may not exceed.
    let limit: Int
    /// Where the search for nodes to move so that there are fewer gaps goes on.
    private(set) var position: SweepPosition
    /// The versions in use.
    private(set) var held: HeldVersions
    /// The space usage after the commit.
    private(set) var usage: SpaceUsage?
    /// Bytes that a commit moves so that the file can shrink, if not in proportion to its own.
    let movedByteCount: Int?

    /// With more gaps than this, nodes are moved to reduce their number.
    private static let manyGaps = 512
    /// The budget for that: bytes moved, and nodes looked at, as many as there are gaps: each costs work in every
    /// commit, too.
    private static let sweepBudget = (bytes: 2048, visits: 4096)
    /// The same for children of the nodes that a commit writes, for which nothing else has to be copied.
    private static let childBudget = (bytes: 8192, visits: 512)
    /// The same for an evacuation, in addition to half of the commit's own bytes.
    private static let evacuationBudget = (bytes: 4096, visits: 1024)

    /// The position of a search over several commits.
    struct SweepPosition {
        /// Of the walk over all nodes (`NodeRelocation`).
        var path: [Int] = []
        /// Among the children of changed nodes (`ChildRelocation`).
        var passedChildren = 0
    }

    /// A version that is written, but not in effect yet.
    struct Placed {
        let top: Ref
        /// The maximum size of the file once the version is in effect.
        let byteCount: Int
    }

    /// The first page of an encrypted file is written with the header, when the version is known to others already:
    /// what they read must be elsewhere.
    private var floor: Int { file.pages == nil ? 0 : PageCipher.pageSize }

    /// Writes the trees below `names` and `tables` so that they can be read.
    ///
    /// - Parameters:
    ///   - changeset: the changes of the transaction.
    ///   - oldest: the version since which changes are followed.
    /// - Throws: before anything is written, damage of the file or `diskFull`; after that, the write that failed.
    mutating func place(
        names: Ref, tables: Ref, _ changeset: ChangesetBytes?, keepingChangesAfter oldest: UInt64
    ) throws(StorageError) -> Placed {
        var writer: CommitWriter
        var (names, tables) = (names, tables)
        let history: Ref
        var evacuation: Evacuation?
        do {
            if let top = start.top { evacuation = try Evacuation(after: top, in: start.space) }
            try dropOldEnd()
            history = try History(start.top).appending(changeset, keepingAfter: oldest, over: start.space, in: arena)
            var space = try FreeSpace(
                start.top, in: wholeSpace, held: &held, floor: floor, ceiling: evacuation?.ceiling ?? .max)
            try relocate(space, &evacuation, &names, &tables)
            try space.drop(arena.dropped, of: start.top)
            writer = CommitWriter(arena, space, file, output, limit: limit)
            try writer.prepare([names, tables, history], version: start.version + 1)
        } catch {
            throw StorageError(error, file.path)
        }
        try output.begin()
        let newNames = try writer.write(names)
        let newTables = try writer.write(tables)
        let newHistory = try writer.write(history)
        let top = try writer.writeEnd(
            names: newNames, tables: newTables, history: newHistory, version: start.version + 1,
            fileIdentifier: start.top?.syncFileIdentifier ?? 0, evacuation: evacuation)
        try file.allocate(plainByteCount: writer.space.logicalByteCount)
        try output.flush()
        usage = writer.space.usage
        usage?.freeBlockCount = writer.freeBlockCount
        return Placed(top: top, byteCount: writer.space.logicalByteCount)
    }

    /// Moves some nodes to better places: out of the part of the file that is to be cut off, or to where they leave
    /// fewer gaps.
    private mutating func relocate(
        _ space: FreeSpace, _ evacuation: inout Evacuation?, _ names: inout Ref, _ tables: inout Ref
    ) throws(FormatError) {
        if var current = evacuation, current.isMoving {
            let bytes = movedByteCount ?? (arena.liveByteCount / 2 + Commit.evacuationBudget.bytes)
            guard bytes > 0 else { return }
            let limit = current.limit
            var relocation = NodeRelocation(
                arena, path: current.path, bytes: bytes, visits: Commit.evacuationBudget.visits
            ) { position, byteCount in position + byteCount > limit }
            let isDone = try relocation.run(names: &names, tables: &tables)
            current.path = relocation.path
            if isDone { current.finishWalk() }
            evacuation = current
        } else if evacuation?.limit ?? 0 == 0, space.gapCount > Commit.manyGaps, movedByteCount != 0,
            // The nodes of a large commit are placed in runs, not in gaps of their size.
            arena.liveByteCount <= FreeSpace.smallByteCount
        {
            try sweep(space, &names, &tables)
        }
    }

    /// Moves some nodes to where they leave fewer gaps, first of those whose parents are written anyway.
    private mutating func sweep(
        _ space: FreeSpace, _ names: inout Ref, _ tables: inout Ref
    ) throws(FormatError) {
        let borders = space.borders
        // Half of what may be moved for each of the two.
        let limit = (movedByteCount ?? .max) / 2
        var children = ChildRelocation(
            arena, space, borders, skipping: position.passedChildren, bytes: min(Commit.childBudget.bytes, limit),
            visits: Commit.childBudget.visits)
        let isDone = try children.run(tables)
        position.passedChildren = isDone ? 0 : children.count
        var nodes = NodeRelocation(
            arena, path: position.path, bytes: min(Commit.sweepBudget.bytes, limit),
            visits: min(space.gapCount, Commit.sweepBudget.visits), near: borders, moving: space.isBetterElsewhere)
        _ = try nodes.run(names: &names, tables: &tables)
        position.path = nodes.path
    }

    /// Drops what every commit writes again: top array, free list, evacuation record.
    private func dropOldEnd() throws(FormatError) {
        guard let top = start.top else { return }
        for ref in [top.ref, top.freePositions, top.freeLengths, top.freeVersions, top.evacuation] where !ref.isNone {
            try arena.free(ref)
        }
    }
}
