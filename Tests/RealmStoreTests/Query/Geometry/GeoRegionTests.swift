import Testing

@testable import RealmStore

/// Places in shapes on the sphere; answers marked so are those of Realm Core.
@Suite("Regions on the sphere") struct GeoRegionTests {
    /// A place by its longitude and its latitude, as in queries.
    private static func at(_ longitude: Double, _ latitude: Double) -> GeoCoordinate {
        GeoCoordinate(latitude: latitude, longitude: longitude)
    }

    private static func ring(_ places: (Double, Double)...) -> [GeoCoordinate] {
        let ring = places.map { at($0.0, $0.1) }
        return ring + ring.prefix(1)
    }

    private func contains(_ shape: GeoShape, _ longitude: Double, _ latitude: Double) throws -> Bool {
        try GeoRegion(shape).contains(GeoRegionTests.at(longitude, latitude))
    }

    // MARK: Circles

    @Test func `a circle ends at its radius`() throws {
        let circle = GeoShape.circle(center: GeoRegionTests.at(12, 55), radians: 1.0.radians)
        #expect(try contains(circle, 12, 55.999))
        #expect(try !contains(circle, 12, 56.001))
        // A degree of longitude is shorter there.
        #expect(try contains(circle, 13.7, 55))
        #expect(try !contains(circle, 13.8, 55))
    }

    @Test func `a circle without radius has its center`() throws {
        let circle = GeoShape.circle(center: GeoRegionTests.at(12.5, 55.7), radians: 0)
        #expect(try contains(circle, 12.5, 55.7))
        #expect(try !contains(circle, 12.5, 55.700001))
    }

    @Test(arguments: [Double.pi, 10, .infinity]) func `a circle of half a turn is the whole Earth`(
        radians: Double
    ) throws {
        let circle = GeoShape.circle(center: GeoRegionTests.at(0, 10), radians: radians)
        #expect(try contains(circle, 180, -10))
        #expect(try contains(circle, 90, 90))
    }

    @Test func `a circle goes over a pole`() throws {
        let circle = GeoShape.circle(center: GeoRegionTests.at(0, 85), radians: 10.0.radians)
        #expect(try contains(circle, 180, 86))
        #expect(try contains(circle, -90, 90))
        #expect(try !contains(circle, 180, 84))
        #expect(try !contains(circle, 0, 74.9))
    }

    @Test func `a circle goes over the antimeridian`() throws {
        let circle = GeoShape.circle(center: GeoRegionTests.at(179.5, 0), radians: 1.0.radians)
        #expect(try contains(circle, -179.6, 0))
        #expect(try contains(circle, 180, 0))
        #expect(try contains(circle, -180, 0))
        #expect(try !contains(circle, -179.4, 0))
    }

    // MARK: Boxes

    @Test func `the edges of a box bulge towards the pole`() throws {
        let box = GeoShape.box(GeoRegionTests.at(-30, 50), GeoRegionTests.at(30, 60))
        #expect(try contains(box, 0, 63))
        #expect(try !contains(box, 0, 64))
        #expect(try !contains(box, 0, 53))
        #expect(try contains(box, 29, 51))
        #expect(try !contains(box, 31, 55))
    }

    @Test func `a box lies between any two opposite corners`() throws {
        let corners = [(0.0, 0.0, 10.0, 20.0), (10, 20, 0, 0), (0, 20, 10, 0), (10, 0, 0, 20)]
        for (west, south, east, north) in corners {
            let box = GeoShape.box(GeoRegionTests.at(west, south), GeoRegionTests.at(east, north))
            #expect(try contains(box, 5, 10))
            #expect(try !contains(box, 11, 10))
            #expect(try !contains(box, 5, -1))
        }
    }

    @Test func `a box goes over the antimeridian`() throws {
        let box = GeoShape.box(GeoRegionTests.at(170, -10), GeoRegionTests.at(-170, 10))
        #expect(try contains(box, 180, 0))
        #expect(try contains(box, -180, 5))
        #expect(try contains(box, 171, 9))
        #expect(try !contains(box, 169, 0))
        #expect(try !contains(box, 0, 0))
    }

