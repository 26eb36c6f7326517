/// All links and all backlinks of a file, to be compared: each occurrence of a link has its backlink, and the reverse.
///
/// Source: file format, group and tables, "Links and backlinks".
final class VerificationLinks {
    /// What the links of one property to one table have in common.
    private struct Bundle: Hashable {
        let originTable: TableKey
        let originColumn: ColumnKey
        let targetTable: TableKey
    }

    private struct Link: Comparable {
        let target: Int64
        let origin: Int64

        static func < (lhs: Link, rhs: Link) -> Bool { (lhs.target, lhs.origin) < (rhs.target, rhs.origin) }
    }

    private let verification: Verification
    private let log: VerificationLog
    private let tables: [TableKey: Table]
    private var links: [Bundle: [Link]] = [:]
    private var backlinks: [Bundle: [Link]] = [:]

    init(_ verification: Verification, _ tables: [Table]) {
        self.verification = verification
        log = verification.log
        self.tables = Dictionary(tables.map { ($0.key, $0) }) { first, _ in first }
    }

    /// - Parameter place: the property and the object that the link belongs to, however deep it is nested there.
    func addLink(to table: TableKey, _ key: ObjectKey, from place: VerificationPlace) {
        guard let origin = place.table, let column = place.column, let originKey = place.key else { return }
        verification.counts.links += 1
        let bundle = Bundle(originTable: origin.key, originColumn: column.key, targetTable: table)
        links[bundle, default: []].append(Link(target: key.value, origin: originKey.value))
    }

    func addBacklink(of table: Table, _ key: ObjectKey, _ column: Column, from origin: ObjectKey) {
        // What a removed mixed property left behind leads from nowhere.
        guard tables[column.oppositeTable]?.column(column.oppositeColumn) != nil else { return }
        let bundle = Bundle(
            originTable: column.oppositeTable, originColumn: column.oppositeColumn, targetTable: table.key)
        backlinks[bundle, default: []].append(Link(target: key.value, origin: origin.value))
    }

    func check() {
        for bundle in Set(links.keys).union(backlinks.keys).sorted(by: { order($0) < order($1) }) {
            let expected = (links.removeValue(forKey: bundle) ?? []).sorted()
            let stored = (backlinks.removeValue(forKey: bundle) ?? []).sorted()
            var (left, right) = (0, 0)
            while left < expected.count || right < stored.count {
                if left < expected.count, right < stored.count, expected[left] == stored[right] {
                    left += 1
                    right += 1
                } else if right == stored.count || left < expected.count && expected[left] < stored[right] {
                    reportMissing(expected[left], bundle)
                    left += 1
                } else {
                    reportExtra(stored[right], bundle)
                    right += 1
                }
            }
        }
    }

    private func order(_ bundle: Bundle) -> (UInt32, Int64, UInt32) {
        (bundle.originTable.value, bundle.originColumn.value, bundle.targetTable.value)
    }

    /// A link without backlink: either the object does not exist, or it does not know.
    private func reportMissing(_ link: Link, _ bundle: Bundle) {
        let origin = tables[bundle.originTable]
        let place = VerificationPlace(origin, origin?.column(bundle.originColumn), ObjectKey(link.origin))
        guard let target = tables[bundle.targetTable] else {
            return log.add(
                .missingObject, place, "a link leads into table \(bundle.targetTable.value), which does not exist")
        }
        let name = "\(target.className ?? target.name)[\(link.target)]"
        if exists(ObjectKey(link.target), in: target) {
            log.add(.backlinkMissing, at: target.clusters, place, "the link to \(name) has no backlink there")
        } else {
            log.add(.missingObject, place, "a link leads to \(name), which does not exist")
        }
    }

    private func reportExtra(_ link: Link, _ bundle: Bundle) {
        let origin = tables[bundle.originTable]
        let column = origin?.column(bundle.originColumn)
        let from = VerificationPlace(origin, column, ObjectKey(link.origin)).text ?? "nowhere"
        log.add(
            .backlinkExtra, at: tables[bundle.targetTable]?.clusters ?? .none,
            VerificationPlace(tables[bundle.targetTable], nil, ObjectKey(link.target)),
            "there is a backlink from \(from), but no such link")
    }

    private func exists(_ key: ObjectKey, in table: Table) -> Bool {
        do throws(FormatError) {
            let root = key.isUnresolved ? table.tombstones : table.clusters
            guard !root.isNone else { return false }
            return try ClusterTree(root, in: table.space).find(key) != nil
        } catch {
            return false
        }
    }
}
