/// One commit: finds out what becomes free, places and writes what is new, and makes it count.
///
/// Source: file format, transactions and space, "A commit algorithm for a new engine".
struct Commit {
    let file: WritableFile
    let start: Snapshot
    let arena: Arena
    /// The oldest version that anybody uses, the one that the transaction began with included.
    let oldest: UInt64
    /// What the file may not grow beyond.
    let limit: Int

    /// Commits the trees below `names` and `tables`.
    ///
    /// - Throws: before anything is written, damage of the file or `diskFull`; after that, the write that failed.
    func run(names: Ref, tables: Ref) throws(StorageError) {
        let output = CommitOutput(file)
        var writer: CommitWriter
        do {
            try dropOldEnd()
            let space = try FreeSpace(start.top, in: start.space, oldest: oldest, dropping: arena.dropped)
            writer = CommitWriter(arena, space, file, output, limit: limit)
            try writer.prepare([names, tables], version: start.version + 1)
        } catch {
            throw StorageError(error, file.path)
        }
        let header = try normalHeader(output)
        let newNames = try writer.write(names)
        let newTables = try writer.write(tables)
        let top = try writer.writeEnd(
            names: newNames, tables: newTables, version: start.version + 1,
            fileIdentifier: start.top?.syncFileIdentifier ?? 0)
        try file.allocate(plainByteCount: writer.space.logicalByteCount)
        try output.finish(header, top: top)
        file.cut(plainByteCount: writer.space.logicalByteCount)
    }

    /// The header, after a file in streaming form has been converted: one write, so that every state of the file on the
    /// way has a valid header.
    private func normalHeader(_ output: CommitOutput) throws(StorageError) -> RawFileHeader {
        let header = try file.contents.newestVersion().header
        guard header.isStreaming else { return header.raw }
        // The version that is there stays of its format, which may be an older one.
        let converted = header.raw.offering(header.topRef, format: header.format).flipped
        try output.finish(converted)
        return converted
    }

    /// Drops what every commit makes anew: top array, free list; and what it leaves out: history and evacuation.
    private func dropOldEnd() throws(FormatError) {
        guard let top = start.top else { return }
        for ref in [top.ref, top.freePositions, top.freeLengths, top.freeVersions, top.evacuation] where !ref.isNone {
            try arena.free(ref)
        }
        guard !top.history.isNone else { return }
        var walk = NodeTreeWalk(start.space, path: file.path)
        var dropping = DroppingVisitor(arena: arena)
        do {
            _ = try walk.run(top.history, &dropping)
        } catch {
            throw error.formatError ?? FormatError(.badTopArray, at: top.history, "the history cannot be read")
        }
    }
}

/// Drops the nodes of a tree.
private struct DroppingVisitor: NodeTreeVisitor {
    let arena: Arena

    mutating func visit(_ node: Node) throws(StorageError) -> Ref {
        do { try arena.free(node.ref) } catch { throw StorageError(error, "") }
        return node.ref
    }

    mutating func visit(_ node: Node, slots: [Int64]) throws(StorageError) -> Ref { try visit(node) }
}
