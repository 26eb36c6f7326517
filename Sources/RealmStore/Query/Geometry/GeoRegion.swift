/// A shape that was checked, and is prepared to test any number of points.
///
/// As in Realm Core the Earth is a sphere; edges of boxes and polygons are arcs of great circles, each the shorter of
/// the two between its ends. A ring encloses the smaller of the two parts into which it divides the sphere, however
/// it runs. So the northern edge of a box bulges to the north, and a box of more than 180 degrees of longitude lies
/// on the other side of the Earth. Of two regions with a common edge one has the points on the edge.
struct GeoRegion {
    private enum Form {
        case cap(SphericalCap)
        case polygon(SphericalPolygon)
    }

    private let form: Form

    /// Checks a shape.
    ///
    /// - Throws: the reason why it encloses nothing that could be tested.
    init(_ shape: GeoShape) throws(GeoShapeError) {
        switch shape {
        case .circle(let center, let radians):
            try GeoRegion.check(center)
            guard radians >= 0 else {
                throw GeoShapeError("the radius of a circle is an angle in radians from 0 on, not \(radians)")
            }
            form = .cap(SphericalCap(center: center, radians: radians))
        case .box(let corner, let opposite):
            let first = GeoCoordinate(latitude: opposite.latitude, longitude: corner.longitude)
            let second = GeoCoordinate(latitude: corner.latitude, longitude: opposite.longitude)
            form = .polygon(try GeoRegion.polygon([[corner, first, opposite, second, corner]]))
        case .polygon(let rings): form = .polygon(try GeoRegion.polygon(rings))
        }
    }

    private static func polygon(_ rings: [[GeoCoordinate]]) throws(GeoShapeError) -> SphericalPolygon {
        for ring in rings {
            for place in ring { try check(place) }
        }
        return try SphericalPolygon(rings)
    }

    private static func check(_ place: GeoCoordinate) throws(GeoShapeError) {
        guard place.isOnSphere else {
            throw GeoShapeError(
                "\(place.text) is no place: the longitude comes first, from -180 to 180, then the latitude, from -90 "
                    + "to 90")
        }
    }

    /// True if a place is inside; false for one that is not on the sphere.
    func contains(_ place: GeoCoordinate) -> Bool {
        guard place.isOnSphere else { return false }
        switch form {
        case .cap(let cap): return cap.contains(place)
        case .polygon(let polygon): return polygon.contains(place)
        }
    }
}

/// The reason why a shape cannot be used.
struct GeoShapeError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
