/// The positions of the nodes of a new file: back to back from the header on, none across a section boundary.
package struct SnapshotLayout {
    /// Bytes so far: the position of the next node, if it fits into its section.
    private(set) var byteCount = RawFileHeader.byteCount
    /// The gaps left where a node would have crossed a section boundary.
    private(set) var gaps: [FreeList.Block] = []
    /// No node crosses a multiple of this.
    private let sectionByteCount: Int

    init(sectionByteCount: Int = FreeSpace.sectionByteCount) { self.sectionByteCount = sectionByteCount }

    /// Leaves a gap if the next `footprint` bytes would cross a section boundary; returns its size.
    ///
    /// - Parameter old: the copied node, for errors.
    mutating func leaveGap(before footprint: Int, copying old: Ref = .none) throws(FormatError) -> Int {
        guard footprint <= sectionByteCount else {
            throw FormatError(.badNode, at: old, "a node of \(footprint) bytes is larger than a node may be")
        }
        let room = sectionByteCount - (byteCount % sectionByteCount)
        guard footprint > room else { return 0 }
        gaps.append(FreeList.Block(position: byteCount, byteCount: room, version: 0))
        byteCount += room
        return room
    }

    /// Places the next node, for which there is room; returns its position.
    mutating func place(_ footprint: Int) -> Ref {
        defer { byteCount += footprint }
        return Ref(byteCount)
    }

    /// The last nodes of the file, which lie in one section, so that no gap can come between them.
    ///
    /// - Returns: the nodes, and the gap left before them.
    mutating func end(
        names: Ref, tables: Ref, version: UInt64, fileIdentifier: UInt64
    ) throws(FormatError) -> (end: SnapshotEnd, gap: Int) {
        let gap = try leaveGap(before: SnapshotEnd.maximumByteCount(gapCount: gaps.count))
        let end = SnapshotEnd(
            start: byteCount, gaps: gaps, names: names, tables: tables, version: version,
            fileIdentifier: fileIdentifier)
        return (end, gap)
    }
}
