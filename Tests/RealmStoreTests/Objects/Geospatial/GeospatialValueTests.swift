import RealmStore
import Testing

/// The values of which queries for places are made.
@Suite("Geospatial values") struct GeospatialValueTests {
    private static func points(_ places: (Double, Double)...) -> [GeoPoint] {
        places.compactMap { GeoPoint(latitude: $0.0, longitude: $0.1) }
    }

    @Test func `a point has a latitude, a longitude and a height`() throws {
        let point = try #require(GeoPoint(latitude: 55.5, longitude: -12, altitude: 3))
        #expect((point.latitude, point.longitude, point.altitude) == (55.5, -12, 3))
        #expect(GeoPoint(latitude: 1, longitude: 2)?.altitude == 0)
    }

    @Test(arguments: [
        (90.0, 180.0, 0.0, true), (-90, -180, 500, true), (90.000000001, 0, 0, false), (-90.000000001, 0, 0, false),
        (0, 180.000000001, 0, false), (0, -180.000000001, 0, false), (0, 0, -1, false), (.nan, 0, 0, false),
        (0, .nan, 0, false), (0, 0, .nan, false), (.infinity, 0, 0, false),
    ]) func `a point lies on the Earth`(latitude: Double, longitude: Double, altitude: Double, isPoint: Bool) {
        #expect((GeoPoint(latitude: latitude, longitude: longitude, altitude: altitude) != nil) == isPoint)
        let isPlace = isPoint || altitude != 0
        #expect((GeoPoint(latitude: latitude, longitude: longitude) != nil) == isPlace)
    }

    @Test func `points are equal if all their numbers are`() {
        let point = GeoPoint(latitude: 1, longitude: 2, altitude: 3)
        #expect(point == GeoPoint(latitude: 1, longitude: 2, altitude: 3))
        #expect(point?.hash == GeoPoint(latitude: 1, longitude: 2, altitude: 3)?.hash)
        #expect(point != GeoPoint(latitude: 0, longitude: 2, altitude: 3))
        #expect(point != GeoPoint(latitude: 1, longitude: 0, altitude: 3))
        #expect(point != GeoPoint(latitude: 1, longitude: 2))
    }

    @Test func `a box has two corners`() throws {
        let corners = GeospatialValueTests.points((1, 2), (3, 4))
        let box = GeoBox(bottomLeft: corners[0], topRight: corners[1])
        #expect(box.bottomLeft.latitude == 1)
        #expect(box.topRight.longitude == 4)
        #expect(box == GeoBox(bottomLeft: (1, 2), topRight: (3, 4)))
        #expect(box.hash == GeoBox(bottomLeft: (1, 2), topRight: (3, 4))?.hash)
        #expect(box != GeoBox(bottomLeft: (3, 4), topRight: (1, 2)))
        #expect(GeoBox(bottomLeft: (-91, 0), topRight: (1, 1)) == nil)
        #expect(GeoBox(bottomLeft: (0, 0), topRight: (1, 181)) == nil)
    }

    @Test func `a polygon has a ring and holes`() throws {
        let outer = GeospatialValueTests.points((0, 0), (0, 9), (9, 9), (0, 0))
        let hole = GeospatialValueTests.points((2, 3), (2, 4), (3, 4), (2, 3))
        let polygon = try #require(GeoPolygon(outerRing: outer, holes: [hole]))
        #expect(polygon.outerRing == outer)
        #expect(polygon.holes == [hole])
        #expect(GeoPolygon(outerRing: outer)?.holes == nil)
        let places = [(0.0, 0.0), (0, 9), (9, 9), (0, 0)]
        let holes = [(2.0, 3.0), (2, 4), (3, 4), (2, 3)]
        #expect(polygon == GeoPolygon(outerRing: places, holes: [holes]))
        #expect(polygon == GeoPolygon(outerRing: places, holes: holes))
        #expect(polygon.hash == GeoPolygon(outerRing: places, holes: [holes])?.hash)
        #expect(polygon != GeoPolygon(outerRing: places))
        #expect(GeoPolygon(outerRing: outer) == GeoPolygon(outerRing: outer))
        #expect(GeoPolygon(outerRing: places, holes: holes, holes)?.holes?.count == 2)
    }