    @Test func `a box of more than half a turn lies on the other side of the Earth`() throws {
        let box = GeoShape.box(GeoRegionTests.at(-120, 0), GeoRegionTests.at(120, 60))
        #expect(try contains(box, 180, 30))
        #expect(try !contains(box, 0, 30))
    }

    /// Counts that Realm Core gives, places on edges and corners included.
    @Test(arguments: [
        (0.2, 0.2, 0.7, 0.7, 1), (-2, -1.5, 0.7, 0.5, 2), (0, 0, 0.5, 0.5, 0), (0, 0, 0.5, 1, 1), (0, -0.5, 0.5, 1, 0),
        (-2, -1, 1, 0.5, 2), (-2, -2, 1, 1, 4), (-2, -2, 0.5, 1, 4),
    ]) func `a box has as many places as in Realm Core`(
        west: Double, south: Double, east: Double, north: Double, count: Int
    ) throws {
        let places = [(-2, -1), (-1, -2), (0, 0), (0.5, 0.5), (1, 1), (2, 2)].map { GeoRegionTests.at($0.0, $0.1) }
        let region = try GeoRegion(.box(GeoRegionTests.at(west, south), GeoRegionTests.at(east, north)))
        #expect(places.count { region.contains($0) } == count)
    }

    @Test func `of two boxes with a common edge one has a place on it`() throws {
        for latitude in stride(from: -9.5, through: 9.5, by: 0.25) {
            let west = GeoShape.box(GeoRegionTests.at(-10, -10), GeoRegionTests.at(7.3, 10))
            let east = GeoShape.box(GeoRegionTests.at(7.3, -10), GeoRegionTests.at(20, 10))
            #expect(try contains(west, 7.3, latitude) != contains(east, 7.3, latitude))
        }
    }

    // MARK: Polygons

    @Test func `a ring around a pole has the pole`() throws {
        let polygon = GeoShape.polygon([GeoRegionTests.ring((0, 70), (90, 70), (180, 70), (-90, 70))])
        #expect(try contains(polygon, 33, 90))
        #expect(try contains(polygon, 45, 80))
        // Edges are no parallels.
        #expect(try !contains(polygon, 45, 73))
        #expect(try contains(polygon, 1, 71))
        #expect(try !contains(polygon, 0, -90))
    }

    @Test func `a ring around the South Pole has the pole`() throws {
        let polygon = GeoShape.polygon([GeoRegionTests.ring((0, -70), (120, -70), (-120, -70))])
        #expect(try contains(polygon, 33, -90))
        #expect(try !contains(polygon, 0, 90))
    }

    @Test func `a ring has the smaller part whichever way it runs`() throws {
        let ring = GeoRegionTests.ring((0, 0), (10, 0), (10, 10), (0, 10))
        for ring in [ring, ring.reversed()] {
            #expect(try contains(.polygon([ring]), 5, 5))
            #expect(try !contains(.polygon([ring]), 15, 5))
        }
    }

    @Test func `a hole is cut out, whichever way it runs`() throws {
        let outer = GeoRegionTests.ring((0, 0), (10, 0), (10, 10), (0, 10))
        let hole = GeoRegionTests.ring((4, 4), (6, 4), (6, 6), (4, 6))
        for hole in [hole, hole.reversed()] {
            #expect(try !contains(.polygon([outer, hole]), 5, 5))
            #expect(try contains(.polygon([outer, hole]), 3, 5))
        }
    }

    @Test func `a place on the edge of a hole is in the hole or in the polygon`() throws {
        let outer = GeoRegionTests.ring((-10, -10), (10, -10), (10, 10), (-10, 10))
        let hole = GeoRegionTests.ring((0, 0), (5, 0), (5, 5), (0, 5))
        for latitude in [0.0, 1, 2.5, 5] {
            #expect(try contains(.polygon([outer, hole]), 0, latitude) != contains(.polygon([hole]), 0, latitude))
        }
    }

