import RealmStore

/// A class of two files, or a table outside of classes; it may be missing in one of them.
final class DiffClass {
    /// A property of both, with comparable values.
    struct Property {
        let name: String
        /// Positions among the properties of both classes.
        let old: Int
        let new: Int
    }

    let name: String
    /// Objects of other tables are compared only as the targets of links.
    let isClass: Bool
    let old: ExportClass?
    let new: ExportClass?
    let properties: [Property]
    /// Names of the properties not compared.
    let ignored: Set<String>
    let oldKeys: DiffKeyReader?
    let newKeys: DiffKeyReader?
    /// Whether objects are matched by something unique: their primary keys or object keys.
    let hasUniqueKeys: Bool

    /// The clusters of both, once matched.
    var leaves: DiffLeaves?
    /// Whether all objects are equal and have the same keys in both files; nil while unknown.
    var isSameThroughout: Bool?

    var isEmbedded: Bool { old?.isEmbedded ?? false || new?.isEmbedded ?? false }

    /// - Parameter keys: paths to the values by which objects are matched; empty for the primary key or else the object
    ///   key.
    init(
        _ old: ExportClass?, _ new: ExportClass?, in source: (old: ExportSource, new: ExportSource),
        keys: [String], ignored: Set<String>
    ) throws {
        name = (old ?? new)?.name ?? ""
        isClass = (old ?? new)?.table.className != nil
        self.old = old
        self.new = new
        self.ignored = ignored
        properties = try DiffClass.properties(old, new, source, ignored)
        hasUniqueKeys = keys.isEmpty
        // A class that got its primary key later has only object keys in common.
        let primary = DiffClass.sharedPrimaryKey(old, new).map { [$0] } ?? []
        let names = keys.isEmpty ? primary : keys
        oldKeys = try old.map { try DiffClass.keys(names, of: $0, source.old) }
        newKeys = try new.map { try DiffClass.keys(names, of: $0, source.new) }
    }

    private static func keys(
        _ names: [String], of exported: ExportClass, _ source: ExportSource
    ) throws
        -> DiffKeyReader
    {
        let paths = try names.map { name in
            let path = try ExportPath(name, from: exported, source)
            guard path.isSingleValue(from: exported, source) else {
                throw invalidInput("Objects cannot be matched by '\(name)', which is a collection or embedded.")
            }
            return path
        }
        return DiffKeyReader(exported, source, paths)
    }

    private static func sharedPrimaryKey(_ old: ExportClass?, _ new: ExportClass?) -> String? {
        guard let old, let new else { return (old ?? new)?.table.primaryKey?.name }
        guard let first = old.table.primaryKey, let second = new.table.primaryKey, first.name == second.name,
            first.type == second.type
        else { return nil }
        return first.name
    }

    private static func properties(
        _ old: ExportClass?, _ new: ExportClass?, _ source: (old: ExportSource, new: ExportSource),
        _ ignored: Set<String>
    ) throws -> [Property] {
        guard let old, let new else { return [] }
        var properties: [Property] = []
        for (index, property) in old.properties.enumerated() where !ignored.contains(property.column.name) {
            guard let other = new.properties.firstIndex(where: { $0.column.name == property.column.name }) else {
                continue
            }
            let (left, right) = (property.column, new.properties[other].column)
            guard left.type == right.type, left.collection == right.collection else { continue }
            if left.type == .link {
                let first = try source.old.exportClass(left.oppositeTable)
                let second = try source.new.exportClass(right.oppositeTable)
                guard first.name == second.name, first.isEmbedded == second.isEmbedded else { continue }
            }
            properties.append(Property(name: left.name, old: index, new: other))
        }
        return properties
    }
}

extension ExportPath {
    /// Whether there is a single value at the end that identifies something outside of its object.
    fileprivate func isSingleValue(from start: ExportClass, _ source: ExportSource) -> Bool {
        guard let property else { return true }
        var here = start
        for link in links {
            guard let next = try? source.exportClass(here.properties[link].column.oppositeTable) else { return false }
            here = next
        }
        let last = here.properties[property]
        return last.column.collection == nil && !last.holdsEmbedded
    }
}
