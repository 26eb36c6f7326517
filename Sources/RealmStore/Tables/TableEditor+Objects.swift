/// Raw objects and their values.
extension TableEditor {
    /// Takes the key for the next object, which no object has yet.
    ///
    /// Source: file-format/clusters.md, "Object keys".
    func nextObjectKey() throws(FormatError) -> ObjectKey {
        let isInterleaved = hasNoPrimaryKey
        while true {
            let number = nextNumber
            guard number < (isInterleaved ? 1 << 32 : 1 << 62) else {
                throw FormatError(.badTable, at: .none, "table '\(name)' has used up its object keys")
            }
            nextNumber = number + 1
            // The number's upper bits make room for those of a sync file id, which is 0 in local files.
            let value = isInterleaved ? (number & 0xFF) | ((number >> 8) << 16) : number
            let key = ObjectKey(Int64(value))
            if try value >= firstUnusedKey() { return key }
            if try !clusters.contains(key) { return key }
        }
    }

    /// No object has this key or a greater one.
    private func firstUnusedKey() throws(FormatError) -> UInt64 {
        if let known = unusedKeys { return known }
        let tree = try clusters.tree()
        var key: UInt64 = 0
        if tree.count > 0 {
            let leaf = try tree.leaf(containing: tree.count - 1).leaf
            key = UInt64(bitPattern: leaf.key(leaf.count - 1).value) &+ 1
        }
        unusedKeys = key
        return key
    }

    /// An object with that key is added.
    private func use(_ key: ObjectKey) {
        if let known = unusedKeys, UInt64(bitPattern: key.value) >= known {
            unusedKeys = UInt64(bitPattern: key.value) &+ 1
        }
    }

    /// Claims a key for an object about to be added, such as the key that it had in another file.
    ///
    /// - Returns: false, without claiming it, if it is taken or not an object key.
    package func claimObjectKey(_ key: ObjectKey) throws(FormatError) -> Bool {
        guard key.value >= 0, key.value < 1 << 62 else { return false }
        if try UInt64(key.value) < firstUnusedKey(), try clusters.contains(key) { return false }
        // Keys of later objects begin after it, so that they need not skip it; a distant one is skipped instead, so
        // that it does not use up the others.
        var number = UInt64(key.value)
        if hasNoPrimaryKey {
            guard number & 0xFF00 == 0 else { return true }
            number = (number & 0xFF) | ((number >> 16) << 8)
        }
        if number >= nextNumber, number < 1 << 31 { nextNumber = number + 1 }
        return true
    }

    private var hasNoPrimaryKey: Bool { primaryKey == nil }

    /// An array of nils, one for each leaf index, for the values of the next object. Callers return it, so that the
    /// next object needs no allocation.
    func takeRow() -> [Value?] {
        var row = spareRow
        spareRow = []
        if row.count != leafIndexLimit { row = [Value?](repeating: nil, count: leafIndexLimit) }
        return row
    }

    func giveBack(_ row: inout [Value?]) {
        for index in row.indices { row[index] = nil }
        spareRow = row
    }

    /// Adds an object of that key with the given values, or else zero, empty or null.
    ///
    /// - Parameter given: values of single-valued columns by leaf index.
    /// - Throws: `badCluster` if the key is taken.
    func createObject(_ key: ObjectKey, _ given: [Value?] = []) throws(FormatError) -> ClusterEditor.Position {
        changes.createObject(key, in: self.key, isEmbedded: kind == .embedded)
        use(key)
        return try clusters.insert(key, given)
    }

    /// Takes the keys of several new objects, ascending if all come after those that are there.
    func nextObjectKeys(_ count: Int) throws(FormatError) -> [ObjectKey] {
        var keys: [ObjectKey] = []
        keys.reserveCapacity(count)
        for _ in 0..<count { keys.append(try nextObjectKey()) }
        return keys
    }

    /// Adds objects of these keys with the given values, or else zero, empty or null.
    ///
    /// - Parameters:
    ///   - keys: ascending; no object has one of them.
    ///   - values: those of all objects, of single-valued columns by leaf index; nil for a column without.
    func createObjects(
        _ keys: [ObjectKey], _ values: (_ leafIndex: Int) -> UnsafeBufferPointer<Value>?
    ) throws(FormatError) {
        for key in keys { changes.createObject(key, in: self.key, isEmbedded: kind == .embedded) }
        if let last = keys.last { use(last) }
        try clusters.append(keys[...], values)
    }

    /// The object with that key, or the tombstone if the key is an unresolved one, writable.
    func find(_ key: ObjectKey) throws(FormatError) -> ClusterEditor.Position? {
        key.isUnresolved ? try tombstones?.find(key) : try clusters.find(key)
    }

    /// Removes an object, with its collections and lists of backlinks.
    ///
    /// The caller handles links to and from it, indexes, and embedded objects it owns.
    ///
    /// - Returns: false if there is none of that key.
    func removeObject(_ key: ObjectKey) throws(FormatError) -> Bool { try remove(key, from: clusters) }

    /// The same for several, a leaf at a time.
    ///
    /// - Parameter keys: ascending; missing ones are ignored.
    func removeObjects(_ keys: [ObjectKey]) throws(FormatError) {
        if !backlinkColumns.isEmpty || columns.contains(where: { $0.collection != nil || $0.type == .mixed }) {
            for key in keys {
                if let position = try clusters.find(key) { try freeContents(at: position) }
            }
        }
        try clusters.remove(keys)
    }

