/// A closed way over points of the sphere, with what lies on its left: at most half of the sphere.
struct SphericalRing {
    /// The points, each once.
    let vertices: [SpherePoint]
    private let edges: [Edge]
    private var isReferenceInside = false
    private var bounds = GeoBounds.everywhere

    private struct Edge {
        let start: SpherePoint
        let end: SpherePoint
        let cross: SpherePoint
        /// The side on which the reference lies.
        let sideOfReference: Int
    }

    /// A place from which the edges on the way to a point are counted. On no edge that anyone draws.
    private static let reference = SpherePoint(-0.28173, 0.61803, -0.73361).normalized

    /// - Parameter vertices: at least three different points whose edges do not cross, in either direction.
    init(_ vertices: [SpherePoint]) {
        let isLeft = SphericalRing.turning(vertices) >= -1e-14
        let vertices = isLeft ? vertices : vertices.reversed()
        self.vertices = vertices
        edges = vertices.indices.map { index in
            let (start, end) = (vertices[index], vertices[(index + 1) % vertices.count])
            let cross = start.cross(end)
            return Edge(
                start: start, end: end, cross: cross,
                sideOfReference: Turn.sign(start, end, SphericalRing.reference, cross: cross))
        }
        isReferenceInside = isCrossedOddly(onWayTo: 1) != contains(vertex: 1)
        bounds = makeBounds()
    }

    /// The sum of the angles by which the way turns to the left: 2π less the area on its left.
    private static func turning(_ vertices: [SpherePoint]) -> Double {
        var sum = 0.0
        for index in vertices.indices {
            let before = vertices[(index + vertices.count - 1) % vertices.count]
            let (vertex, behind) = (vertices[index], vertices[(index + 1) % vertices.count])
            let (arrival, departure) = (before.normal(vertex), vertex.normal(behind))
            let turned = arrival.cross(departure)
            let angle = Double.angle(x: arrival.dot(departure), y: turned.dot(turned).squareRoot())
            sum += Turn.sign(before, vertex, behind) > 0 ? angle : -angle
        }
        return sum
    }

    // MARK: Points

    /// False if a place is certainly outside.
    func mayContain(_ place: GeoCoordinate) -> Bool { bounds.contains(place) }

    /// True if a point is inside: between it and the reference the ring is crossed an odd number of times, if the
    /// reference is outside.
    func contains(_ point: SpherePoint) -> Bool {
        let reference = SphericalRing.reference
        let way = reference.cross(point)
        var isInside = isReferenceInside
        guard var side = vertices.last.map({ Turn.sign(reference, point, $0, cross: way) }) else { return false }
        // The edge that ends at the first vertex is the last one.
        var edge = edges.count - 1
        for index in vertices.indices {
            let vertex = vertices[index]
            if vertex == point { return contains(vertex: index) }
            let next = Turn.sign(reference, point, vertex, cross: way)
            if next != side, isCrossed(edges[edge], onWayTo: point, next) { isInside.toggle() }
            side = next
            edge = index
        }
        return isInside
    }

    /// - Parameter side: that of the end of the edge, seen from the way.
    @inline(__always)
    private func isCrossed(_ edge: Edge, onWayTo point: SpherePoint, _ side: Int) -> Bool {
        edge.sideOfReference == side && Turn.sign(edge.start, edge.end, point, cross: edge.cross) == -side && side != 0
    }

    /// A vertex is inside if the ring comes by its reference direction on the left.
    private func contains(vertex index: Int) -> Bool {
        let corner = corner(index)
        return Turn.isInOrder(corner.vertex.reference, corner.before, corner.behind, around: corner.vertex)
    }

