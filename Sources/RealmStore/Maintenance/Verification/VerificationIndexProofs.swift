/// The proofs of all search indexes of a file. Each is made once: by the thread that checks the contents when it comes
/// to it, or before by the one that has followed all refs and has nothing else to do.
final class VerificationIndexProofs {
    /// An index by its places: keys may be there twice in a damaged file.
    private struct Index: Hashable {
        let table: Ref
        let column: Int
    }

    private let work = SharedResults<Index, VerificationIndexProof.Proven?>()

    /// The proof of an index; nil if there is none.
    ///
    /// - Parameter position: that of the column in the table.
    func proof(_ verification: Verification, _ table: Table, _ position: Int) -> VerificationIndexProof.Proven? {
        work.result(of: Index(table: table.ref, column: position)) {
            VerificationIndexProof.run(verification, table, table.columns[position])
        }
    }

    /// Makes all proofs that no thread has begun.
    ///
    /// - Parameter verification: tells nothing, and shares no state with that of another thread.
    func makeAll(_ verification: Verification, _ tables: [Table]) {
        for table in tables {
            for (position, column) in table.columns.enumerated() where !column.indexRoot.isNone {
                work.makeIfOpen(Index(table: table.ref, column: position)) {
                    VerificationIndexProof.run(verification, table, column)
                }
            }
        }
    }
}
