/// Both ends of links, and the life of embedded objects.
extension ObjectEditor {
    // MARK: Link columns

    /// Sets a link to `target`, or to null. A formerly linked embedded object is deleted.
    func setLink(
        _ target: ObjectKey, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        let targets = try self.table(column.oppositeTable)
        precondition(
            targets.kind != .embedded || target.isNull, "an embedded object belongs to the owner it was made for")
        try replaceLink(by: target, of: column, of: key, in: table, targets)
    }

    /// Replaces the embedded object that a link column leads to by a new one.
    ///
    /// - Returns: its key.
    package func setEmbedded(
        of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) -> ObjectKey {
        let targets = try self.table(column.oppositeTable)
        let embedded = try createEmbedded(in: targets)
        changes.set(column.key, of: key, in: table.key)
        try replaceLink(by: embedded, of: column, of: key, in: table, targets)
        return embedded
    }

    private func replaceLink(
        by target: ObjectKey, of column: Column, of key: ObjectKey, in table: TableEditor, _ targets: TableEditor
    ) throws(FormatError) {
        let position = try position(of: key, in: table)
        let old = try table.value(of: column, at: position)
        if case .link(_, let oldTarget) = old, oldTarget == target { return }
        if case .null = old, target.isNull { return }
        try table.set(target.isNull ? .null : .link(targets.key, target), of: column, at: position)
        if !target.isNull { try addBacklink(to: target, in: targets, from: key, column) }
        if case .link(_, let oldTarget) = old {
            try removeBacklink(to: oldTarget, in: targets, from: key, column)
            try deleteUnlessOwned(oldTarget, in: targets)
        }
    }

    /// Deletes an embedded object that has just lost its link.
    func deleteUnlessOwned(_ key: ObjectKey, in table: TableEditor) throws(FormatError) {
        if table.kind == .embedded, !key.isUnresolved { try delete(key, from: table) }
    }

    // MARK: Backlinks

    /// Adds the origin of a new link to its target, an object or a tombstone.
    func addBacklink(
        to target: ObjectKey, in targets: TableEditor, from origin: ObjectKey, _ column: Column
    ) throws(FormatError) {
        guard let backlinks = targets.column(column.oppositeColumn) else { throw missingBacklinks(column, targets) }
        try changeBacklinks(of: target, in: targets, backlinks) { (list) throws(FormatError) in
            try list.add(origin)
        }
    }

    /// Removes the origin of a removed link from the backlinks of its target.
    func removeBacklink(
        to target: ObjectKey, in targets: TableEditor, from origin: ObjectKey, _ column: Column
    ) throws(FormatError) {
        guard let backlinks = targets.column(column.oppositeColumn) else { throw missingBacklinks(column, targets) }
        try removeBacklink(to: target, in: targets, from: origin, at: backlinks)
    }

    private func removeBacklink(
        to target: ObjectKey, in targets: TableEditor, from origin: ObjectKey, at backlinks: Column
    ) throws(FormatError) {
        try changeBacklinks(of: target, in: targets, backlinks) { (list) throws(FormatError) in
            guard try list.remove(origin) else {
                throw FormatError(
                    .badValue, at: targets.clusters.root,
                    "object \(target.value) of table '\(targets.name)' lacks a backlink from object \(origin.value)")
            }
        }
        if target.isUnresolved { try dropTombstoneWithoutLinks(target, in: targets) }
    }

    private func changeBacklinks(
        of target: ObjectKey, in targets: TableEditor, _ backlinks: Column,
        _ change: (inout BacklinkEditor) throws(FormatError) -> Void
    ) throws(FormatError) {
        let position = try position(of: target, in: targets)
        let old = try targets.slot(of: backlinks, at: position)
        var list = BacklinkEditor(old, in: arena)
        try change(&list)
        if list.slot != old { try targets.setSlot(list.slot, of: backlinks, at: position) }
    }

    private func missingBacklinks(_ column: Column, _ targets: TableEditor) -> FormatError {
        FormatError(
            .badTable, at: .none, "table '\(targets.name)' lacks the backlink column of link column '\(column.name)'")
    }

    // MARK: Mixed values

    /// Adds the backlinks of every link in a mixed value of `column`, nested ones too.
    func addLinks(
        in value: Value, from origin: ObjectKey, _ column: Column, of table: TableEditor
    ) throws(FormatError) {
        try NestedCollection.forEachLink(in: value, in: arena.space) { (key, target) throws(FormatError) in
            let targets = try self.table(key)
            precondition(targets.kind != .embedded, "a mixed value cannot link to an embedded object")
            var backlinks = targets.backlinkColumn(for: column.key, of: table.key)
            if backlinks == nil { backlinks = try targets.addBacklinkColumn(for: column, of: table) }
            guard let backlinks else { return }
            try changeBacklinks(of: target, in: targets, backlinks) { (list) throws(FormatError) in
                try list.add(origin)
            }
        }
    }

    /// Removes the backlinks of every link in a mixed value of `column`, nested ones too.
    func removeLinks(
        in value: Value, from origin: ObjectKey, _ column: Column, of table: TableEditor
    ) throws(FormatError) {
        try NestedCollection.forEachLink(in: value, in: arena.space) { (key, target) throws(FormatError) in
            let targets = try self.table(key)
            guard let backlinks = targets.backlinkColumn(for: column.key, of: table.key) else {
                throw missingBacklinks(column, targets)
            }
            try removeBacklink(to: target, in: targets, from: origin, at: backlinks)
        }
    }
}
