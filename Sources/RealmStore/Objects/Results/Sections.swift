/// The elements of results, grouped by a key: live.
///
/// Grouped on first use, and again once the session shows another state. Elements with equal keys form one section, at
/// the position of its first element.
final class Sections<Key: _Persistable & Hashable, Element: RealmCollectionValue> {
    let results: Results<Element>
    private let key: (Element) -> Key
    private var found: (grouping: Grouping, generation: Int)?

    struct Grouping {
        fileprivate(set) var keys: [Key] = []
        /// Positions in the results, for each key.
        fileprivate var positions: [[Int]] = []
        fileprivate var sections: [Key: Int] = [:]

        /// The key of each element of the results.
        var rows: [Key] {
            let places = positions.indices.flatMap { section in positions[section].map { ($0, section) } }
            return places.sorted { $0.0 < $1.0 }.map { keys[$0.1] }
        }

        /// The positions of a section's elements; nil if there is no such section.
        func positions(of key: Key) -> [Int]? { sections[key].map { positions[$0] } }
    }

    /// Traps for a key that is a link or a collection.
    init(_ results: Results<Element>, by key: @escaping (Element) -> Key) {
        let traits = _PropertyTraits(Key.self)
        precondition(
            traits.collection == nil && traits.type != .object && traits.type != .linkingObjects,
            "Sections are made by single values; '\(Key.self)' is none.")
        self.results = results
        self.key = key
        if session.isFrozen { found = (grouped(), session.generation) }
    }

    var session: Session { results.rows.session }

    var grouping: Grouping {
        session.checkThread()
        if let found, found.generation == session.generation { return found.grouping }
        let grouping = grouped()
        found = (grouping, session.generation)
        return grouping
    }

    private func grouped() -> Grouping {
        var grouping = Grouping()
        for (position, element) in results.enumerated() {
            let key = key(element)
            if let section = grouping.sections[key] {
                grouping.positions[section].append(position)
            } else {
                grouping.sections[key] = grouping.keys.count
                grouping.keys.append(key)
                grouping.positions.append([position])
            }
        }
        return grouping
    }

    /// The same in another session of the same file.
    func moved(to target: Session) -> Sections? { results.moved(to: target).map { Sections($0, by: key) } }
}