    /// Adds a tombstone; creates the tree of tombstones if there is none.
    ///
    /// - Parameter key: an unresolved one.
    func createTombstone(_ key: ObjectKey) throws(FormatError) -> ClusterEditor.Position {
        precondition(key.isUnresolved, "the key of a tombstone is below -1")
        return try tombstonesForWriting().insert(key)
    }

    /// Removes a tombstone like an object.
    func removeTombstone(_ key: ObjectKey) throws(FormatError) -> Bool {
        guard let tombstones else { return false }
        return try remove(key, from: tombstones)
    }

    private func remove(_ key: ObjectKey, from tree: ClusterEditor) throws(FormatError) -> Bool {
        guard let position = try tree.find(key) else { return false }
        try freeContents(at: position)
        return try tree.remove(key)
    }

    /// Frees what the object's values refer to, and its lists of backlinks.
    private func freeContents(at position: ClusterEditor.Position) throws(FormatError) {
        for column in columns {
            if column.collection != nil {
                try freeSlot(of: column, at: position)
            } else if column.type == .mixed {
                switch try value(of: column, at: position) {
                case .list(let root), .dictionary(let root): try arena.freeTree(root)
                default: break
                }
            }
        }
        for column in backlinkColumns { try freeSlot(of: column, at: position) }
    }

    private func freeSlot(of column: Column, at position: ClusterEditor.Position) throws(FormatError) {
        if let root = try slot(of: column, at: position).ref { try arena.freeTree(root) }
    }

    // MARK: Values

    /// The value of a single-valued column.
    package func value(of column: Column, at position: ClusterEditor.Position) throws(FormatError) -> Value {
        let leaf = try leaf(of: column, at: position)
        if column.isPlainInteger, arena.owns(leaf) {
            return .int(IntegerEditor(arena.own(leaf), in: arena)[position.row])
        }
        return try leaves(of: column).value(at: position.row, in: leaf)
    }

    /// Replaces the value of a single-valued column. The caller has handled a nested collection in its place.
    ///
    /// - Returns: whether that changed nothing but the value's own bytes.
    @discardableResult
    func set(_ value: Value, of column: Column, at position: ClusterEditor.Position) throws(FormatError) -> Bool {
        let old = try leaf(of: column, at: position)
        // A leaf of the transaction lies in a cluster of the transaction, which is not copied for this change.
        let isOwn = arena.owns(old)
        var leaf = old
        let isInPlace =
            if isOwn { try replace(value, of: column, at: position.row, in: &leaf) } else { Bool?.none }
        if isInPlace == nil { try leaves(of: column).set(value, at: position.row, in: &leaf) }
        if leaf != old { position.leaf.setColumn(column.leafIndex, to: leaf) }
        return isInPlace ?? (isOwn && leaf == old && column.hasLeafOfOneNode)
    }

    /// Replaces a value in a leaf of the transaction, of one of the types that are set most often.
    ///
    /// - Returns: whether that changed nothing but the value's own bytes; nil, with nothing done, for another type.
    @inline(__always)
    private func replace(
        _ value: Value, of column: Column, at row: Int, in leaf: inout Ref
    ) throws(FormatError) -> Bool? {
        switch (value, column.type) {
        case (.int(let number), .int) where !column.isNullable:
            let old = leaf
            var integers = IntegerEditor(arena.own(leaf), in: arena)
            try integers.set(number, at: row)
            leaf = integers.ref
            return leaf == old
        case (.int(let number), .int):
            var integers = try OptionalIntegerEditor(leaf, in: arena)
            let isInPlace = try integers.replace(number, at: row)
            leaf = integers.ref
            return isInPlace
        case (.timestamp(let time), .timestamp):
            return try TimestampLeafEditor.replace(time, at: row, in: leaf, of: arena)
        default: return nil
        }
    }

    /// The slot of a collection or backlink column: a root, a tagged key, or empty.
    func slot(of column: Column, at position: ClusterEditor.Position) throws(FormatError) -> Slot {
        let node = try arena.space.refs(leaf(of: column, at: position), "a leaf of collections")
        return node.slot(position.row)
    }

    /// Replaces the slot of a collection or backlink column without freeing its former content.
    func setSlot(_ slot: Slot, of column: Column, at position: ClusterEditor.Position) throws(FormatError) {
        let old = try leaf(of: column, at: position)
        let slots = try SlotEditor(old, in: arena)
        slots[position.row] = slot
        if slots.ref != old { position.leaf.setColumn(column.leafIndex, to: slots.ref) }
    }

    /// The leaf of a column in the object's cluster; one that the transaction does not own is checked to contain the
    /// row.
    @inline(__always)
    private func leaf(of column: Column, at position: ClusterEditor.Position) throws(FormatError) -> Ref {
        let leaf = try position.leaf.column(column.leafIndex)
        if !arena.owns(leaf) { try check(leaf, of: column, in: position.leaf) }
        return leaf
    }

    private func check(_ leaf: Ref, of column: Column, in cluster: ClusterLeafEditor) throws(FormatError) {
        let count = try leaves(of: column).count(leaf)
        let expected = try cluster.count(in: arena)
        guard count == expected else {
            throw FormatError(
                .badCluster, at: leaf, "column '\(column.name)' has \(count) values for \(expected) objects")
        }
    }
}
