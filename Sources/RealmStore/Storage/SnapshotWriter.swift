/// Writes one version of a file as a new file: every node that can be reached, and nothing else, from front to back.
///
/// The new file is in normal form: selected slot 1, format 24, a top array of 11 slots with an empty local history, and
/// a free list of what lies between nodes and behind them. B+ trees are copied as they are; nodes with refs get the
/// width that their new refs need. Source: file format, transactions and space, "More advice".
struct SnapshotWriter: ~Copyable {
    /// What was written.
    struct Summary: Equatable, Sendable {
        let nodeCount: Int
        let digest: TreeDigest
    }

    private var output: FileOutput
    private let targetPath: String
    private var digest = TreeDigest()
    /// Where a node would have crossed a section boundary.
    private var gaps: [FreeList.Block] = []

    /// No node crosses a multiple of this.
    private let sectionByteCount: Int

    /// Engines map files in pieces of this size.
    static let sectionByteCount = 64 << 20

    private init(_ output: consuming FileOutput, _ targetPath: String, sectionByteCount: Int) {
        self.output = output
        self.targetPath = targetPath
        self.sectionByteCount = sectionByteCount
    }

    /// Writes the version that `source` shows to an empty file.
    ///
    /// - Parameters:
    ///   - targetPath: for errors.
    ///   - key: of the new file; nil for a plain one.
    ///   - version: the number the version gets; nil keeps it.
    ///   - sectionByteCount: no node crosses a multiple of this.
    ///   - durability: whether, and when, the file has to survive a power loss.
    ///   - replacement: trees that the file has in place of some of the source's.
    ///   - progress: called now and then with the bytes of nodes that were copied.
    /// - Throws: `upgradeRequired` for a source of another format than 24; `damaged`; what writing gives.
    /// - Complexity: O(bytes of the nodes); memory for six blocks of 1 MiB, the nodes on one path, and what `source`
    ///   keeps between two releases of it.
    static func write(
        _ source: SnapshotSource, to file: consuming FileDescriptor, at targetPath: String, key: EncryptionKey?,
        version: UInt64? = nil, sectionByteCount: Int = SnapshotWriter.sectionByteCount,
        durability: FileOutput.Durability = .durable, replacement: (any TreeReplacement)? = nil,
        progress: @escaping (Int) -> Void = { _ in }
    ) throws(StorageError) -> Summary {
        var writer = SnapshotWriter(
            FileOutput(file, key: key, durability: durability), targetPath, sectionByteCount: sectionByteCount)
        guard let roots = source.roots else { return try writer.finishWithoutCommit() }
        guard source.format == FileHeader.currentFormat else {
            throw StorageError(
                .upgradeRequired(source.format), source.path,
                "has file format version \(source.format), which must be upgraded to \(FileHeader.currentFormat) to be "
                    + "copied")
        }
        var walk = NodeTreeWalk(
            source.space, path: source.path, arenaByteCount: source.arenaByteCount, replacement: replacement,
            release: source.releaseMemory, progress: progress)
        try writer.append(zeros: RawFileHeader.byteCount)
        let names = try walk.run(roots.names, &writer)
        let tables = try walk.run(roots.tables, &writer)
        let summary = Summary(nodeCount: walk.nodeCount, digest: writer.digest)
        try writer.finish(
            names: names, tables: tables, version: version ?? source.version, fileIdentifier: source.fileIdentifier)
        return summary
    }

    /// The summary of a file that was written before, read back from it.
    static func summary(
        of file: RealmFile, progress: @escaping (Int) -> Void = { _ in }
    ) throws(StorageError) -> Summary {
        var reader = DigestReader()
        let source = try SnapshotSource(file)
        guard let roots = source.roots else { return Summary(nodeCount: 0, digest: reader.digest) }
        var walk = NodeTreeWalk(source.space, path: file.path, release: source.releaseMemory, progress: progress)
        _ = try walk.run(roots.names, &reader)
        _ = try walk.run(roots.tables, &reader)
        return Summary(nodeCount: walk.nodeCount, digest: reader.digest)
    }

    /// Reads a tree for its digest alone.
    private struct DigestReader: NodeTreeVisitor {
        var digest = TreeDigest()

        mutating func visit(_ node: Node) -> Ref {
            digest.add(node)
            return node.ref
        }

        mutating func visit(_ node: Node, slots: [Int64]) -> Ref {
            digest.add(node.kind, slots: slots)
            return node.ref
        }
    }
}

