/// A shape on the sphere as it was given, not checked yet. `GeoRegion` tests points with it.
package enum GeoShape: Hashable, Sendable {
    /// Two opposite corners.
    case box(GeoCoordinate, GeoCoordinate)
    /// A radius in radians, as an angle at the center of the sphere.
    case circle(center: GeoCoordinate, radians: Double)
    /// The outer ring, then the holes; in each the first point is also the last.
    case polygon([[GeoCoordinate]])

    /// The shape as written in queries.
    var text: String {
        switch self {
        case .box(let corner, let opposite): return "geoBox(\(corner.text), \(opposite.text))"
        case .circle(let center, let radians): return "geoCircle(\(center.text), \(radians))"
        case .polygon(let rings):
            let texts = rings.map { ring in "{" + ring.map(\.text).joined(separator: ", ") + "}" }
            return "geoPolygon(" + texts.joined(separator: ", ") + ")"
        }
    }
}
