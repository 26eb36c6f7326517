import Foundation

/// A place on Earth, of which shapes are made.
///
/// Points themselves cannot be stored. An object is found as a point if an embedded class has these properties:
///
///     class Location: EmbeddedObject {
///         @Persisted var type: String = "Point"
///         @Persisted var coordinates: List<Double>  // longitude, latitude
///     }
public typealias GeoPoint = RLMGeospatialPoint

/// A place on Earth; ``GeoPoint`` is its name in Swift.
///
/// Source: SDK `RLMGeospatialPoint`.
open class RLMGeospatialPoint: NSObject, @unchecked Sendable {
    /// Degrees north of the equator, from -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, from -180 to 180.
    public let longitude: Double
    /// The height, 0 or more. Queries do not consider it.
    public let altitude: Double

    /// A place at the height 0; nil for a latitude or longitude that is out of range or not a number.
    ///
    /// - Parameters:
    ///   - latitude: degrees from -90 to 90.
    ///   - longitude: degrees from -180 to 180.
    public convenience init?(latitude: Double, longitude: Double) {
        self.init(latitude: latitude, longitude: longitude, altitude: 0)
    }

    /// A place at a height; nil for a value that is out of range or not a number.
    ///
    /// - Parameters:
    ///   - latitude: degrees from -90 to 90.
    ///   - longitude: degrees from -180 to 180.
    ///   - altitude: 0 or more; queries do not consider it.
    public init?(latitude: Double, longitude: Double, altitude: Double) {
        guard GeoCoordinate(latitude: latitude, longitude: longitude).isOnSphere, altitude >= 0 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        super.init()
    }

    var coordinate: GeoCoordinate { GeoCoordinate(latitude: latitude, longitude: longitude) }

    /// Points of these latitudes and longitudes; nil if one of them is none.
    static func points(_ places: [(Double, Double)]) -> [RLMGeospatialPoint]? {
        let points = places.compactMap { RLMGeospatialPoint(latitude: $0.0, longitude: $0.1) }
        return points.count == places.count ? points : nil
    }

    /// Equal to a point with the same three numbers.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RLMGeospatialPoint else { return false }
        return latitude == other.latitude && longitude == other.longitude && altitude == other.altitude
    }

    /// The same for equal points.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(latitude)
        hasher.combine(longitude)
        hasher.combine(altitude)
        return hasher.finalize()
    }
}
