/// The tables: their descriptions, and then their content, object by object.
final class VerificationTables {
    private let verification: Verification
    private let space: NodeSpace
    private let log: VerificationLog
    private let top: TopArray
    private let links: VerificationLinks
    private let proofs = VerificationIndexProofs()
    /// The tables with a readable description.
    let tables: [Table]

    init(_ verification: Verification, _ top: TopArray) {
        self.verification = verification
        self.top = top
        space = verification.space
        log = verification.log
        tables = VerificationTables.read(top, verification)
        verification.counts.tables = tables.count
        links = VerificationLinks(verification, tables)
    }

    /// Makes the proofs of indexes that no thread has begun, on another thread than that which checks the contents.
    ///
    /// - Parameters:
    ///   - walker: tells nothing, and is used by nobody else.
    ///   - tables: as read for it.
    func makeProofs(_ walker: Verification, _ tables: [Table]) { proofs.makeAll(walker, tables) }

    /// Gathers what the proofs need of clusters that were handed over.
    ///
    /// - Parameter tables: as read for the thread that gathers.
    func gather(_ batch: VerificationBatch, of tables: [Table]) {
        proofs.gather(batch, of: tables, in: space) { !verification.isHurried }
    }

    /// Reads table by table, so that an unreadable one does not hide the others.
    static func read(_ top: TopArray, _ verification: Verification) -> [Table] {
        let space = verification.space
        let log = verification.log
        var tables: [Table] = []
        log.attempt { () throws(FormatError) in
            let names = try NameLeaf(top.names, in: space)
            let slots = try space.refs(top.tables, "the list of tables")
            if names.count != slots.count {
                log.add(.badTopArray, at: top.tables, "\(slots.count) tables have \(names.count) names")
            }
            var seen = Set<String>()
            for slot in 0..<min(slots.count, names.count) {
                let name = try names.repairedName(slot)
                guard let ref = slots.slot(slot).ref else {
                    if slots.slot(slot).isEmpty || !name.isEmpty {
                        log.add(.badTopArray, at: top.tables, "slot \(slot) is neither a table nor a removed one")
                    }
                    continue
                }
                if !seen.insert(name).inserted {
                    log.add(.badTable, at: top.tables, "two tables have the name '\(name)'")
                }
                log.attempt { () throws(FormatError) in
                    tables.append(try Table(ref, name: name, slot: slot, in: space))
                }
            }
        }
        return tables
    }

    /// The nodes that describe the tables, which level `quick` checks.
    func descriptionRefs(_ top: TopArray) -> [Ref] {
        var refs = [top.ref, top.names, top.tables, top.freePositions, top.freeLengths, top.freeVersions]
        for table in tables {
            refs.append(table.ref)
            log.attempt(VerificationPlace(table)) { () throws(FormatError) in
                let node = try space.refs(table.ref, "a table")
                guard let spec = node.slot(TableLayout.spec).ref else { return }
                refs += ([TableLayout.spec] + TableLayout.columnParts).compactMap { node.slot($0).ref }
                let parts = try space.refs(spec, "a spec")
                refs += SpecLayout.refs.compactMap { parts.slot($0).ref }
            }
            refs.append(table.clusters)
        }
        return refs.filter { !$0.isNone }
    }

    func checkLinks() throws(SystemError) { try links.check() }
}

// MARK: - Descriptions

extension VerificationTables {
    func checkDescriptions() {
        let leaves = VerificationLeaves(verification)
        log.attempt { () throws(FormatError) in try leaves.checkNames(top.names, .file) }
        for table in tables {
            let place = VerificationPlace(table)
            log.attempt(place) { () throws(FormatError) in
                let node = try space.refs(table.ref, "a table")
                checkSlots(node, of: table)
                guard let spec = node.slot(TableLayout.spec).ref else { return }
                let parts = try space.refs(spec, "a spec")
                if !parts.slot(SpecLayout.unused).isEmpty || parts.slot(SpecLayout.enumerated).number != nil {
                    log.add(.badTable, at: spec, place, "a slot of the spec is in use that should not be")
                }
                if let names = parts.slot(SpecLayout.names).ref { try leaves.checkNames(names, place) }
                if let enumerated = parts.slot(SpecLayout.enumerated).ref {
                    let lists = try space.refs(enumerated, "values of enumerated columns")
                    for index in 0..<lists.count {
                        if let list = lists.slot(index).ref {
                            try leaves.checkStrings(list, place)
                        } else if !lists.slot(index).isEmpty {
                            log.add(.badTable, at: enumerated, place, "the values of property \(index) are no ref")
                        }
                    }
                }
                if let indexes = node.slot(TableLayout.indexes).ref { try checkIndexSlots(indexes, of: table) }
            }
            if table.columns.contains(where: \.name.isEmpty) {
                log.add(.badTable, at: table.ref, place, "a property has no name")
            }
            for column in table.columns + table.backlinkColumns { checkPair(column, of: table) }
            for column in table.columns { checkHasIndex(column, of: table) }
            log.attempt(place) { () throws(FormatError) in try checkCollisions(of: table) }
        }
    }

