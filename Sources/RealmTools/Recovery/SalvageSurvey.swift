import RealmStore

/// The recoverable content of a damaged file: its tables, and the reachable or found clusters of each.
///
/// The path from the top array down comes first. Where it breaks off, the whole file is searched for the missing parts.
final class SalvageSurvey {
    let space: SalvageSpace
    private(set) var tables: [SalvagedTable] = []
    /// The number of the tables' version; nil if no top array was found.
    private(set) var version: UInt64?
    private let source: DamagedSource
    private var names: [String] = []
    /// False if a table has an invented name.
    private var hasNames = true
    /// The table arrays, by slot.
    private var records: [Int: TableRecord] = [:]
    private var specs: [Int: SpecRecord] = [:]
    /// The maximum number of columns of found clusters compared with those of tables.
    private static let comparisonLimit = 1 << 26
    /// Slots known to have a table.
    private var slots = Set<Int>()
    /// True if the list of tables can be read.
    private var isListed = false
    private var finds: SalvageFinds?
    /// The free space according to the version.
    private var free: ByteMap?
    /// Lists of names, which are not texts of objects.
    private var nameLists = Set<Ref>()

    /// - Parameter tops: refs of top arrays, the best one first.
    init(_ source: DamagedSource, tops: [Ref]) {
        self.source = source
        space = SalvageSpace(source)
        for top in tops where version == nil || names.isEmpty { readTop(top) }
        if !isListed || names.isEmpty || !readSpecs() { searchDescriptions() }
        describe()
        for table in tables { walk(table) }
        if tables.contains(where: { !$0.isWhole }) { searchClusters() }
        for table in tables { table.sortClusters() }
    }

    /// True if the tables are those of a version, with complete descriptions.
    var isComplete: Bool {
        isListed && hasNames && tables.allSatisfy { $0.isDescribed && $0.isWhole } && tables.count == slots.count
    }

    private func found() -> SalvageFinds {
        if let finds { return finds }
        let made = SalvageFinds(source, space)
        finds = made
        return made
    }

    // MARK: Top arrays

    /// Reads the lists of names and tables of a version. Of versions after the first one, only names are used.
    private func readTop(_ ref: Ref) {
        guard let node = space.peek(ref), let top = try? TopArray(ref, in: source.space, physicalByteCount: .max) else {
            return
        }
        nameLists.insert(top.names)
        if names.isEmpty { names = space.names(top.names) ?? [] }
        guard version == nil else { return }
        version = node.count > 6 ? top.version : TopArray.firstVersion
        readFreeList(top)
        guard let list = space.peek(top.tables), list.kind.hasRefs, !list.kind.isInner, list.count > 0,
            list.count <= GroupEditor.maximumTableCount
        else { return }
        isListed = true
        for slot in 0..<list.count {
            guard let ref = list.slot(slot).ref else { continue }
            slots.insert(slot)
            if let record = space.peek(ref).flatMap(TableRecord.init), record.key.slot == slot {
                records[slot] = record
            }
        }
    }

    private func readFreeList(_ top: TopArray) {
        guard let list = try? FreeList(top, in: source.space) else { return }
        var map = ByteMap(byteCount: source.byteCount)
        for index in 0..<list.count {
            let block = list[index]
            guard block.position >= 0, block.byteCount > 0, block.position <= source.byteCount,
                block.byteCount <= source.byteCount - block.position
            else { return }
            _ = map.mark(block.position, block.byteCount)
        }
        free = map
    }

    /// Reads the specs of the tables; false if one cannot be read.
    private func readSpecs() -> Bool {
        for (slot, record) in records { specs[slot] = SpecRecord(record.spec, in: space) }
        return specs.count == slots.count && specs.values.allSatisfy(\.isWhole)
    }

    // MARK: Descriptions

