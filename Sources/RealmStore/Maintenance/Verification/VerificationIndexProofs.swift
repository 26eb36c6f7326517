import Synchronization

/// The proofs of all search indexes of a file. Each is made once: by the thread that checks the contents when it comes
/// to it, or before by the one that has followed all refs and has nothing else to do.
final class VerificationIndexProofs {
    /// An index by its places: keys may be there twice in a damaged file.
    private struct Index: Hashable {
        let table: Ref
        let column: Int
    }

    private let work = SharedResults<Index, VerificationIndexProof.Proven?>()
    /// What was gathered of the objects, for indexes that are not proved yet.
    private let gathered = Mutex<[Index: VerificationObjectChunks]>([:])

    /// The proof of an index; nil if there is none.
    ///
    /// - Parameter position: that of the column in the table.
    func proof(_ verification: Verification, _ table: Table, _ position: Int) -> VerificationIndexProof.Proven? {
        let index = Index(table: table.ref, column: position)
        return work.result(of: index) { prove(index, verification, table) }
    }

    /// Makes all proofs that no thread has begun.
    ///
    /// - Parameter verification: tells nothing, and shares no state with that of another thread.
    func makeAll(_ verification: Verification, _ tables: [Table]) {
        for table in tables {
            for (position, column) in table.columns.enumerated() where !column.indexRoot.isNone {
                let index = Index(table: table.ref, column: position)
                work.makeIfOpen(index) { prove(index, verification, table) }
            }
        }
    }

    private func prove(
        _ index: Index, _ verification: Verification, _ table: Table
    ) -> VerificationIndexProof.Proven? {
        let objects = gathered.withLock { $0.removeValue(forKey: index) }
        return VerificationIndexProof.run(verification, table, table.columns[index.column], objects)
    }

    /// Gathers what will be compared with the indexes of a table, of clusters that are read at this moment; the proof
    /// reads the clusters again if some were left out.
    ///
    /// - Parameters:
    ///   - tables: of the file.
    ///   - space: where the clusters are read.
    func gather(
        _ batch: VerificationBatch, of tables: [Table], in space: NodeSpace, while mayGoOn: () -> Bool
    ) {
        guard let table = tables.first(where: { $0.ref == batch.table }), let objects = try? table.objects()
        else { return }
        var room = VerificationObjectChunks.limit
        for (position, column) in table.columns.enumerated() {
            guard VerificationIndexProof.isPossible(of: column), column.enumeratedValues == nil else { continue }
            room -= objects.count
            guard room >= 0 else { return }
            let index = Index(table: table.ref, column: position)
            var found = gathered.withLock { $0.removeValue(forKey: index) } ?? VerificationObjectChunks()
            if found.count == 0, found.isWhole { found.reserve(objects.count) }
            for cluster in batch.clusters where found.isWhole {
                do throws(FormatError) {
                    guard mayGoOn() else {
                        found.leaveOut()
                        break
                    }
                    let leaf = try ClusterLeaf(space.node(cluster.ref), offset: cluster.offset, in: space)
                    try found.add(0..<leaf.count, of: leaf, column, in: space)
                } catch {
                    // The proof comes to it again.
                    found.leaveOut()
                }
            }
            gathered.withLock { $0[index] = found }
        }
    }
}
