/// A range of latitudes and longitudes around a region, to reject most points without computing vectors.
///
/// A little wider than the region: a point outside of it is outside of the region, too.
struct GeoBounds {
    private(set) var latitudes: ClosedRange<Double>
    /// The western end, and the degrees from there to the east.
    private let west: Double
    private let width: Double

    private static let margin = 1e-7
    static let everywhere = GeoBounds(latitudes: -90...90, west: -180, width: 360)

    /// - Parameter width: degrees to the east; all of them from 360 on.
    init(latitudes: ClosedRange<Double>, west: Double, width: Double) {
        let margin = GeoBounds.margin
        self.latitudes = (latitudes.lowerBound - margin)...(latitudes.upperBound + margin)
        self.west = west - margin
        self.width = width + 2 * margin
    }

    func contains(_ place: GeoCoordinate) -> Bool {
        guard latitudes.contains(place.latitude) else { return false }
        var east = place.longitude - west
        if east < 0 { east += 360 } else if east >= 360 { east -= 360 }
        return east <= width
    }
}

extension GeoBounds {
    /// The bounds of the points within a distance, in radians.
    init(around center: GeoCoordinate, radians: Double) {
        let reach = radians.degrees
        let (south, north) = (center.latitude - reach, center.latitude + reach)
        // Near a pole all meridians are.
        let slope = radians.sine / center.latitude.radians.cosine
        guard south > -89.9, north < 89.9, slope < 1 else {
            self = GeoBounds(latitudes: max(south, -90)...min(north, 90), west: -180, width: 360)
            return
        }
        let side = slope.arcSine.degrees
        self.init(latitudes: south...north, west: center.longitude - side, width: 2 * side)
    }
}
