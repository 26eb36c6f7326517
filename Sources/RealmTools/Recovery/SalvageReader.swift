import RealmStore

/// Reads the values of salvaged clusters, and accepts only what an intact file may contain.
final class SalvageReader {
    let space: SalvageSpace

    init(_ space: SalvageSpace) { self.space = space }

    /// A column of a cluster.
    enum Values {
        case single(ColumnLeaf, SalvageSpace.LostRows)
        /// The roots of collections.
        case roots(Node, SalvageSpace.LostRows)
        /// All values of the cluster are lost.
        case lost
    }

    /// The state of a value.
    enum Found {
        case value(Value)
        /// It is readable but invalid: text that is not UTF-8.
        case unfit(Value)
        case lost
    }

    /// All columns of a cluster, in the order of the table's.
    func open(_ cluster: SalvagedCluster, of table: SalvagedTable) -> [Values] {
        table.columns.map { column in
            guard let ref = cluster.column(column), let node = space.peek(ref) else { return .lost }
            let lostRows = space.lostRows(of: node, rows: cluster.count)
            if column.collection != nil { return .roots(node, lostRows) }
            guard let leaf = try? ColumnLeaf.column(column, at: ref, rows: cluster.count, in: space.space) else {
                return .lost
            }
            return .single(leaf, lostRows)
        }
    }

    /// The value of a single-valued column.
    func value(_ values: Values, _ row: Int, of column: Column) -> Found {
        guard case .single(let leaf, let lostRows) = values, !lostRows.contains(row), let value = try? leaf.value(row)
        else { return .lost }
        return checked(value, isNullable: column.holdsNull)
    }

    /// The root of a collection, `Ref.none` for an empty one; nil if it is lost.
    func root(_ values: Values, _ row: Int) -> Ref? {
        guard case .roots(let node, let lostRows) = values, !lostRows.contains(row) else { return nil }
        let slot = node.slot(row)
        return slot.number == nil ? slot.ref ?? Ref.none : nil
    }

    /// The key of the object that owns an embedded one, if the backlink column names exactly one.
    func owner(_ cluster: SalvagedCluster, _ row: Int, _ backlinks: SalvagedTable.Owner) -> ObjectKey? {
        guard let ref = cluster.leaf(backlinks.leafIndex), let node = space.peek(ref), node.kind.hasRefs,
            !node.kind.isInner, !node.kind.context, node.count == cluster.count,
            !space.lostRows(of: node, rows: cluster.count).contains(row), let key = node.slot(row).number
        else { return nil }
        return ObjectKey(Int64(bitPattern: key))
    }

    /// The handling of a read value.
    func checked(_ value: Value, isNullable: Bool) -> Found {
        switch value {
        case .null: return isNullable ? .value(value) : .lost
        case .string(let bytes):
            guard space.spend(bytes.count), !space.lost.meets(space.space.place(of: bytes), mayBeZero: false) else {
                return .lost
            }
            return bytes.isUTF8 ? .value(value) : .unfit(value)
        case .binary(let bytes):
            guard space.spend(bytes.count), !space.lost.meets(space.space.place(of: bytes)) else { return .lost }
            return .value(value)
        case .timestamp(let date): return date.isProper ? .value(value) : .lost
        default: return .value(value)
        }
    }
}

extension Column {
    /// True if null is a value, or an element, of the column.
    var holdsNull: Bool { isNullable || type == .mixed || (type == .link && collection == nil) }
}
