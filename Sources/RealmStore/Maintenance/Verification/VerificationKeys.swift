/// The records of a table's objects while they are checked.
struct VerificationKeys {
    private let table: Table
    private let verification: Verification
    private let log: VerificationLog
    /// Objects and primary keys are recorded when they are needed, by another walk.
    private var areRecorded = false
    /// Keys of the objects, without tombstones.
    let objects: ExternalSort<ObjectKey>
    private let primaryKeys: ExternalSort<PrimaryKey>
    private var ownerlessCount = 0

    /// A primary key by its hash; equality of several with one hash is looked up.
    private struct PrimaryKey: Comparable, BitwiseCopyable {
        let hash: Int
        let key: ObjectKey
        /// The node with the value.
        let ref: Ref

        static func < (lhs: PrimaryKey, rhs: PrimaryKey) -> Bool { (lhs.hash, lhs.key) < (rhs.hash, rhs.key) }
    }

    init(_ table: Table, _ verification: Verification) {
        self.table = table
        self.verification = verification
        log = verification.log
        objects = verification.records()
        primaryKeys = verification.records()
    }

    /// Records the objects as far as they can be read, unless that was done.
    mutating func record() {
        guard !areRecorded else { return }
        areRecorded = true
        // What is wrong with the nodes was told.
        let silent = verification.silent()
        let (objects, primaryKeys, column) = (objects, primaryKeys, table.primaryKey)
        silent.log.attempt { () throws(FormatError) in
            try VerificationClusters(silent, table, tombstones: false).check(table.clusters) { leaf in
                for row in 0..<leaf.count { objects.add(leaf.key(row)) }
                guard let column, let ref = try? leaf.column(column.leafIndex),
                    let values = try? ColumnLeaf.column(column, at: ref, rows: leaf.count, in: silent.space)
                else { return }
                for row in 0..<leaf.count {
                    guard let value = try? values.value(row) else { continue }
                    primaryKeys.add(PrimaryKey(hash: ValueOrder.hash(of: value), key: leaf.key(row), ref: ref))
                }
            }
        }
    }

    /// Reports objects that share their primary key.
    func reportDuplicates() throws(SystemError) {
        guard let column = table.primaryKey else { return }
        var last: PrimaryKey?
        try primaryKeys.forEach { next in
            defer { last = next }
            guard let last, last.hash == next.hash else { return }
            log.attempt(VerificationPlace(table, column, next.key)) { () throws(FormatError) in
                let tree = try table.objects()
                guard let position = try tree.find(last.key), let other = try tree.find(next.key),
                    ValueOrder.compare(
                        try table.value(of: column, at: position), try table.value(of: column, at: other)) == 0
                else { return }
                log.add(
                    .duplicateKey, at: next.ref, VerificationPlace(table, column, next.key),
                    "objects \(last.key.value) and \(next.key.value) have the same primary key")
            }
        }
    }

    /// Records the number of owners of an embedded object.
    mutating func addOwners(_ count: Int, of key: ObjectKey, at ref: Ref, tombstones: Bool) {
        guard table.kind == .embedded else { return }
        if count > 1, !tombstones {
            log.add(.owner, at: ref, VerificationPlace(table, nil, key), "the embedded object has \(count) owners")
        } else if count == 0 {
            ownerlessCount += 1
        }
    }

    /// Removing the property that owns embedded objects leaves orphans behind.
    func reportOwnerless(_ place: VerificationPlace) {
        guard ownerlessCount > 0 else { return }
        log.note(.owner, at: table.ref, place, "\(ownerlessCount) embedded objects have no owner")
    }
}
