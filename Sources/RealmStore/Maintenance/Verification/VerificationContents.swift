/// The columns of one cluster: a value, collection or list of backlinks for each object.
struct VerificationContents {
    private let verification: Verification
    private let space: NodeSpace
    private let log: VerificationLog
    private let table: Table
    private let links: VerificationLinks
    private let tombstones: Bool
    private let leaves: VerificationLeaves
    private let collections: VerificationCollections

    init(_ verification: Verification, _ table: Table, _ links: VerificationLinks, tombstones: Bool) {
        self.verification = verification
        self.table = table
        self.links = links
        self.tombstones = tombstones
        space = verification.space
        log = verification.log
        leaves = VerificationLeaves(verification)
        collections = VerificationCollections(verification) { links.addLink(to: $0, $1, from: $2) }
    }

    func check(_ leaf: ClusterLeaf, _ keys: inout VerificationKeys) {
        for column in table.columns {
            let place = VerificationPlace(table, column)
            do {
                if column.collection == nil {
                    try checkValues(of: column, in: leaf, place)
                } else {
                    try checkCollections(of: column, in: leaf, place)
                }
            } catch {
                log.add(error, place)
            }
        }
        var owners = Array(repeating: 0, count: leaf.count)
        for column in table.backlinkColumns {
            log.attempt(VerificationPlace(table, column)) { () throws(FormatError) in
                try checkBacklinks(of: column, in: leaf, &owners)
            }
        }
        for row in 0..<leaf.count {
            keys.addOwners(owners[row], of: leaf.key(row), at: leaf.ref, tombstones: tombstones)
        }
    }

    private func checkValues(
        of column: Column, in leaf: ClusterLeaf, _ place: VerificationPlace
    ) throws(FormatError) {
        let ref = try leaf.column(column.leafIndex)
        guard verification.meet(ref, place) else { return }
        var values = try ColumnLeaf.column(column, at: ref, rows: leaf.count, in: space)
        log.attempt(place) { () throws(FormatError) in
            try leaves.checkForm(values, at: ref, place, keyed: false)
        }
        if column.enumeratedValues != nil, values.string?.isEnumerated == false {
            log.note(.badLeaf, at: ref, place, "the texts are no numbers of the property's distinct values")
        }
        let isNullable = column.isNullable || column.type == .link || column.type == .typedLink
        if leaves.areSound(values, nullable: isNullable) {
            verification.releasePagesIfDue()
            verification.counts.values += leaf.count
            return
        }
        for row in 0..<leaf.count {
            let key = leaf.key(row)
            do {
                if verification.releasePagesIfDue() {
                    values = try ColumnLeaf.column(column, at: ref, rows: leaf.count, in: space)
                }
                let value = try values.value(row)
                try collections.check(value, row, of: values, at: ref, nullable: isNullable, place.of(key))
            } catch {
                log.add(error, place.of(key))
            }
        }
    }

    private func checkCollections(
        of column: Column, in leaf: ClusterLeaf, _ place: VerificationPlace
    ) throws(FormatError) {
        let slots = try table.slots(of: column, in: leaf)
        guard verification.meet(slots.ref, place) else { return }
        try verification.hold(slots.ref) { () throws(FormatError) in
            for row in 0..<leaf.count {
                verification.releasePagesIfDue()
                let place = place.of(leaf.key(row))
                do throws(FormatError) {
                    try collections.check(table.collectionRoot(slots.slot(row), of: column), of: column, place)
                } catch {
                    log.add(error, place)
                }
            }
        }
    }

    private func checkBacklinks(
        of column: Column, in leaf: ClusterLeaf, _ owners: inout [Int]
    ) throws(FormatError) {
        let place = VerificationPlace(table, column)
        let slots = try table.slots(of: column, in: leaf)
        guard verification.meet(slots.ref, place) else { return }
        try verification.hold(slots.ref) { () throws(FormatError) in
            for row in 0..<leaf.count {
                verification.releasePagesIfDue()
                addBacklinks(slots.slot(row), of: leaf.key(row), column, &owners[row])
            }
        }
    }

    private func addBacklinks(_ slot: Slot, of key: ObjectKey, _ column: Column, _ owners: inout Int) {
        let place = VerificationPlace(table, column, key)
        var origins: [ObjectKey] = []
        if let number = slot.number {
            origins = [ObjectKey(Int64(bitPattern: number))]
        } else if let root = slot.ref {
            log.attempt(place) { () throws(FormatError) in origins = try collections.keys(in: root, place) }
        }
        owners += origins.count
        for origin in origins { links.addBacklink(of: table, key, column, from: origin) }
    }
}