    /// Searches the whole file for names, table arrays and specs to replace missing ones.
    private func searchDescriptions() {
        let finds = found()
        if names.isEmpty {
            let lists = finds.nameLists.compactMap(space.names)
            names = lists.max { $0.count < $1.count } ?? []
        }
        // Replaces an unreadable table array by the newest readable one. Tables that the version does not have are from
        // older ones.
        for (slot, candidates) in finds.tables where !isListed || slots.contains(slot) {
            guard records[slot].flatMap({ SpecRecord($0.spec, in: space) }) == nil else { continue }
            let readable = candidates.filter { SpecRecord($0.spec, in: space) != nil }
            let best = readable.max { (rank($0.ref), $0.version, $0.ref) < (rank($1.ref), $1.version, $1.ref) }
            if let best {
                records[slot] = best
                slots.insert(slot)
            }
        }
        _ = readSpecs()
        for ref in finds.specs {
            guard let spec = SpecRecord(ref, in: space), let key = spec.tableKey else { continue }
            if let known = specs[key.slot] {
                // An older spec of the same columns has the data missing in a damaged one.
                if !known.isWhole, known.keys == spec.keys { specs[key.slot] = spec }
            } else if isListed ? slots.contains(key.slot) : key.slot < max(names.count, 1) {
                specs[key.slot] = spec
                slots.insert(key.slot)
            }
        }
    }

    /// Nodes in free space belong to older versions.
    private func rank(_ ref: Ref) -> Int { isFree(ref) ? 0 : 1 }

    private func isFree(_ ref: Ref) -> Bool { free?.contains(ref.offset) ?? false }

    /// True for a leaf of texts that belongs to the version but is unreachable. False if the free space is unknown:
    /// then most such leaves are from older versions.
    func isLeftOver(_ ref: Ref) -> Bool {
        free != nil && !isFree(ref) && !space.isTaken(ref) && !nameLists.contains(ref)
    }

    /// Creates the tables from the records and specs.
    private func describe() {
        var linkTargets: [LinkKey: TableKey] = [:]
        var opposites: [Int: [Int: (table: TableKey, column: ColumnKey)]] = [:]
        let keys = Dictionary(uniqueKeysWithValues: specs.map { ($0, records[$0]?.key ?? $1.tableKey) })
        for (slot, record) in records {
            let all = record.opposites(in: space)
            opposites[slot] = all
            for key in specs[slot]?.keys ?? [] where key.type == .backlink {
                guard let origin = all[key.leafIndex] else { continue }
                linkTargets[LinkKey(table: origin.table, column: origin.column)] = record.key
            }
        }
        var used = Set<String>()
        for (slot, spec) in specs.sorted(by: { $0.key < $1.key }) {
            if let list = spec.nameList { nameLists.insert(list) }
            guard let key = keys[slot] ?? nil else { continue }
            let columns = spec.columns(in: space) { column in
                let target =
                    opposites[slot]?[column.leafIndex]?.table ?? linkTargets[LinkKey(table: key, column: column)]
                return target.flatMap { target in keys.values.contains(target) ? target : nil }
            }
            let record = records[slot]
            var owners: [SalvagedTable.Owner] = []
            for column in spec.keys where column.type == .backlink && record?.kind == .embedded {
                guard let origin = opposites[slot]?[column.leafIndex] else { continue }
                owners.append(.init(table: origin.table, column: origin.column, leafIndex: column.leafIndex))
            }
            let primaryKey = columns.first { $0.key == record?.primaryKey && $0.canBePrimaryKey }
            tables.append(
                SalvagedTable(
                    name: tableName(slot, &used), key: key, kind: record?.kind ?? .topLevel, columns: columns,
                    primaryKey: record?.kind == .embedded ? nil : primaryKey,
                    otherLeafIndexes: Set(spec.keys.map(\.leafIndex)).subtracting(columns.map(\.leafIndex)),
                    owners: owners,
                    isDescribed: record != nil && spec.isWhole && columns.count == spec.propertyCount))
        }
    }

