/// Whether objects of a class count as modified for an observer: because they were touched themselves, or something
/// that they link to was.
///
/// Without key paths that is everything within three links, but only the object itself if the observed class links to
/// no other class, even if it links to itself. With key paths it is the named properties along the path, of any length,
/// and a created object counts as modified. Both are Realm Core's rules.
///
/// Made for one step of one observer. There are two ways: `isModified` follows links from an object and visits each
/// object once; `modified` follows links back from touched objects.
struct ModificationCheck {
    private enum Rule {
        case nothing
        /// Objects that were touched themselves.
        case own
        case links(RelatedTables)
        case paths([[KeyPathFilter.Step]])
    }

    private let root: TableKey
    private let touched: TouchedObjects
    private let rule: Rule
    private var reader: LinkReader
    /// Objects from which nothing touched is reached within a number of links.
    private var clean: [ObjectPlace: Int] = [:]

    /// The number of links followed without key paths.
    static let maximumLinkCount = 3

    /// - Parameters:
    ///   - root: the table of the objects to check.
    ///   - owner: the table of the object whose list, set or map they are in; nil for results.
    init(
        _ filter: KeyPathFilter, _ root: TableKey, owner: TableKey? = nil, _ touched: TouchedObjects, in group: Group
    ) {
        self.root = root
        self.touched = touched
        reader = LinkReader(group)
        if let paths = filter.paths {
            rule = touched.touchedTables.isEmpty ? .nothing : .paths(paths)
            return
        }
        let related = RelatedTables(from: owner ?? root, in: group)
        if !touched.touchedTables.contains(where: { related.contains($0) && touched[$0]?.modifiedCount ?? 0 > 0 }) {
            rule = .nothing
        } else {
            rule = related.isSingle ? .own : .links(related)
        }
    }

    /// True if no object can be modified.
    var isTrivial: Bool { if case .nothing = rule { true } else { false } }

    // MARK: From the object on

    mutating func isModified(_ key: ObjectKey) throws(FormatError) -> Bool {
        let place = ObjectPlace(table: root, key: key)
        switch rule {
        case .nothing: return false
        case .own: return isTouched(place)
        case .links(let related):
            if isTouched(place) { return true }
            return try reaches(place, ModificationCheck.maximumLinkCount, related)
        case .paths(let paths):
            for path in paths where try isTouched(place, along: path[...]) { return true }
            return false
        }
    }

    /// The first columns of the paths along which something was touched.
    mutating func modifiedColumns(_ key: ObjectKey) throws(FormatError) -> Set<ColumnKey> {
        guard case .paths(let paths) = rule else { return [] }
        var columns: Set<ColumnKey> = []
        for path in paths {
            guard let first = path.first, !columns.contains(first.column) else { continue }
            if try isTouched(ObjectPlace(table: root, key: key), along: path[...]) { columns.insert(first.column) }
        }
        return columns
    }

    private func isTouched(_ place: ObjectPlace) -> Bool { touched[place.table]?.isModified(place.key) ?? false }

    /// True if links lead from the object to a touched object.
    private mutating func reaches(
        _ place: ObjectPlace, _ distance: Int, _ related: RelatedTables
    ) throws(FormatError) -> Bool {
        guard distance > 0, clean[place] ?? 0 < distance, let columns = related.links[place.table], !columns.isEmpty,
            let (table, position) = try reader.find(place)
        else { return false }
        let before = clean[place]
        // This object need not be visited again.
        clean[place] = distance
        for column in columns {
            let isClean = try LinkReader.forEachTarget(of: column, at: position, in: table) {
                (target) throws(FormatError) in
                if isTouched(target) { return false }
                return try !reaches(target, distance - 1, related)
            }
            if !isClean {
                clean[place] = before
                return true
            }
        }
        return false
    }

    private mutating func isTouched(
        _ place: ObjectPlace, along path: ArraySlice<KeyPathFilter.Step>
    ) throws(FormatError) -> Bool {
        guard let step = path.first else { return false }
        if isTouched(place, step) { return true }
        let rest = path.dropFirst()
        switch step.way {
        case .end: return false
        case .links:
            guard !rest.isEmpty, let (table, position) = try reader.find(place),
                let column = table.column(step.column)
            else { return false }
            return try !LinkReader.forEachTarget(of: column, at: position, in: table) { (target) throws(FormatError) in
                try !isTouched(target, along: rest)
            }
        case .origins(let origin, let link):
            guard let (table, position) = try reader.find(place), let column = table.column(step.column) else {
                return false
            }
            let origins = try table.backlinks(column, at: position)
            let last = KeyPathFilter.Step(table: origin, column: link, way: .end)
            for index in 0..<origins.count {
                let found = ObjectPlace(table: origin, key: try origins.origin(at: index))
                if try rest.isEmpty ? isTouched(found, last) : isTouched(found, along: rest) { return true }
            }
            return false
        }
    }

    /// Whether the property of the object was touched; a created object counts.
    private func isTouched(_ place: ObjectPlace, _ step: KeyPathFilter.Step) -> Bool {
        guard let table = touched[step.table] else { return false }
        return table.isModified(place.key, step.column) || table.created.contains(place.key)
    }

    // MARK: From what was touched

    /// The modified objects of the class, ascending; which may include created ones.
    ///
    /// - Parameter limit: the number of links that may be followed.
    /// - Returns: nil if that is not enough; then check the objects one by one.
    mutating func modified(limit: Int) throws(FormatError) -> [ObjectKey]? {
        switch rule {
        case .nothing: return []
        case .own: return (touched[root]?.modified).map { $0.sorted() } ?? []
        case .links(let related):
            var search = BacklinkSearch(reader, limit: limit)
            return try search.objects(of: root, leadingTo: touched, related)?.sorted()
        case .paths(let paths):
            var search = BacklinkSearch(reader, limit: limit)
            var found: Set<ObjectKey> = []
            for path in paths {
                guard let keys = try search.objects(leadingTo: touched, along: path) else { return nil }
                found.formUnion(keys)
            }
            return found.sorted()
        }
    }
}