    /// Whether the way from the reference to a vertex crosses the ring an odd number of times. It crosses an edge at
    /// the vertex itself if that lies between the reference direction of the vertex and the way.
    private func isCrossedOddly(onWayTo index: Int) -> Bool {
        let corner = corner(index)
        let reference = SphericalRing.reference
        let way = reference.cross(corner.vertex)
        var isOdd = false
        for edge in edges {
            let isCrossed =
                if edge.start == corner.vertex || edge.end == corner.vertex {
                    Turn.isInOrder(
                        corner.vertex.reference, edge.start == corner.vertex ? edge.end : edge.start, reference,
                        around: corner.vertex)
                } else {
                    Turn.sign(reference, corner.vertex, edge.start, cross: way)
                        != Turn.sign(reference, corner.vertex, edge.end, cross: way)
                        && self.isCrossed(
                            edge, onWayTo: corner.vertex, Turn.sign(reference, corner.vertex, edge.end, cross: way))
                }
            if isCrossed { isOdd.toggle() }
        }
        return isOdd
    }

    // MARK: Corners

    /// A vertex and its neighbours.
    struct Corner {
        let before: SpherePoint
        let vertex: SpherePoint
        let behind: SpherePoint

        /// True if what is on the left of another way through the same vertex is on the left of this one.
        func contains(_ other: Corner) -> Bool {
            Turn.isInOrder(behind, other.behind, other.before, around: vertex)
                && Turn.isInOrder(other.before, before, behind, around: vertex)
        }

        /// True if nothing is on the left of both.
        func isDisjoint(with other: Corner) -> Bool {
            Turn.isInOrder(before, other.behind, other.before, around: vertex)
                && Turn.isInOrder(other.before, behind, before, around: vertex)
        }
    }

    func corner(_ index: Int) -> Corner {
        Corner(
            before: edges[(index + edges.count - 1) % edges.count].start, vertex: edges[index].start,
            behind: edges[index].end)
    }

    // MARK: Bounds

    private func makeBounds() -> GeoBounds {
        var (south, north) = (90.0, -90.0)
        for edge in edges {
            let range = SphericalRing.heights(from: edge.start, to: edge.end)
            south = min(south, range.lowerBound.arcSine.degrees)
            north = max(north, range.upperBound.arcSine.degrees)
        }
        let hasNorthPole = contains(SpherePoint(0, 0, 1))
        let hasSouthPole = contains(SpherePoint(0, 0, -1))
        if hasNorthPole { north = 90 }
        if hasSouthPole { south = -90 }
        let isPolar = hasNorthPole || hasSouthPole || north > 89.9 || south < -89.9
        guard !isPolar, let span = longitudes() else {
            return GeoBounds(latitudes: south...north, west: -180, width: 360)
        }
        return GeoBounds(latitudes: south...north, west: span.west, width: span.width)
    }

    /// The range of longitudes of the edges; nil if they go around the axis.
    private func longitudes() -> (west: Double, width: Double)? {
        let angles = vertices.map { Double.angle(x: $0.x, y: $0.y).degrees }
        var (west, east, now) = (angles[0], angles[0], angles[0])
        for index in vertices.indices {
            let step = angles[(index + 1) % angles.count] - angles[index]
            now += step > 180 ? step - 360 : step < -180 ? step + 360 : step
            west = min(west, now)
            east = max(east, now)
        }
        guard (now - angles[0]).magnitude < 1, east - west < 360 else { return nil }
        return (west < -180 ? west + 360 : west, east - west)
    }

    /// The least and the greatest z on an edge, which may bulge beyond its ends.
    static func heights(from start: SpherePoint, to end: SpherePoint) -> ClosedRange<Double> {
        var (low, high) = (min(start.z, end.z), max(start.z, end.z))
        let normal = start.normal(end)
        // The direction of the highest point of the great circle.
        let summit = SpherePoint(-normal.x * normal.z, -normal.y * normal.z, normal.x * normal.x + normal.y * normal.y)
        let length = summit.dot(summit).squareRoot()
        guard length > 0 else { return low...high }
        let isBehindStart = normal.dot(start.cross(summit))
        let isBeforeEnd = normal.dot(summit.cross(end))
        if isBehindStart >= 0, isBeforeEnd >= 0 { high = max(high, min(1, summit.z / length)) }
        if isBehindStart <= 0, isBeforeEnd <= 0 { low = min(low, max(-1, -summit.z / length)) }
        return max(-1, low)...min(1, high)
    }
}
