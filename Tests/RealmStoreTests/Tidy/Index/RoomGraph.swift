/// The uses between rooms, by the references between their files.
struct RoomGraph {
    struct Arrow: Hashable, Comparable {
        let from: SourceRoom
        let to: SourceRoom

        static func < (left: Arrow, right: Arrow) -> Bool { (left.from, left.to) < (right.from, right.to) }
    }

    /// The references behind each arrow, in the order given.
    let arrows: [Arrow: [SymbolReference]]
    private let used: [SourceRoom: [SourceRoom]]

    init(_ references: [SymbolReference]) {
        var arrows: [Arrow: [SymbolReference]] = [:]
        for reference in references {
            guard let from = SourceRoom(path: reference.file), let to = SourceRoom(path: reference.target), from != to
            else { continue }
            arrows[Arrow(from: from, to: to), default: []].append(reference)
        }
        self.arrows = arrows
        used = Dictionary(grouping: arrows.keys.sorted(), by: \.from).mapValues { $0.map(\.to) }
    }

    /// The rooms of a floor that the first one reaches, each with the one before it on a shortest way.
    private func ways(from start: SourceRoom) -> [SourceRoom: SourceRoom] {
        var previous: [SourceRoom: SourceRoom] = [:]
        var next = [start]
        while !next.isEmpty {
            let rooms = next
            next = []
            for room in rooms {
                for target in used[room] ?? [] where target.floor == start.floor && previous[target] == nil {
                    previous[target] = room
                    next.append(target)
                }
            }
        }
        return previous
    }

    /// A shortest way from one room to another of its floor, both ends included; nil if there is none.
    func way(from start: SourceRoom, to end: SourceRoom) -> [SourceRoom]? {
        let previous = ways(from: start)
        guard previous[end] != nil else { return nil }
        var way = [end]
        while let room = previous[way[0]], way[0] != start || way.count == 1 { way.insert(room, at: 0) }
        return way
    }

    /// The arrows of a floor that lie on a cycle.
    func arrowsOnCycles(of floor: SourceFloor) -> [Arrow] {
        let ownArrows = arrows.keys.filter { $0.from.floor == floor && $0.to.floor == floor }.sorted()
        let reached = Dictionary(grouping: ownArrows, by: \.to).keys.reduce(into: [SourceRoom: Set<SourceRoom>]()) {
            $0[$1] = Set(ways(from: $1).keys)
        }
        return ownArrows.filter { reached[$0.to]?.contains($0.from) == true }
    }

    /// The pairs of rooms of a floor that use each other, each in the order of names.
    func mutualPairs(of floor: SourceFloor) -> [String] {
        arrows.keys.filter { $0.from.floor == floor && $0.to.floor == floor && $0.from < $0.to }
            .filter { arrows[Arrow(from: $0.to, to: $0.from)] != nil }
            .sorted().map { "\($0.from.name) \($0.to.name)" }
    }
}
