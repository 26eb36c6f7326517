/// Finds the objects from which links lead to something touched, by following links backwards from there.
struct BacklinkSearch {
    private var reader: LinkReader
    /// The number of links that may still be followed.
    private var limit: Int

    init(_ reader: LinkReader, limit: Int) {
        self.reader = reader
        self.limit = limit
    }

    /// The objects of a table that were modified, or link to a modified one.
    ///
    /// - Returns: nil if there are more links than may be followed.
    mutating func objects(
        of root: TableKey, leadingTo touched: TouchedObjects, _ related: RelatedTables
    ) throws(FormatError) -> Set<ObjectKey>? {
        var seen: Set<ObjectPlace> = []
        var border: [ObjectPlace] = []
        for table in touched.touchedTables where related.contains(table) {
            for key in touched[table]?.modified.map({ $0 }) ?? [] {
                border.append(ObjectPlace(table: table, key: key))
            }
        }
        limit -= border.count
        if limit < 0 { return nil }
        seen.formUnion(border)
        for _ in 0..<ModificationCheck.maximumLinkCount {
            var next: [ObjectPlace] = []
            for place in border {
                guard let (table, position) = try reader.find(place) else { continue }
                for column in table.backlinkColumns where related.contains(column.oppositeTable) {
                    let origins = try origins(column, at: position, in: table)
                    guard let origins else { return nil }
                    for origin in origins where !seen.contains(origin) {
                        guard try isDirect(origin, column, to: place) else { continue }
                        seen.insert(origin)
                        next.append(origin)
                    }
                }
            }
            border = next
        }
        return Set(seen.lazy.filter { $0.table == root }.map(\.key))
    }

    /// Backlinks come from links in nested collections as well, which do not count.
    private mutating func isDirect(
        _ origin: ObjectPlace, _ column: Column, to target: ObjectPlace
    ) throws(FormatError) -> Bool {
        guard column.oppositeColumn.type == .mixed else { return true }
        return try reader.links(origin, column.oppositeColumn, to: target)
    }

    /// The objects that link to one with the link column of a backlink column; nil beyond the limit.
    private mutating func origins(
        _ column: Column, at position: ClusterTree.Position, in table: Table
    ) throws(FormatError) -> [ObjectPlace]? {
        let list = try table.backlinks(column, at: position)
        limit -= list.count
        if limit < 0 { return nil }
        var origins: [ObjectPlace] = []
        for index in 0..<list.count {
            origins.append(ObjectPlace(table: column.oppositeTable, key: try list.origin(at: index)))
        }
        return origins
    }

    /// The objects at the start of a path along which something was touched.
    ///
    /// - Returns: nil if there are more links than may be followed.
    mutating func objects(
        leadingTo touched: TouchedObjects, along path: [KeyPathFilter.Step]
    ) throws(FormatError) -> Set<ObjectKey>? {
        var keys: Set<ObjectKey> = []
        for (index, step) in path.enumerated().reversed() {
            let isLast = index == path.count - 1
            var before: Set<ObjectKey> = []
            switch step.way {
            case .end: break
            case .links(let target):
                guard !isLast else { break }
                guard let origins = try origins(of: keys, in: target, step) else { return nil }
                before = origins
            case .origins(let origin, let link):
                // The objects whose links changed are touched themselves.
                if isLast { keys = BacklinkSearch.touchedKeys(touched[origin], link) }
                guard let targets = try targets(of: keys, in: origin, link) else { return nil }
                before = targets
            }
            keys = before.union(BacklinkSearch.touchedKeys(touched[step.table], step.column))
        }
        return keys
    }

    private static func touchedKeys(_ table: TouchedTable?, _ column: ColumnKey) -> Set<ObjectKey> {
        guard let table else { return [] }
        return table.created.union(table.modified(column))
    }

    /// The objects from which a step leads to any of the given ones.
    private mutating func origins(
        of keys: Set<ObjectKey>, in table: TableKey, _ step: KeyPathFilter.Step
    ) throws(FormatError) -> Set<ObjectKey>? {
        var found: Set<ObjectKey> = []
        for key in keys {
            guard let (table, position) = try reader.find(ObjectPlace(table: table, key: key)),
                let column = table.backlinkColumns.first(where: {
                    $0.oppositeTable == step.table && $0.oppositeColumn == step.column
                })
            else { continue }
            guard let origins = try origins(column, at: position, in: table) else { return nil }
            found.formUnion(origins.map(\.key))
        }
        return found
    }

    /// The objects that the given ones link to with a column.
    private mutating func targets(
        of keys: Set<ObjectKey>, in table: TableKey, _ link: ColumnKey
    ) throws(FormatError) -> Set<ObjectKey>? {
        var found: Set<ObjectKey> = []
        for key in keys {
            guard let (table, position) = try reader.find(ObjectPlace(table: table, key: key)),
                let column = table.column(link)
            else { continue }
            var rest = limit
            _ = try LinkReader.forEachTarget(of: column, at: position, in: table) { (target) throws(FormatError) in
                rest -= 1
                found.insert(target.key)
                return rest >= 0
            }
            limit = rest
            if limit < 0 { return nil }
        }
        return found
    }
}
