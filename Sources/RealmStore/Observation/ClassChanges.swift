/// The changes of the objects of a class between two versions of a Realm. Additional to the SDK.
///
/// Objects are identified by their primary keys; in a class without, by their object keys, as ints. What the commits
/// between the versions touched counts, as for observers: an object of which a property was set to the value that it
/// had is modified. An object is not modified by a change of a linked object, unless that is embedded and so belongs to
/// it.
public struct ClassChanges {
    /// The class.
    public let className: String
    /// Objects missing from the older version, in the order of their object keys, like the others.
    public let insertions: [AnyRealmValue]
    /// Objects of both versions that were touched.
    public let modifications: [AnyRealmValue]
    /// Objects missing from the newer version.
    public let deletions: [AnyRealmValue]

    /// True if nothing has changed.
    public var isEmpty: Bool { insertions.isEmpty && modifications.isEmpty && deletions.isEmpty }

    init(_ changes: ChangeSet, _ table: TableKey, from old: Session, to new: Session) throws(FormatError) {
        let (before, after) = (old.group.table(table), new.group.table(table))
        className = (after ?? before)?.className ?? ""
        insertions = try ClassChanges.names(changes.insertions, in: after, new)
        modifications = try ClassChanges.names(changes.modifications, in: after, new)
        deletions = try ClassChanges.names(changes.deletions, in: before, old)
    }

    private static func names(
        _ keys: [ObjectKey], in table: Table?, _ session: Session
    ) throws(FormatError) -> [AnyRealmValue] {
        guard let table, let column = table.primaryKey else { return keys.map { .int(Int($0.value)) } }
        let objects = try table.objects()
        var names: [AnyRealmValue] = []
        names.reserveCapacity(keys.count)
        for key in keys {
            guard let position = try objects.find(key) else { continue }
            names.append(AnyRealmValue(try table.value(of: column, at: position), session))
        }
        return names
    }
}

extension Realm {
    /// Returns the changes of the objects of each class since an older version of this Realm.
    ///
    ///     let before = realm.freeze()
    ///     if try realm.waitForChange(), realm.refresh() { show(try realm.changes(since: before)) }
    ///
    /// Reads what the commits since have recorded, whichever process made them, of other engines, too. Where no record
    /// reaches back to the older version, the two are compared, and objects count that differ. Additional to the SDK.
    ///
    /// - Parameter older: this Realm, frozen at an older version, or at the same one.
    /// - Returns: the classes with changed objects, in the order of their names; embedded objects are part of their
    ///   owners.
    /// - Throws: `invalidInput` for a Realm of another file, one that is newer or not frozen, and in a write
    ///   transaction; `invalidDatabase` for damage.
    /// - Complexity: O(changes); without a record O(clusters that were written · objects and properties of a cluster).
    public func changes(since older: Realm) throws -> [ClassChanges] {
        let (old, new) = (older.session, session)
        return try old.comparing(with: new) { changes in
            let tables = Set((old.group.tables + new.group.tables).map(\.key))
            var all: [ClassChanges] = []
            for key in tables {
                let table = new.group.table(key) ?? old.group.table(key)
                guard table?.className != nil, table?.kind != .embedded, !changes[key].isEmpty else { continue }
                all.append(try ClassChanges(changes[key], key, from: old, to: new))
            }
            return all.sorted { $0.className.utf8.lexicographicallyPrecedes($1.className.utf8) }
        }
    }

    /// The number of the version that this Realm shows, one more with each commit. Additional to the SDK.
    public var commitVersion: UInt64 {
        session.checkThread()
        return session.version
    }
}

extension Results where Element == DynamicObject {
    /// Returns the changes of these objects since an older version of their Realm: objects that meet the conditions
    /// only now are insertions, those that no longer do are deletions, and those that still do but have other content
    /// are modifications. Additional to the SDK.
    ///
    /// - Parameter older: the Realm, frozen at an older version, or at the same one.
    /// - Throws: as `Realm.changes(since:)`; `invalidInput` also for a condition that does not fit the older version.
    /// - Complexity: that of `Realm.changes(since:)`, if the query depends only on an object's own properties; else
    ///   that of evaluating the query in both versions.
    public func changes(since older: Realm) throws -> ClassChanges {
        guard let rows = rows as? ObjectResults else { preconditionFailure("dynamic objects are objects") }
        let (old, new) = (older.session, rows.session)
        let table = rows.binding.table
        return try old.comparing(with: new) { changes in
            let found = try rows.changes(changes[table], from: old)
            return try ClassChanges(found, table, from: old, to: new)
        }
    }
}

extension Session {
    /// Runs `body` with the changes from this session's version to that of `new`, and converts errors to public ones.
    fileprivate func comparing<Result>(with new: Session, _ body: (VersionChanges) throws -> Result) throws -> Result {
        new.checkThread()
        guard isFrozen, path == new.path else {
            throw invalidInput("Changes are told since a frozen version of the same Realm.")
        }
        guard new.write == nil else {
            throw invalidInput("Changes are told between versions: commit the write transaction first.")
        }
        guard version <= new.version else { throw invalidInput("Changes are told since an older version.") }
        do {
            return try body(VersionChanges(from: group, to: new.group, new.touchedObjects(since: self, watching: [])))
        } catch {
            throw RLMError(query: error, path: path)
        }
    }
}

extension ObjectResults {
    /// The changes of the rows, given the changes of their class since the version of `old`.
    fileprivate func changes(_ changes: ChangeSet, from old: Session) throws -> ChangeSet {
        guard !isWhole else { return changes }
        guard let condition = ownCondition, let before = old.group.table(binding.table),
            let after = session.group.table(binding.table)
        else { return try changesOfAll(changes, from: old) }
        let (first, second) = (
            try PreparedQuery(condition, on: before, in: old.queryContext),
            try PreparedQuery(condition, on: after, in: session.queryContext)
        )
        var result = ChangeSet()
        result.insertions = try second.keys(among: changes.insertions)
        result.deletions = try first.keys(among: changes.deletions)
        for key in changes.modifications {
            switch (try first.matches(key), try second.matches(key)) {
            case (true, true): result.modifications.append(key)
            case (true, false): result.deletions.append(key)
            case (false, true): result.insertions.append(key)
            case (false, false): break
            }
        }
        result.insertions.sort()
        result.deletions.sort()
        return result
    }

    /// The same for rows that depend on other objects: evaluates all in both versions.
    private func changesOfAll(_ changes: ChangeSet, from old: Session) throws -> ChangeSet {
        let (before, after) = (Set(try recipe.keys(in: old)), Set(try recipe.keys(in: session)))
        var result = ChangeSet()
        result.insertions = after.subtracting(before).sorted()
        result.deletions = before.subtracting(after).sorted()
        result.modifications = changes.modifications.filter { before.contains($0) && after.contains($0) }
        return result
    }
}
