/// The handling of objects without links to them when their class becomes embedded. Additional to the SDK.
public enum OrphanRule: Sendable {
    /// The class does not become embedded.
    case error
    /// They are deleted, as the SDK does.
    case delete
}

/// The handling of objects with several links to them when their class becomes embedded. Additional to the SDK.
public enum SharedRule: Sendable {
    /// The class does not become embedded.
    case error
    /// Each link gets its own copy, with copies of the embedded objects it owns, as in the SDK.
    case duplicate
}

/// Makes a class embedded: each object belongs to one property of one other object.
///
/// Source: file-format/schema.md, "Becoming embedded".
struct EmbeddedConversion {
    private let objects: ObjectEditor
    private let table: TableEditor
    private let className: String

    init(of className: String, _ table: TableEditor, _ objects: ObjectEditor) {
        self.className = className
        self.table = table
        self.objects = objects
    }

    /// - Throws: `SchemaRefusal` if the rules or a link in a mixed property forbid it.
    func run(_ orphans: OrphanRule, _ shared: SharedRule) throws {
        guard table.primaryKey == nil else { throw SchemaRefusal.embeddedWithPrimaryKey(className) }
        for (origins, column) in try objects.linkColumns(to: table) where column.collection == .set {
            throw refusal(
                "the set '\(origins.table.className ?? origins.name).\(column.name)' links to it, and sets cannot hold "
                    + "embedded objects.")
        }
        try removeOrphans(orphans)
        var several = Set<ObjectKey>()
        var firstShared: ObjectKey?
        for key in try objects.keys(of: table) {
            if let column = try mixedLink(to: key) {
                throw refusal(
                    "there is an incoming link from the Mixed property '\(column)', which does not support linking to "
                        + "embedded objects.")
            }
            if try objects.linkCount(of: key, in: table, fromMixed: false) > 1 {
                firstShared = firstShared ?? key
                several.insert(key)
            }
        }
        if let firstShared {
            guard shared == .duplicate else {
                throw refusal(
                    "at least one object has more than one incoming link. \(EmbeddedConversion.named(firstShared))")
            }
            try duplicate(several)
        }
        table.setKind(.embedded)
    }

    /// The first of the objects that are in the way. They have no primary key.
    private static func named(_ key: ObjectKey) -> String { "The first has the object key \(key.value)." }

    private func refusal(_ reason: String) -> SchemaRefusal { .cannotBecomeEmbedded(className, because: reason) }

    private func removeOrphans(_ rule: OrphanRule) throws {
        // Deleting one may remove the only link to the next.
        var orphans: [ObjectKey]
        repeat {
            orphans = []
            for key in try objects.keys(of: table) {
                let isOrphan =
                    try objects.linkCount(of: key, in: table, fromMixed: false) == 0 && mixedLink(to: key) == nil
                if isOrphan { orphans.append(key) }
            }
            if let first = orphans.first, rule == .error {
                throw refusal(
                    "at least one object has no incoming links and would be deleted. "
                        + EmbeddedConversion.named(first))
            }
            try objects.delete(orphans, from: table)
        } while !orphans.isEmpty
    }

    /// The mixed property that links to an object, or nil.
    private func mixedLink(to key: ObjectKey) throws(FormatError) -> String? {
        for backlinks in table.backlinkColumns {
            guard let origins = try objects.tables.table(backlinks.oppositeTable),
                let column = origins.column(backlinks.oppositeColumn), column.type == .mixed,
                try !table.slot(of: backlinks, at: objects.position(of: key, in: table)).isEmpty
            else { continue }
            return "\(origins.table.className ?? origins.name).\(column.name)"
        }
        return nil
    }

    // MARK: Copies

    /// Gives every link to an object except the first one a copy.
    ///
    /// Each property that links here is scanned once, whatever its targets.
    private func duplicate(_ shared: Set<ObjectKey>) throws(FormatError) {
        var owned = Set<ObjectKey>()
        for (origins, column) in try objects.linkColumns(to: table) {
            for origin in try objects.keys(of: origins) {
                switch column.collection {
                case nil:
                    let value = try objects.value(of: column, of: origin, in: origins)
                    guard let copy = try copy(of: value, shared, &owned) else { continue }
                    try objects.set(copy, of: column, of: origin, in: origins)
                case .list: try duplicate(shared, &owned, inListOf: column, origin, origins)
                case .dictionary: try duplicate(shared, &owned, inDictionaryOf: column, origin, origins)
                case .set: preconditionFailure("sets of embedded objects were refused")
                }
            }
        }
    }

    private func duplicate(
        _ shared: Set<ObjectKey>, _ owned: inout Set<ObjectKey>, inListOf column: Column, _ origin: ObjectKey,
        _ origins: TableEditor
    ) throws(FormatError) {
        for index in 0..<(try objects.count(of: column, of: origin, in: origins)) {
            let value = try objects.element(at: index, of: column, of: origin, in: origins)
            guard let copy = try copy(of: value, shared, &owned) else { continue }
            try objects.setElement(copy, at: index, in: column, of: origin, in: origins)
        }
    }

    private func duplicate(
        _ shared: Set<ObjectKey>, _ owned: inout Set<ObjectKey>, inDictionaryOf column: Column, _ origin: ObjectKey,
        _ origins: TableEditor
    ) throws(FormatError) {
        func entries() throws(FormatError) -> DictionaryTree {
            let root = try origins.slot(of: column, at: objects.position(of: origin, in: origins)).ref ?? .none
            return try DictionaryTree(root, hasIntegerKeys: column.hasIntegerKeys, in: objects.arena.space)
        }
        for index in 0..<(try entries().count) {
            let entries = try entries()
            guard let copy = try copy(of: entries.value(at: index), shared, &owned) else { continue }
            try entries.key(at: index).withOwnBytes { (entry) throws(FormatError) in
                try objects.setEntry(copy, for: entry, in: column, of: origin, in: origins)
            }
        }
    }

    /// The replacement of a link; nil for one that may stay.
    private func copy(
        of value: Value, _ shared: Set<ObjectKey>, _ owned: inout Set<ObjectKey>
    ) throws(FormatError) -> Value? {
        guard case .link(_, let key) = value, shared.contains(key), !owned.insert(key).inserted else { return nil }
        return .link(table.key, try objects.copy(key, in: table))
    }
}
