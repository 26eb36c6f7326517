/// The rooms of one floor in columns, so that a room stands left of those that it uses, as far as they leave that
/// possible.
struct RoomLayout {
    /// The elements of a column, top to bottom: rooms, and arrows on their way to a column further right.
    enum Slot: Hashable {
        case room(SourceRoom)
        case passing(RoomGraph.Arrow)
    }

    /// From left to right.
    private(set) var columns: [[Slot]]
    /// The arrows to draw: to the right, and without those that follow from others.
    let arrows: [RoomGraph.Arrow]
    /// The rooms that a room uses against the order.
    let against: [SourceRoom: [SourceRoom]]

    init(of floor: SourceFloor, _ rooms: Set<SourceRoom>, _ graph: RoomGraph) {
        let own = graph.arrows.filter { $0.key.from.floor == floor && $0.key.to.floor == floor }.mapValues(\.count)
        let order = Self.order(rooms.sorted(), own)
        let positions = Dictionary(uniqueKeysWithValues: zip(order, 0...))
        let (right, left) = Self.split(own.keys.sorted(), by: positions)
        against = Dictionary(grouping: left, by: \.from).mapValues { $0.map(\.to) }
        let used = Dictionary(grouping: right, by: \.from).mapValues { Set($0.map(\.to)) }
        // From the end of the order: the rooms that a room uses already have their columns.
        var distances: [SourceRoom: Int] = [:]
        var reached: [SourceRoom: Set<SourceRoom>] = [:]
        for room in order.reversed() {
            let next = used[room] ?? []
            distances[room] = (next.compactMap { distances[$0] }.max() ?? -1) + 1
            reached[room] = next.reduce(into: next) { $0.formUnion(reached[$1] ?? []) }
        }
        arrows = right.filter { arrow in
            !(used[arrow.from] ?? []).contains { $0 != arrow.to && reached[$0]?.contains(arrow.to) == true }
        }
        let last = distances.values.max() ?? 0
        columns = (0...last).map { column in order.filter { distances[$0] == last - column }.map(Slot.room) }
        for arrow in arrows {
            let (start, end) = (last - (distances[arrow.from] ?? 0), last - (distances[arrow.to] ?? 0))
            for column in columns.indices where column > start && column < end {
                columns[column].append(.passing(arrow))
            }
        }
        untangle()
    }

    /// Users before the rooms they use, as far as cycles allow: rooms that none of the rest uses come first, those that
    /// use none of the rest last, and in a cycle first the room whose uses outweigh most.
    private static func order(_ rooms: [SourceRoom], _ weights: [RoomGraph.Arrow: Int]) -> [SourceRoom] {
        var left = rooms
        var (first, last): ([SourceRoom], [SourceRoom]) = ([], [])
        while !left.isEmpty {
            let arrows = weights.filter { left.contains($0.key.from) && left.contains($0.key.to) }
            let uses = Dictionary(grouping: arrows, by: \.key.from).mapValues { $0.reduce(0) { $0 + $1.value } }
            let usedBy = Dictionary(grouping: arrows, by: \.key.to).mapValues { $0.reduce(0) { $0 + $1.value } }
            let next: SourceRoom
            if let lowest = left.last(where: { uses[$0] == nil }) {
                last.insert(lowest, at: 0)
                next = lowest
            } else {
                let weight = { (room: SourceRoom) in (uses[room] ?? 0) - (usedBy[room] ?? 0) }
                next = left.first { usedBy[$0] == nil } ?? left.max { weight($0) < weight($1) } ?? left[0]
                first.append(next)
            }
            left.removeAll { $0 == next }
        }
        return first + last
    }

    private static func split(
        _ arrows: [RoomGraph.Arrow], by positions: [SourceRoom: Int]
    ) -> (right: [RoomGraph.Arrow], left: [RoomGraph.Arrow]) {
        let isForward = { (arrow: RoomGraph.Arrow) in positions[arrow.from] ?? 0 < positions[arrow.to] ?? 0 }
        return (arrows.filter(isForward), arrows.filter { !isForward($0) })
    }

    /// The slots that an arrow goes through, from its room to the other.
    func way(of arrow: RoomGraph.Arrow) -> [(column: Int, slot: Slot)] {
        let stations: Set<Slot> = [.room(arrow.from), .passing(arrow), .room(arrow.to)]
        return columns.enumerated().compactMap { column, slots in
            slots.first { stations.contains($0) }.map { (column, $0) }
        }
    }

    /// Puts each slot between those that it is joined to in the columns beside it, a few times over.
    private mutating func untangle() {
        var neighbours: [Slot: [Slot]] = [:]
        for arrow in arrows {
            let way = way(of: arrow).map(\.slot)
            for (one, next) in zip(way, way.dropFirst()) {
                neighbours[one, default: []].append(next)
                neighbours[next, default: []].append(one)
            }
        }
        for sweep in 0..<24 {
            var places: [Slot: Double] = [:]
            for column in columns {
                for (slot, index) in zip(column, 0...) { places[slot] = (Double(index) + 0.5) / Double(column.count) }
            }
            let indices = sweep.isMultiple(of: 2) ? Array(columns.indices) : columns.indices.reversed()
            for column in indices {
                let centres = columns[column].map { slot -> Double in
                    let joined = (neighbours[slot] ?? []).compactMap { places[$0] }
                    return joined.isEmpty ? places[slot] ?? 0 : joined.reduce(0, +) / Double(joined.count)
                }
                let sorted = zip(centres, columns[column]).enumerated().sorted {
                    ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
                }
                columns[column] = sorted.map(\.element.1)
                for (slot, index) in zip(columns[column], 0...) {
                    places[slot] = (Double(index) + 0.5) / Double(columns[column].count)
                }
            }
        }
    }
}