extension SnapshotWriter: NodeTreeVisitor {
    mutating func visit(_ node: Node) throws(StorageError) -> Ref {
        let normal = NormalNode(node)
        digest.add(node)
        let ref = try place(normal.footprint, node.ref)
        do {
            try output.append(word: normal.header)
            try output.append(UnsafeRawBufferPointer(normal.words))
            if normal.footprint > Node.headerByteCount { try output.append(word: normal.lastWord) }
        } catch {
            throw StorageError(error, targetPath)
        }
        return ref
    }

    mutating func visit(_ node: Node, slots: [Int64]) throws(StorageError) -> Ref {
        digest.add(node.kind, slots: slots)
        return try append(slots, node.kind, copying: node.ref)
    }

    /// Appends a node of integers or slots in the width they need, or a wider one.
    private mutating func append(
        _ elements: [Int64], _ kind: NodeKind, atLeast widthCode: UInt8 = 0, copying old: Ref = .none
    ) throws(StorageError) -> Ref {
        let code = max(widthCode, IntegerPacking.widthCode(for: elements))
        let words = IntegerPacking.words(elements, widthCode: code)
        let ref = try place(Node.headerByteCount + (words.count * 8), old)
        do throws(SystemError) {
            try output.append(word: NormalNode.header(kind.with(width: code), count: elements.count))
            try words.withUnsafeBufferPointer { (words) throws(SystemError) in
                try output.append(UnsafeRawBufferPointer(words))
            }
        } catch {
            throw StorageError(error, targetPath)
        }
        return ref
    }

    /// The ref of a node of `footprint` bytes to be appended now, after a gap if it would cross a section boundary.
    private mutating func place(_ footprint: Int, _ old: Ref) throws(StorageError) -> Ref {
        guard footprint <= sectionByteCount else {
            let problem = FormatError(.badNode, at: old, "a node of \(footprint) bytes is larger than a node may be")
            throw StorageError(problem, targetPath)
        }
        let room = sectionByteCount - (output.byteCount % sectionByteCount)
        if footprint > room {
            gaps.append(FreeList.Block(position: output.byteCount, byteCount: room, version: 0))
            try append(zeros: room)
        }
        return Ref(output.byteCount)
    }

    /// - Parameter count: a multiple of 8.
    private mutating func append(zeros count: Int) throws(StorageError) {
        do { for _ in 0..<count / 8 { try output.append(word: 0) } } catch { throw StorageError(error, targetPath) }
    }
}

extension SnapshotWriter {
    /// A file as it is before its first commit: a header that names no top array.
    private consuming func finishWithoutCommit() throws(StorageError) -> Summary {
        let summary = Summary(nodeCount: 0, digest: digest)
        try append(zeros: PageCipher.pageSize)
        try finish(SnapshotWriter.header(selectedSlot: 0, topRef: .none, format: 0))
        return summary
    }

    /// Appends free list and top array, and fills in the header.
    private consuming func finish(
        names: Ref, tables: Ref, version: UInt64, fileIdentifier: UInt64
    ) throws(StorageError) {
        // All that follows lies in one section, so that no gap can change it.
        _ = try place(SnapshotEnd.maximumByteCount(gapCount: gaps.count), .none)
        let end = SnapshotEnd(
            start: output.byteCount, gaps: gaps, names: names, tables: tables, version: version,
            fileIdentifier: fileIdentifier)
        let plain = NodeKind(.bits)
        let positions = try append(end.positions, plain)
        let lengths = try append(end.lengths, plain, atLeast: SnapshotEnd.lengthWidthCode)
        let versions = try append([Int64](repeating: 0, count: end.positions.count), plain)
        let slots = end.slots(positions: positions, lengths: lengths, versions: versions)
        let top = try append(slots, .refs())
        precondition(output.byteCount == end.tail, "the end of the file has another size than was planned")
        try append(zeros: end.logicalByteCount - end.tail)
        try finish(SnapshotWriter.header(selectedSlot: 1, topRef: top, format: UInt8(FileHeader.currentFormat)))
    }

    private consuming func finish(_ header: [UInt8]) throws(StorageError) {
        let path = targetPath
        do { try output.finish(beginning: header) } catch { throw StorageError(error, path) }
    }

    /// The bytes of a file header whose other slot is empty.
    private static func header(selectedSlot: UInt8, topRef: Ref, format: UInt8) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: RawFileHeader.byteCount)
        bytes.withUnsafeMutableBytes { header in
            header.storeBytes(
                of: UInt64(topRef.offset).littleEndian, toByteOffset: 8 * Int(selectedSlot), as: UInt64.self)
            header.storeBytes(of: RawFileHeader.realmMark.littleEndian, toByteOffset: 16, as: UInt32.self)
            header[20 + Int(selectedSlot)] = format
            header[23] = selectedSlot
        }
        return bytes
    }
}