    @Test func `rings have four points, and the last is the first`() {
        let closed = [(0.0, 0.0), (1, 1), (2, 0), (0, 0)]
        for ring in [[], [(0.0, 0.0)], [(0, 0), (1, 1), (0, 0)], [(0, 0), (1, 1), (2, 0), (3, 3)]] {
            #expect(GeoPolygon(outerRing: ring) == nil)
            #expect(GeoPolygon(outerRing: closed, holes: [ring]) == nil)
            #expect(GeoPolygon(outerRing: closed, holes: closed, ring) == nil)
            let points = ring.compactMap { GeoPoint(latitude: $0.0, longitude: $0.1) }
            #expect(GeoPolygon(outerRing: points) == nil)
        }
        #expect(GeoPolygon(outerRing: [(0, 0), (91, 1), (2, 0), (0, 0)]) == nil)
        #expect(GeoPolygon(outerRing: closed, holes: [[(0, 0), (91, 1), (2, 0), (0, 0)]]) == nil)
    }

    @Test func `a circle has a center and a radius`() throws {
        let center = try #require(GeoPoint(latitude: 1, longitude: 2))
        let circle = try #require(GeoCircle(center: center, radiusInRadians: 0.5))
        #expect(circle.center == center)
        #expect(circle.radians == 0.5)
        let radius = try #require(Distance.radians(0.5))
        #expect(circle == GeoCircle(center: center, radius: radius))
        #expect(circle == GeoCircle(center: (1, 2), radiusInRadians: 0.5))
        #expect(circle == GeoCircle(center: (1, 2), radius: radius))
        #expect(circle.hash == GeoCircle(center: (1, 2), radius: radius)?.hash)
        #expect(circle != GeoCircle(center: (1, 3), radiusInRadians: 0.5))
        #expect(circle != GeoCircle(center: (1, 2), radiusInRadians: 0.6))
        for bad in [-0.1, .nan] {
            #expect(GeoCircle(center: center, radiusInRadians: bad) == nil)
            #expect(GeoCircle(center: (1, 2), radiusInRadians: bad) == nil)
        }
        #expect(GeoCircle(center: (91, 2), radius: radius) == nil)
    }

    @Test func `distances are converted with the radius of the Earth`() throws {
        let quarter = try #require(Distance.degrees(90))
        #expect(abs(quarter.radians - .pi / 2) < 1e-12)
        #expect(abs(quarter.asKilometers() - 6378.1 * .pi / 2) < 1e-6)
        #expect(abs(quarter.asMiles() - 6378.1 / 1.609344 * .pi / 2) < 1e-6)
        #expect(abs(quarter.asDegrees() - 90) < 1e-12)
        #expect(Distance.kilometers(6378.1)?.radians == 1)
        #expect(abs((Distance.miles(10)?.asMiles() ?? 0) - 10) < 1e-9)
        #expect(abs((Distance.kilometers(10)?.asKilometers() ?? 0) - 10) < 1e-9)
        #expect(Distance.radians(0.25)?.radians == 0.25)
    }

    @Test func `distances are not negative`() {
        for bad in [-1, .nan] {
            #expect(Distance.kilometers(bad) == nil)
            #expect(Distance.miles(bad) == nil)
            #expect(Distance.degrees(bad) == nil)
            #expect(Distance.radians(bad) == nil)
        }
        #expect(Distance.kilometers(0)?.radians == 0)
    }

    @Test func `distances are equal if their angles are`() {
        #expect(Distance.kilometers(1) == Distance.kilometers(1))
        #expect(Distance.kilometers(1)?.hash == Distance.kilometers(1)?.hash)
        #expect(Distance.kilometers(1) != Distance.miles(1))
    }
}
