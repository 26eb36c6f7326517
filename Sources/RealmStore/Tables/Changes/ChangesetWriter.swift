/// Records the changes of a write transaction for other processes and observers: the touched places, no values.
///
/// Changes to the last created object of a table are part of its creation and left out. Source: file-format/history.md,
/// "A changeset" and "What is recorded".
package final class ChangesetWriter {
    package let bytes = ChangesetBytes()
    /// The subject of the following instructions.
    @exclusivity(unchecked) private var table: TableKey?
    @exclusivity(unchecked) private var object: ObjectKey = .null
    @exclusivity(unchecked) private var collection: Collection?
    /// How instructions begin that set a property, for properties set lately: keys of columns are long.
    @exclusivity(unchecked) private var settings: [ChangesetPrefix]
    /// That of the property which was set last.
    @exclusivity(unchecked) private var latest: ChangesetPrefix
    /// The last created object of each table, by the table's slot.
    @exclusivity(unchecked) private var newest: [ObjectKey] = []
    /// That of `table`.
    @exclusivity(unchecked) private var newestHere: ObjectKey = .null
    /// A list, set or dictionary.
    private struct Collection: Equatable {
        let column: ColumnKey
        /// Identities of the nested collections on the way to it, the outermost first.
        let path: [Int64]
    }

    package init() {
        latest = ChangesetWriter.setting(ColumnKey(0))
        settings = Array(repeating: latest, count: 16)
    }

    private static func setting(_ column: ColumnKey) -> ChangesetPrefix {
        ChangesetPrefix(code: ChangesetCode.propertySet.rawValue, operand: column.value)
    }

    @inline(never)
    private func setting(_ column: ColumnKey) -> ChangesetPrefix {
        let slot = column.leafIndex & 15
        if settings[slot].operand != column.value { settings[slot] = ChangesetWriter.setting(column) }
        return settings[slot]
    }

    @inline(__always)
    private func append(_ code: ChangesetCode, _ operands: Int64...) {
        bytes.append(code.rawValue)
        for operand in operands { bytes.append(operand) }
    }

    // MARK: Tables and columns

    func addTable(_ key: TableKey) { changeTables(.tableAdded, key) }

    func removeTable(_ key: TableKey) { changeTables(.tableRemoved, key) }

    func renameTable(_ key: TableKey) { changeTables(.tableRenamed, key) }

    private func changeTables(_ code: ChangesetCode, _ key: TableKey) {
        (table, object, collection) = (nil, .null, nil)
        newestHere = .null
        // Another table may get the slot.
        if key.slot < newest.count { newest[key.slot] = .null }
        append(code, Int64(key.value))
    }

    func addColumn(_ column: ColumnKey, of key: TableKey) { changeColumns(.columnAdded, column, of: key) }

    func removeColumn(_ column: ColumnKey, of key: TableKey) { changeColumns(.columnRemoved, column, of: key) }

    func renameColumn(_ column: ColumnKey, of key: TableKey) { changeColumns(.columnRenamed, column, of: key) }

    private func changeColumns(_ code: ChangesetCode, _ column: ColumnKey, of key: TableKey) {
        select(key)
        append(code, column.value)
    }

    /// Records that a mixed column leads into `target` for the first time.
    func addTypedLink(from column: ColumnKey, of key: TableKey, to target: TableKey) {
        select(key)
        append(.typedLinkAdded, column.value, Int64(target.value))
    }

    // MARK: Objects

    /// - Parameter isEmbedded: then its owner's instruction implies it.
    @inline(__always)
    func createObject(_ key: ObjectKey, in table: TableKey, isEmbedded: Bool) {
        if !isEmbedded {
            select(table)
            bytes.append(ChangesetCode.objectCreated.rawValue)
            bytes.append(key.value)
        }
        if table.slot >= newest.count { makeRoom(for: table.slot) }
        newest[table.slot] = key
        if table == self.table { newestHere = key }
    }

    @inline(never)
    private func makeRoom(for slot: Int) {
        newest.append(contentsOf: repeatElement(.null, count: slot + 1 - newest.count))
    }

    @inline(__always)
    func removeObject(_ key: ObjectKey, from table: TableKey) {
        select(table)
        bytes.append(ChangesetCode.objectRemoved.rawValue)
        bytes.append(key.value)
    }

    /// Records that a property was set, to any value.
    @inline(__always)
    func set(_ column: ColumnKey, of key: ObjectKey, in table: TableKey) {
        guard select(key, in: table) else { return }
        if latest.operand != column.value { latest = setting(column) }
        bytes.append(latest, key.value)
    }

    // MARK: Elements

    /// A change of the elements of a collection; positions at that moment.
    enum Change {
        case insert(Int), set(Int), remove(Int)
        case move(Int, to: Int)
        /// All elements there were.
        case clear(Int)
    }

    /// Records a change of a collection: of a property, or nested in it.
    ///
    /// - Parameter path: identities of the nested collections on the way, the outermost first.
    func change(
        _ change: Change, in column: ColumnKey, path: [Int64] = [], of key: ObjectKey, in table: TableKey
    ) {
        guard select(key, in: table) else { return }
        let wanted = Collection(column: column, path: path)
        if collection != wanted {
            collection = wanted
            append(path.isEmpty ? .selectCollection : .selectNestedCollection, column.value, key.value)
            if !path.isEmpty {
                bytes.append(Int64(path.count))
                for identity in path { bytes.append(identity) }
            }
        }
        switch change {
        case .insert(let position): append(.elementInserted, Int64(position))
        case .set(let position): append(.elementSet, Int64(position))
        case .remove(let position): append(.elementErased, Int64(position))
        case .move(let source, let target): append(.elementMoved, Int64(source), Int64(target))
        case .clear(let count): append(.collectionCleared, Int64(count))
        }
    }

    // MARK: Selection

    @inline(__always)
    private func select(_ key: TableKey) {
        if table == key { return }
        (table, object, collection) = (key, .null, nil)
        newestHere = key.slot < newest.count ? newest[key.slot] : .null
        bytes.append(ChangesetCode.selectTable.rawValue)
        bytes.append(0)
        bytes.append(Int64(key.value))
    }

    /// - Returns: false for an object whose changes are not recorded.
    @inline(__always)
    private func select(_ key: ObjectKey, in table: TableKey) -> Bool {
        if table != self.table {
            if table.slot < newest.count, newest[table.slot] == key { return false }
            select(table)
        } else if newestHere == key {
            return false
        }
        if object != key {
            object = key
            if collection != nil { collection = nil }
        }
        return true
    }
}
