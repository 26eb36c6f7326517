/// Checks that the rings of a polygon divide the sphere into an inside and an outside.
///
/// Rings may touch at points, but have no common edges and do not cross. Holes lie in the outer ring, which they touch
/// at one point at most, and not in one another.
struct RingCheck {
    private let rings: [SphericalRing]

    /// - Parameter rings: rings that do not cross themselves.
    init(_ rings: [SphericalRing]) { self.rings = rings }

    /// The ring as shown in messages.
    static func name(_ number: Int) -> String { number == 0 ? "the outer ring" : "hole \(number)" }

    private struct Edge {
        let ring: Int
        let index: Int
        let start: SpherePoint
        let end: SpherePoint
        let heights: ClosedRange<Double>

        func hasSameEnds(as other: Edge) -> Bool {
            (start == other.start && end == other.end) || (start == other.end && end == other.start)
        }

        /// True if the arcs cross at a point that is no end of them.
        func crosses(_ other: Edge) -> Bool {
            let side = Turn.sign(start, end, other.end)
            return side != 0 && Turn.sign(start, end, other.start) == -side
                && Turn.sign(other.start, other.end, start) == side && Turn.sign(other.start, other.end, end) == -side
        }
    }

    private static func edges(_ vertices: [SpherePoint], _ ring: Int) -> [Edge] {
        vertices.indices.map { index in
            let (start, end) = (vertices[index], vertices[(index + 1) % vertices.count])
            return Edge(
                ring: ring, index: index, start: start, end: end,
                heights: SphericalRing.heights(from: start, to: end))
        }
    }

    /// Calls `body` with all pairs of edges that have heights in common.
    private static func forEachPair(
        of edges: [Edge], _ body: (Edge, Edge) throws(GeoShapeError) -> Void
    ) throws(GeoShapeError) {
        let margin = 1e-12
        let sorted = edges.sorted { $0.heights.lowerBound < $1.heights.lowerBound }
        for (position, edge) in sorted.enumerated() {
            let limit = edge.heights.upperBound + margin
            for other in sorted[(position + 1)...] {
                guard other.heights.lowerBound <= limit else { break }
                try body(edge, other)
            }
        }
    }

    /// Checks that a ring does not cross itself.
    static func checkCrossings(in vertices: [SpherePoint], _ ring: Int) throws(GeoShapeError) {
        try forEachPair(of: edges(vertices, ring)) { (edge, other) throws(GeoShapeError) in
            if edge.crosses(other) {
                let (first, second) = (min(edge.index, other.index) + 1, max(edge.index, other.index) + 1)
                throw GeoShapeError("\(name(ring)) crosses itself: its edges \(first) and \(second) intersect")
            }
        }
    }

    // MARK: Rings beside each other

    func check() throws(GeoShapeError) {
        guard rings.count > 1 else { return }
        try checkEdges()
        let common = commonCorners()
        for number in 1..<rings.count {
            try checkHole(number, common[Pair(0, number)] ?? [])
            for other in 1..<number { try checkHoles(other, number, common[Pair(other, number)] ?? []) }
        }
    }

    private func checkEdges() throws(GeoShapeError) {
        let edges = rings.enumerated().flatMap { RingCheck.edges($1.vertices, $0) }
        try RingCheck.forEachPair(of: edges) { (edge, other) throws(GeoShapeError) in
            guard edge.ring != other.ring else { return }
            func names() -> String {
                "\(RingCheck.name(min(edge.ring, other.ring))) and \(RingCheck.name(max(edge.ring, other.ring)))"
            }
            if edge.hasSameEnds(as: other) { throw GeoShapeError("\(names()) have an edge in common") }
            if edge.crosses(other) { throw GeoShapeError("\(names()) cross each other") }
        }
    }

    private struct Pair: Hashable {
        let first: Int
        let second: Int

        init(_ first: Int, _ second: Int) {
            self.first = first
            self.second = second
        }
    }

    private typealias Corners = (first: SphericalRing.Corner, second: SphericalRing.Corner)

    /// The points that two rings have in common.
    private func commonCorners() -> [Pair: [Corners]] {
        var seen: [SpherePoint: [(ring: Int, index: Int)]] = [:]
        var found: [Pair: [Corners]] = [:]
        for (number, ring) in rings.enumerated() {
            for (index, vertex) in ring.vertices.enumerated() {
                for other in seen[vertex] ?? [] {
                    found[Pair(other.ring, number), default: []].append(
                        (rings[other.ring].corner(other.index), ring.corner(index)))
                }
                seen[vertex, default: []].append((number, index))
            }
        }
        return found
    }

    private func checkHole(_ number: Int, _ common: [Corners]) throws(GeoShapeError) {
        let (outer, hole) = (rings[0], rings[number])
        guard common.count <= 1 else {
            throw GeoShapeError("hole \(number) touches the outer ring at \(common.count) points; it may at one")
        }
        let isInside =
            common.first.map { $0.first.contains($0.second) }
            ?? (outer.contains(hole.vertices[0]) && !hole.contains(outer.vertices[0]))
        guard isInside else { throw GeoShapeError("hole \(number) is not inside the outer ring") }
    }

    private func checkHoles(_ first: Int, _ second: Int, _ common: [Corners]) throws(GeoShapeError) {
        let areApart =
            common.isEmpty
            ? !rings[first].contains(rings[second].vertices[0]) && !rings[second].contains(rings[first].vertices[0])
            : common.allSatisfy { $0.first.isDisjoint(with: $0.second) }
        guard areApart else { throw GeoShapeError("hole \(first) and hole \(second) lie in each other") }
    }
}
