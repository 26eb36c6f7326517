/// A ring on the sphere with holes in it.
struct SphericalPolygon {
    private let outer: SphericalRing
    private let holes: [SphericalRing]

    /// Checks the rings as Realm Core does.
    ///
    /// - Parameter rings: the outer one, then the holes; coordinates on the sphere.
    init(_ rings: [[GeoCoordinate]]) throws(GeoShapeError) {
        var made: [SphericalRing] = []
        for (number, ring) in rings.enumerated() {
            let vertices = try SphericalPolygon.vertices(ring, number)
            try RingCheck.checkCrossings(in: vertices, number)
            made.append(SphericalRing(vertices))
        }
        guard let outer = made.first else { throw GeoShapeError("a polygon needs an outer ring") }
        try RingCheck(made).check()
        self.outer = outer
        holes = Array(made.dropFirst())
    }

    /// The points of a ring, each once.
    private static func vertices(_ ring: [GeoCoordinate], _ number: Int) throws(GeoShapeError) -> [SpherePoint] {
        let name = RingCheck.name(number)
        guard let first = ring.first, let last = ring.last else { throw GeoShapeError("\(name) has no points") }
        guard first == last else {
            throw GeoShapeError(
                "\(name) is not closed: it begins with \(first.text) and ends with \(last.text), which must be equal")
        }
        var vertices: [SpherePoint] = []
        for place in ring {
            let point = SpherePoint(place)
            if vertices.last != point { vertices.append(point) }
        }
        vertices.removeLast()
        guard vertices.count >= 3 else {
            throw GeoShapeError("\(name) needs at least 3 different points, but has \(vertices.count)")
        }
        guard Set(vertices).count == vertices.count else {
            throw GeoShapeError("\(name) comes twice by the same point")
        }
        return vertices
    }

    /// True if a place is inside the outer ring and in no hole.
    func contains(_ place: GeoCoordinate) -> Bool {
        guard outer.mayContain(place) else { return false }
        let point = SpherePoint(place)
        guard outer.contains(point) else { return false }
        return !holes.contains { $0.mayContain(place) && $0.contains(point) }
    }
}
