/// Writes one version of a file as a new file: every reachable node, and nothing else, from front to back.
///
/// The new file is in normal form: selected slot 1, format 24, a top array of 11 slots with an empty local history, and
/// a free list of the gaps between and after nodes. B+ trees are copied as they are; nodes with refs get the width that
/// their new refs need. Source: file-format/free-space-and-commits.md, "Writing a whole file".
package struct SnapshotWriter: ~Copyable {
    /// The result of writing.
    package struct Summary: Equatable, Sendable {
        let nodeCount: Int
        let digest: TreeDigest
    }

    private var output: FileOutput
    private let targetPath: String
    private var digest = TreeDigest()
    private var layout: SnapshotLayout

    private init(_ output: consuming FileOutput, _ targetPath: String, _ layout: SnapshotLayout) {
        self.output = output
        self.targetPath = targetPath
        self.layout = layout
    }

    /// Writes the version that `source` shows to an empty file on the disk.
    ///
    /// - Parameters:
    ///   - targetPath: for errors.
    ///   - key: of the new file; nil for a plain one.
    ///   - version: the number the version gets; nil keeps it.
    ///   - layout: the rules for placing nodes.
    ///   - durability: whether and when the file must survive a power loss.
    ///   - replacement: trees that replace some of the source's.
    ///   - progress: called now and then with the bytes of nodes that were copied.
    /// - Throws: `upgradeRequired` for a source of another format than 24; `damaged`; errors of writing.
    /// - Complexity: O(bytes of the nodes); memory for six blocks of 1 MiB, the nodes on one path, and the memory of
    ///   `source` between two releases.
    static func write(
        _ source: SnapshotSource, to file: consuming FileDescriptor, at targetPath: String, key: EncryptionKey?,
        version: UInt64? = nil, layout: SnapshotLayout = SnapshotLayout(),
        durability: FileSink.Durability = .durable, replacement: (any TreeReplacement)? = nil,
        progress: @escaping (Int) -> Void = { _ in }
    ) throws(StorageError) -> Summary {
        let writer = SnapshotWriter(FileOutput(file, key: key, durability: durability), targetPath, layout)
        return try writer.write(source, version: version, plan: nil, replacement, progress)
    }

    /// Writes the version as a file to a sink, its bytes in order.
    ///
    /// - Parameters:
    ///   - plan: made of the same source and version.
    ///   - targetPath: for errors of the sink.
    /// - Throws: `changedWhileReading` if the source differs from the one that was planned; otherwise as for a file.
    package static func stream(
        _ source: SnapshotSource, _ plan: SnapshotPlan, to sink: any BlockSink, at targetPath: String,
        key: EncryptionKey?, version: UInt64?, progress: @escaping (Int) -> Void = { _ in }
    ) throws(StorageError) -> Summary {
        let output = FileOutput(sink, key: key, beginning: plan.header)
        let writer = SnapshotWriter(output, targetPath, SnapshotLayout())
        return try writer.write(source, version: version, plan: plan, nil, progress)
    }

    private consuming func write(
        _ source: SnapshotSource, version: UInt64?, plan: SnapshotPlan?, _ replacement: (any TreeReplacement)?,
        _ progress: @escaping (Int) -> Void
    ) throws(StorageError) -> Summary {
        guard source.roots != nil else { return try finishWithoutCommit() }
        guard source.format == FileHeader.currentFormat else {
            throw StorageError(
                .upgradeRequired(source.format), source.path,
                "has file format version \(source.format), which must be upgraded to \(FileHeader.currentFormat) to be "
                    + "copied")
        }
        try append(zeros: RawFileHeader.byteCount)
        guard let walked = try source.walk(&self, replacement: replacement, progress: progress) else {
            preconditionFailure("the source has roots")
        }
        let summary = Summary(nodeCount: walked.nodeCount, digest: digest)
        let end = try end(walked.names, walked.tables, version: version ?? source.version, source.fileIdentifier)
        guard plan == nil || plan == SnapshotPlan(topRef: end.topRef) else {
            throw StorageError(.changedWhileReading, source.path, "was changed while it was read; read it again")
        }
        try finish(end)
        return summary
    }

    /// The summary of the version of a file written earlier, read back from it.
    static func summary(
        of file: SnapshotSource, progress: @escaping (Int) -> Void = { _ in }
    ) throws(StorageError) -> Summary {
        var reader = DigestReader()
        let walked = try file.walk(&reader, progress: progress)
        return Summary(nodeCount: walked?.nodeCount ?? 0, digest: reader.digest)
    }

    /// Reads a tree only for its digest.
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

    /// Appends a node of integers or slots in the required width or a wider one.
    private mutating func append(
        _ elements: [Int64], _ kind: NodeKind, atLeast widthCode: UInt8 = 0, copying old: Ref = .none
    ) throws(StorageError) -> Ref {
        let code = max(widthCode, IntegerPacking.widthCode(for: elements))
        let words = IntegerPacking.words(elements, widthCode: code)
        let ref = try place(Node.headerByteCount + (words.count * 8), old)
        do {
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
        let gap: Int
        do { gap = try layout.leaveGap(before: footprint, copying: old) } catch {
            throw StorageError(error, targetPath)
        }
        if gap > 0 { try append(zeros: gap) }
        return layout.place(footprint)
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
        try finish(SnapshotPlan(topRef: .none))
        return summary
    }

    /// The last nodes, after a gap if they would cross a section boundary.
    private mutating func end(
        _ names: Ref, _ tables: Ref, version: UInt64, _ fileIdentifier: UInt64
    ) throws(StorageError) -> SnapshotEnd {
        let (end, gap): (SnapshotEnd, Int)
        do {
            (end, gap) = try layout.end(
                names: names, tables: tables, version: version, fileIdentifier: fileIdentifier)
        } catch {
            throw StorageError(error, targetPath)
        }
        try append(zeros: gap)
        return end
    }

    /// Appends free list and top array, and fills in the header.
    private consuming func finish(_ end: SnapshotEnd) throws(StorageError) {
        let plain = NodeKind(.bits)
        let positions = try append(end.positions, plain)
        let lengths = try append(end.lengths, plain, atLeast: SnapshotEnd.lengthWidthCode)
        let versions = try append([Int64](repeating: 0, count: end.positions.count), plain)
        let slots = end.slots(positions: positions, lengths: lengths, versions: versions)
        let top = try append(slots, .refs())
        precondition(
            top == end.topRef && output.byteCount == end.tail, "the end of the file is another than was planned")
        try append(zeros: end.logicalByteCount - end.tail)
        try finish(SnapshotPlan(topRef: top))
    }

    private consuming func finish(_ plan: SnapshotPlan) throws(StorageError) {
        let path = targetPath
        do { try output.finish(beginning: plan.header) } catch { throw StorageError(error, path) }
    }
}
