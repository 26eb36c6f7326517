/// The beginning of a file that `SnapshotWriter` writes, known in advance: for sinks that need the bytes in order.
package struct SnapshotPlan: Equatable {
    /// The first bytes of the file.
    let header: [UInt8]

    /// - Parameter topRef: of the new file; `Ref.none` for a file without commits.
    init(topRef: Ref) {
        header = (topRef.isNone ? RawFileHeader.new : RawFileHeader.new.offering(topRef).flipped).bytes
    }

    /// Plans the position of each node of the version that `source` shows.
    ///
    /// - Parameters:
    ///   - version: the number the version gets; nil keeps it.
    ///   - layout: the rules for placing nodes.
    /// - Throws: `damaged`.
    /// - Complexity: O(number of nodes, and bytes of those with refs); memory as for `SnapshotWriter`.
    package init(
        _ source: SnapshotSource, version: UInt64?, layout: SnapshotLayout = SnapshotLayout()
    ) throws(StorageError) {
        var planner = Planner(path: source.path, layout: layout)
        guard let walked = try source.walk(&planner) else {
            self.init(topRef: .none)
            return
        }
        do {
            let (end, _) = try planner.layout.end(
                names: walked.names, tables: walked.tables, version: version ?? source.version,
                fileIdentifier: source.fileIdentifier)
            self.init(topRef: end.topRef)
        } catch {
            throw StorageError(error, source.path)
        }
    }

    /// Places every node, without its bytes.
    private struct Planner: NodeTreeVisitor {
        let path: String
        var layout: SnapshotLayout

        mutating func visit(_ node: Node) throws(StorageError) -> Ref { try place(node.footprint, node.ref) }

        mutating func visit(_ node: Node, slots: [Int64]) throws(StorageError) -> Ref {
            let kind = NodeKind(.bits, widthCode: IntegerPacking.widthCode(for: slots))
            return try place(EncodedIntegers.byteCount(kind, count: slots.count), node.ref)
        }

        private mutating func place(_ footprint: Int, _ old: Ref) throws(StorageError) -> Ref {
            do { _ = try layout.leaveGap(before: footprint, copying: old) } catch { throw StorageError(error, path) }
            return layout.place(footprint)
        }
    }
}
