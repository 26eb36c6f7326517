/// Tests whether the targets of links meet a condition, which is decided once for each target.
final class LinkedTest: RowTest {
    /// The number of objects that must meet the condition.
    enum Demand: Equatable {
        case any
        case all
        /// A single link: its target, and the result if there is none.
        case only(orElse: Bool)
    }

    /// The place of the links: the column, in the cursor of the objects themselves.
    let path: ObjectPath
    let hop: Int
    let demand: Demand
    /// A condition on the targets of the links.
    let condition: any RowTest
    /// The number of rows tested one by one before all possible targets are tested at once.
    private var patience = 64
    private var met: ObjectKeySet?
    var cost: Int { 40 }

    /// - Parameter hop: the position of the hop in the path.
    init(_ path: ObjectPath, _ hop: Int, _ demand: Demand, _ condition: any RowTest) {
        self.path = path
        self.hop = hop
        self.demand = demand
        self.condition = condition
    }

    var text: String {
        let (start, column) = (path.cursors[hop], path.hops[hop].column)
        let name = start.column(column).isBacklink ? "links to it" : "'\(start.column(column).name)'"
        return "\(name), once for each object behind: \(condition.text)"
    }

    var indexLookup: IndexLookup? {
        guard hop == 0, path.backlinks(of: 0) != nil, demand == .any || demand == .only(orElse: false) else {
            return nil
        }
        return .links(self)
    }

    func isDecided(by lookup: IndexLookup) -> Bool { true }

    private var target: ClusterCursor { path.cursors[hop + 1] }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        if met == nil {
            patience -= rows.count
            if patience >= 0 { return try filterEach(rows) }
            met = ObjectKeySet(try keysThatMeet())
        }
        guard let met else { return RowSet() }
        return try rows.filter { (row) throws(FormatError) in
            try holds(row) { met.contains($0) }
        }
    }

    /// Tests the targets of the links of each row.
    private func filterEach(_ rows: RowSet) throws(FormatError) -> RowSet {
        try rows.filter { (row) throws(FormatError) in
            try holds(row) { (key) throws(FormatError) in
                guard let linked = try target.seek(key) else { return false }
                return try !condition.filter(RowSet(linked)).isEmpty
            }
        }
    }

    @inline(__always)
    private func holds(
        _ row: Int, _ isMet: (ObjectKey) throws(FormatError) -> Bool
    ) throws(FormatError) -> Bool {
        switch demand {
        case .any:
            return try path.containsLink(of: hop, row, isMet)
        case .all:
            return try !path.containsLink(of: hop, row) { (key) throws(FormatError) in try !isMet(key) }
        case .only(let fallback):
            var isFound = false
            let isHeld = try path.containsLink(of: hop, row) { (key) throws(FormatError) in
                isFound = true
                return try isMet(key)
            }
            return isFound ? isHeld : fallback
        }
    }

    /// The keys of all possible targets that meet the condition, ascending.
    func keysThatMeet() throws(FormatError) -> [ObjectKey] {
        var keys: [ObjectKey] = []
        try target.table.objects().forEachLeaf { (leaf) throws(FormatError) in
            guard leaf.count > 0 else { return }
            target.open(leaf)
            try condition.filter(RowSet(first: leaf.count)).forEach { keys.append(leaf.key($0)) }
        }
        return keys
    }

    /// The keys of the objects with a link to an object that meets the condition, each once, found by backlinks.
    ///
    /// - Returns: nil if there are more than `limit` such links, or some have no backlinks.
    func origins(limit: Int) throws(FormatError) -> [ObjectKey]? {
        guard demand == .any || demand == .only(orElse: false), let backlinks = path.backlinks(of: hop) else {
            return nil
        }
        let keys = try keysThatMeet()
        guard keys.count <= limit else { return nil }
        let cursor = target
        let column = cursor.add(backlinks)
        var found: [ObjectKey] = []
        for key in keys {
            guard let row = try cursor.seek(key) else { continue }
            let list = try BacklinkList(cursor.slot(column, row), in: cursor.table.space)
            guard found.count + list.count <= limit else { return nil }
            for position in 0..<list.count { found.append(try list.origin(at: position)) }
        }
        found.sort()
        return found
    }
}
