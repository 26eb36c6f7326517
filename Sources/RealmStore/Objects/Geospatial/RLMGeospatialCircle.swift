import Foundation

/// A circle on the surface of the Earth, for `geoWithin(_:)` and as an argument of `IN` and `GEOWITHIN`.
///
/// Its edge belongs to it. The Earth is a sphere here, with a radius of 6378.1 kilometers.
public typealias GeoCircle = RLMGeospatialCircle

/// A circle around a place; ``GeoCircle`` is its name in Swift.
///
/// Source: SDK `RLMGeospatialCircle`.
public final class RLMGeospatialCircle: NSObject, GeoShaped, @unchecked Sendable {
    /// The place around which the circle lies.
    public let center: RLMGeospatialPoint
    /// The radius as an angle at the center of the Earth; from π on the circle is the whole Earth.
    public let radians: Double

    private init(_ center: RLMGeospatialPoint, _ radians: Double) {
        self.center = center
        self.radians = radians
        super.init()
    }

    /// A circle with a radius in radians; nil for one below 0 and for NaN.
    public convenience init?(center: RLMGeospatialPoint, radiusInRadians: Double) {
        guard radiusInRadians >= 0 else { return nil }
        self.init(center, radiusInRadians)
    }

    /// A circle with a distance as its radius.
    public convenience init(center: RLMGeospatialPoint, radius: RLMDistance) { self.init(center, radius.radians) }

    /// A circle with a radius in radians; nil for one below 0, for NaN, and for a center that is no place.
    ///
    /// - Parameters:
    ///   - center: the latitude, then the longitude, in degrees.
    ///   - radiusInRadians: the angle at the center of the Earth.
    public convenience init?(center: (Double, Double), radiusInRadians: Double) {
        guard let point = RLMGeospatialPoint(latitude: center.0, longitude: center.1) else { return nil }
        self.init(center: point, radiusInRadians: radiusInRadians)
    }

    /// A circle with a distance as its radius; nil for a center that is no place.
    ///
    /// - Parameters:
    ///   - center: the latitude, then the longitude, in degrees.
    ///   - radius: the distance along the surface.
    public convenience init?(center: (Double, Double), radius: Distance) {
        self.init(center: center, radiusInRadians: radius.radians)
    }

    var shape: GeoShape { .circle(center: center.coordinate, radians: radians) }

    /// Equal to a circle with the same center and radius.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RLMGeospatialCircle else { return false }
        return center == other.center && radians == other.radians
    }

    /// The same for equal circles.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(center)
        hasher.combine(radians)
        return hasher.finalize()
    }
}