    private struct LinkKey: Hashable {
        let table: TableKey
        let column: ColumnKey
    }

    private func tableName(_ slot: Int, _ used: inout Set<String>) -> String {
        var name = slot < names.count ? names[slot] : ""
        if name.isEmpty || name.utf8.count > NameEditor.maximumByteCount || used.contains(name) {
            hasNames = false
            name = "\(Table.classPrefix)Recovered\(slot)"
            while used.contains(name) { name += "_" }
        }
        used.insert(name)
        return name
    }

    // MARK: Clusters

    /// Takes the clusters reachable from the table's tree.
    private func walk(_ table: SalvagedTable) {
        guard let root = records[table.key.slot]?.clusters, let node = space.peek(root) else {
            table.isWhole = false
            return
        }
        if node.kind.isInner {
            table.expected = (try? ClusterTree.InnerNode(node, in: space.space))?.total
        }
        visit(Subtree(ref: root, offset: 0, depth: ClusterTree.maximumDepth), table)
        if let expected = table.expected, table.objectCount < expected { table.isWhole = false }
    }

    private struct Subtree {
        let ref: Ref
        /// Nil if the keys are unknown.
        let offset: UInt64?
        /// The maximum number of levels, including this one.
        let depth: Int
    }

    private func visit(_ tree: Subtree, _ table: SalvagedTable) {
        space.releasePagesIfDue()
        guard let node = space.take(tree.ref) else {
            table.isWhole = false
            return
        }
        guard node.kind.isInner else {
            guard let cluster = SalvagedCluster(node, offset: tree.offset, of: table.columns, in: space) else {
                table.isWhole = false
                return
            }
            return table.add(cluster)
        }
        // Pages may be released between two of them: the node is no longer read then.
        for child in children(of: node, tree) {
            if let child { visit(child, table) } else { table.isWhole = false }
        }
    }

    /// The subtrees below an inner node; nil for one that is lost.
    private func children(of node: Node, _ tree: Subtree) -> [Subtree?] {
        guard tree.depth > 0, node.kind.hasRefs, node.count > 3, node.count <= ClusterLeaf.fanout + 3 else {
            return [nil]
        }
        let inner = try? ClusterTree.InnerNode(node, in: space.space)
        let offsets = node.slot(0).ref
        let isRight = inner != nil && (offsets.map { space.integers($0) != nil } ?? true)
        return (3..<node.count).map { index in
            guard let child = node.slot(index).ref else { return nil }
            var start: UInt64?
            if isRight, let inner, let offset = tree.offset { start = offset &+ inner.offset(index - 3) }
            // The node's stated depth must not exceed the possible one.
            let depth = isRight ? min(inner?.depth ?? tree.depth, tree.depth) : tree.depth
            return Subtree(ref: child, offset: start, depth: depth - 1)
        }
    }

    /// Searches the whole file for clusters of tables with missing ones.
    private func searchClusters() {
        let finds = found()
        let lacking = tables.filter { !$0.isWhole && !$0.columns.isEmpty }
        var budget = SalvageSurvey.comparisonLimit
        for ref in finds.clusters where !space.isTaken(ref) && !isFree(ref) {
            space.releasePagesIfDue()
            guard let node = space.peek(ref), budget > 0 else { continue }
            var best: (table: SalvagedTable, likeness: Int)?
            for table in lacking {
                budget -= table.columns.count
                guard
                    let likeness = SalvagedCluster.likeness(
                        of: node, to: table.columns, others: table.otherLeafIndexes, space),
                    2 * likeness > table.columns.count,
                    likeness > (best?.likeness ?? 0)
                else { continue }
                best = (table, likeness)
            }
            guard let best, let taken = space.take(ref) else { continue }
            let offset = finds.offset(of: ref)
            if let cluster = SalvagedCluster(taken, offset: offset, of: best.table.columns, in: space) {
                best.table.add(cluster)
            }
        }
    }
}