    /// Refs stand where refs belong, numbers where numbers do.
    private func checkSlots(_ node: Node, of table: Table) {
        for index in 0..<node.count {
            let slot = node.slot(index)
            if TableLayout.refs.contains(index) ? slot.number != nil : slot.ref != nil {
                log.add(
                    .badTable, at: table.ref, VerificationPlace(table), "slot \(index) of the table holds \(slot.raw)")
            }
        }
    }

    private func checkIndexSlots(_ ref: Ref, of table: Table) throws(FormatError) {
        let node = try space.refs(ref, "search indexes")
        let known = Set(table.columns.map(\.leafIndex))
        for index in 0..<node.count where !node.slot(index).isEmpty {
            guard known.contains(index), node.slot(index).ref != nil else {
                log.add(.unknownNode, at: ref, VerificationPlace(table), "there is a search index of no property")
                continue
            }
        }
    }

    /// A link column and its backlink column name each other.
    private func checkPair(_ column: Column, of table: Table) {
        let place = VerificationPlace(table, column)
        guard column.type == .link || column.isBacklink else { return }
        let other = tables.first { $0.key == column.oppositeTable }?.column(column.oppositeColumn)
        if column.isBacklink, other == nil {
            // Removing a mixed column, or its table, leaves the backlinks of its links behind.
            if column.oppositeColumn.type == .mixed {
                log.note(.columnPair, at: table.ref, place, "the backlinks of a removed mixed property are still there")
            } else {
                log.add(.columnPair, at: table.ref, place, "a backlink column has no link column")
            }
            return
        }
        guard !column.isBacklink || other?.type == .link else {
            if other?.type != .mixed {
                log.add(.columnPair, at: table.ref, place, "a backlink column leads to no link")
            }
            return
        }
        if other?.oppositeTable != table.key || other?.oppositeColumn != column.key
            || other?.isBacklink == column.isBacklink
        {
            log.add(.columnPair, at: table.ref, place, "the link column and its backlink column disagree")
        }
    }

    private func checkHasIndex(_ column: Column, of table: Table) {
        let needsIndex = !column.attributes.isDisjoint(with: [.indexed, .fullText]) || table.primaryKey === column
        guard needsIndex == column.indexRoot.isNone else { return }
        // Primary keys of older formats were looked up by their object key.
        let isOld = verification.file.header.format < FileHeader.currentFormat
        log.add(
            .badIndex, at: table.ref, VerificationPlace(table, column), severity: isOld ? .note : .error,
            needsIndex ? "the property has no search index" : "the property has a search index that it should not have")
    }

    private func checkCollisions(of table: Table) throws(FormatError) {
        guard !table.collisions.isNone else { return }
        let node = try space.refs(table.collisions, "a collision map")
        var sizes = Set<Int>()
        for index in 0..<node.count {
            guard let part = node.slot(index).ref else { continue }
            sizes.insert(try space.integers(part, "a part of a collision map").count)
        }
        if node.count != 3 || sizes.count != 1 || (0..<node.count).contains(where: { node.slot($0).ref == nil }) {
            log.add(
                .collisionMap, at: table.collisions, VerificationPlace(table),
                "the collision map is not three equal lists")
        }
    }
}

// MARK: - Contents

extension VerificationTables {
    /// Checks every object and tombstone of `table`, and its search indexes.
    ///
    /// - Throws: the error of storing records.
    func checkContents(of table: Table) throws(SystemError) {
        let place = VerificationPlace(table)
        checkEnumerated(of: table)
        var keys = VerificationKeys(table, verification)
        checkTree(table.clusters, of: table, tombstones: false, &keys)
        if !table.tombstones.isNone { checkTree(table.tombstones, of: table, tombstones: true, &keys) }
        if table === tables.last { verification.endHandover() }
        var isUnique = false
        for (position, column) in table.columns.enumerated() where !column.indexRoot.isNone {
            verification.counts.indexes += 1
            let proof = proofs.proof(verification, table, position)
            if let proof, proof.meetAll(verification, table, column) {
                if column === table.primaryKey { isUnique = proof.isUnique }
            } else {
                keys.record()
                try VerificationIndex(verification, table, column).check(objects: keys.objects)
            }
        }
        if table.primaryKey != nil, !isUnique {
            keys.record()
            try keys.reportDuplicates()
        }
        keys.reportOwnerless(place)
    }

    private func checkEnumerated(of table: Table) {
        let leaves = VerificationLeaves(verification)
        for column in table.columns {
            guard let values = column.enumeratedValues else { continue }
            let place = VerificationPlace(table, column)
            if !column.canBeEnumerated {
                log.add(.badTable, at: table.ref, place, "the property has distinct values, which its type cannot have")
            }
            log.attempt(place) { () throws(FormatError) in try leaves.checkEnumerated(values, place) }
        }
    }

    private func checkTree(_ root: Ref, of table: Table, tombstones: Bool, _ keys: inout VerificationKeys) {
        let clusters = VerificationClusters(verification, table, tombstones: tombstones)
        let contents = VerificationContents(verification, table, links, tombstones: tombstones)
        log.attempt(VerificationPlace(table)) { () throws(FormatError) in
            try clusters.check(root) { leaf in
                verification.counts.objects += leaf.count
                contents.check(leaf, &keys)
            }
        }
    }
}
