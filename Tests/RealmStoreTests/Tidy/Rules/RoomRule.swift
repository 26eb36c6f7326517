/// On the floors that know nothing of predicates and classes, rooms use each other one way: the arrows between them
/// make no cycle.
enum RoomRule {
    static let floors: [SourceFloor] = [.platform, .nodes, .storage, .tables]

    /// The pairs of rooms that may use each other on the floor of objects, since their types name each other: an object
    /// has a Realm and collections, a collection has objects and gives results, a configuration names classes and a
    /// migration, and a session has all of them at hand.
    static let pairsOfObjects = [
        "Accessors Collections", "Accessors Models", "Accessors Realm", "Accessors Sessions", "Accessors Writing",
        "Collections Models", "Collections Results", "Collections Writing", "Migrations Realm", "Migrations Sessions",
        "Models Sessions", "Observers Sessions", "Realm Sessions",
    ]

    /// One violation for each arrow on a cycle, the ones with the fewest references first: they are the ones to cut.
    static func violations(in references: [SymbolReference]) -> [TidyViolation] {
        let graph = RoomGraph(references)
        let arrows = floors.flatMap { graph.arrowsOnCycles(of: $0) }.map { ($0, graph.arrows[$0] ?? []) }
        return arrows.sorted { ($0.1.count, $0.0) < ($1.1.count, $1.0) }.compactMap { arrow, references in
            guard let example = references.first, let back = graph.way(from: arrow.to, to: arrow.from)
            else { return nil }
            return TidyViolation(
                example.file, line: example.line,
                "'\(example.symbol)' of \(arrow.to) is used in \(arrow.from), and back leads "
                    + back.map(\.description).joined(separator: " → ")
                    + " (\(references.count) references, \(example.target))")
        }
    }
}
