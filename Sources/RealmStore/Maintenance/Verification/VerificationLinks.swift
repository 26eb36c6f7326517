/// All links and all backlinks of a file, to be compared: each occurrence of a link has its backlink, and the reverse.
///
/// Source: file-format/links.md, "Links in both directions".
final class VerificationLinks {
    /// One occurrence of a link. Those of one property to one table are neighbours.
    private struct Link: Comparable, BitwiseCopyable {
        let originTable: UInt32
        let targetTable: UInt32
        let originColumn: Int64
        let target: Int64
        let origin: Int64

        static func < (lhs: Link, rhs: Link) -> Bool {
            (lhs.originTable, lhs.originColumn, lhs.targetTable, lhs.target, lhs.origin)
                < (rhs.originTable, rhs.originColumn, rhs.targetTable, rhs.target, rhs.origin)
        }
    }

    private let verification: Verification
    private let log: VerificationLog
    private let tables: [UInt32: Table]
    private let links: ExternalSort<Link>
    private let backlinks: ExternalSort<Link>

    init(_ verification: Verification, _ tables: [Table]) {
        self.verification = verification
        log = verification.log
        self.tables = Dictionary(tables.map { ($0.key.value, $0) }) { first, _ in first }
        links = verification.records()
        backlinks = verification.records()
    }

    /// - Parameter place: the property and the object that the link belongs to, at any nesting depth.
    func addLink(to table: TableKey, _ key: ObjectKey, from place: VerificationPlace) {
        guard let origin = place.table, let column = place.column, let originKey = place.key else { return }
        verification.counts.links += 1
        links.add(
            Link(
                originTable: origin.key.value, targetTable: table.value, originColumn: column.key.value,
                target: key.value, origin: originKey.value))
    }

    func addBacklink(of table: Table, _ key: ObjectKey, _ column: Column, from origin: ObjectKey) {
        // Backlinks left over from a removed mixed property have no origin.
        guard tables[column.oppositeTable.value]?.column(column.oppositeColumn) != nil else { return }
        backlinks.add(
            Link(
                originTable: column.oppositeTable.value, targetTable: table.key.value,
                originColumn: column.oppositeColumn.value, target: key.value, origin: origin.value))
    }

    func check() throws(SystemError) {
        try links.match(backlinks) { link, backlink in
            if let link, backlink == nil { reportMissing(link) }
            if let backlink, link == nil { reportExtra(backlink) }
        }
    }

    /// A link without backlink: either the target does not exist, or it lacks the backlink.
    private func reportMissing(_ link: Link) {
        let place = origin(of: link)
        guard let target = tables[link.targetTable] else {
            return log.add(
                .missingObject, place, "a link leads into table \(link.targetTable), which does not exist")
        }
        let name = "\(target.className ?? target.name)[\(link.target)]"
        if exists(ObjectKey(link.target), in: target) {
            log.add(.backlinkMissing, at: target.clusters, place, "the link to \(name) has no backlink there")
        } else {
            log.add(.missingObject, place, "a link leads to \(name), which does not exist")
        }
    }

    private func reportExtra(_ link: Link) {
        let target = tables[link.targetTable]
        log.add(
            .backlinkExtra, at: target?.clusters ?? .none, VerificationPlace(target, nil, ObjectKey(link.target)),
            "there is a backlink from \(origin(of: link).text ?? "nowhere"), but no such link")
    }

    private func origin(of link: Link) -> VerificationPlace {
        let table = tables[link.originTable]
        let column = table?.column(ColumnKey(link.originColumn))
        return VerificationPlace(table, column, ObjectKey(link.origin))
    }

    private func exists(_ key: ObjectKey, in table: Table) -> Bool {
        do {
            let root = key.isUnresolved ? table.tombstones : table.clusters
            guard !root.isNone else { return false }
            return try ClusterTree(root, in: table.space).find(key) != nil
        } catch {
            return false
        }
    }
}