    @Test func `holes may touch each other and the outer ring at a point`() throws {
        let outer = GeoRegionTests.ring((0, 0), (10, 0), (10, 10), (0, 10))
        let first = GeoRegionTests.ring((0, 0), (4, 2), (2, 4))
        let second = GeoRegionTests.ring((4, 2), (8, 2), (6, 5))
        let polygon = GeoShape.polygon([outer, first, second])
        #expect(try !contains(polygon, 2, 2))
        #expect(try !contains(polygon, 6, 3))
        #expect(try contains(polygon, 5, 8))
    }

    @Test func `a point repeated in a row counts once`() throws {
        let ring = GeoRegionTests.ring((0, 0), (0, 1), (0, 1), (0, 1), (1, 1))
        #expect(try contains(.polygon([ring]), 0.3, 0.6))
    }

    @Test func `no place off the sphere is in a shape`() throws {
        let earth = GeoShape.circle(center: GeoRegionTests.at(0, 0), radians: 4)
        for place in [(181.0, 0.0), (0, 90.5), (.nan, 0), (0, .nan), (.infinity, 0)] {
            #expect(try !contains(earth, place.0, place.1))
        }
    }

    // MARK: Shapes that are refused

    private static let badShapes: [(GeoShape, String)] = [
        (.circle(center: at(0, 0), radians: -1), "radius"), (.circle(center: at(0, 0), radians: .nan), "radius"),
        (.circle(center: at(0, 91), radians: 1), "[0.0, 91.0]"), (.box(at(-181, 0), at(1, 1)), "[-181.0, 0.0]"),
        (.box(at(1, 1), at(1, 1)), "3 different points"), (.box(at(1, 1), at(1, 2)), "3 different points"),
        (.polygon([]), "outer ring"), (.polygon([[]]), "no points"),
        (.polygon([[at(0, 0), at(1, 0), at(1, 1), at(0, 1)]]), "not closed"),
        (.polygon([ring((0, 0), (1, 0))]), "3 different points"),
        (.polygon([ring((0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 1))]), "twice by the same point"),
        (.polygon([ring((0, 0), (0, 1), (2, 1), (2, 2), (1, 0.5))]), "edges 2 and 4"),
        (.polygon([square(0, 10), square(20, 22)]), "hole 1 is not inside"),
        (.polygon([square(0, 10), square(5, 15)]), "outer ring and hole 1 cross"),
        (.polygon([square(0, 10), square(-1, 11)]), "hole 1 is not inside"),
        (.polygon([square(0, 10), square(0, 10)]), "outer ring and hole 1 have an edge in common"),
        (.polygon([square(0, 9), ring((0, 0), (8, 1), (9, 9))]), "touches the outer ring at 2"),
        (.polygon([square(0, 10), square(1, 4), square(3, 6)]), "hole 1 and hole 2 cross"),
        (.polygon([square(0, 10), square(1, 9), square(3, 6)]), "hole 1 and hole 2 lie in each other"),
        (.polygon([square(0, 10), square(3, 6), square(1, 9)]), "hole 1 and hole 2 lie in each other"),
        (.polygon([square(0, 10), square(2, 5), ring((5, 2), (8, 2), (5, 5))]), "hole 1 and hole 2 have an edge"),
        (.polygon([square(0, 9), ring((1, 1), (8, 1), (8, 8)), ring((1, 1), (7, 2), (7, 3))]), "lie in each other"),
    ]

    private static func square(_ low: Double, _ high: Double) -> [GeoCoordinate] {
        ring((low, low), (high, low), (high, high), (low, high))
    }

    @Test(arguments: badShapes) func `a shape that encloses nothing is refused`(
        shape: GeoShape, reason: String
    ) throws {
        do {
            _ = try GeoRegion(shape)
            Issue.record("\(shape.text) is not refused")
        } catch {
            #expect(error.reason.contains(reason), "\(error.reason)")
        }
    }
}
