import Foundation

/// A distance on the surface of the Earth, for the radius of a ``GeoCircle``.
public typealias Distance = RLMDistance

/// A distance on the surface of the Earth; ``Distance`` is its name in Swift.
///
/// The Earth is a sphere with a radius of 6378.1 kilometers. Source: SDK `RLMDistance`.
public final class RLMDistance: NSObject, @unchecked Sendable {
    /// The distance as an angle at the center of the Earth.
    public let radians: Double

    private static let earthRadius = 6_378_100.0
    private static let metersPerMile = 1609.344

    private init?(inRadians radians: Double) {
        guard radians >= 0 else { return nil }
        self.radians = radians
        super.init()
    }

    /// A distance in kilometers; nil for one below 0 and for NaN.
    public static func kilometers(_ kilometers: Double) -> RLMDistance? {
        RLMDistance(inRadians: kilometers * 1000 / earthRadius)
    }

    /// A distance in statute miles of 1609.344 meters; nil for one below 0 and for NaN.
    public static func miles(_ miles: Double) -> RLMDistance? {
        RLMDistance(inRadians: miles * metersPerMile / earthRadius)
    }

    /// A distance in degrees at the center of the Earth; nil for one below 0 and for NaN.
    public static func degrees(_ degrees: Double) -> RLMDistance? { RLMDistance(inRadians: degrees.radians) }

    /// A distance in radians at the center of the Earth; nil for one below 0 and for NaN.
    public static func radians(_ radians: Double) -> RLMDistance? { RLMDistance(inRadians: radians) }

    /// The distance in kilometers.
    public func asKilometers() -> Double { radians * RLMDistance.earthRadius / 1000 }

    /// The distance in statute miles of 1609.344 meters.
    public func asMiles() -> Double { radians * RLMDistance.earthRadius / RLMDistance.metersPerMile }

    /// The distance in degrees at the center of the Earth.
    public func asDegrees() -> Double { radians.degrees }

    /// Equal to a distance with the same angle.
    public override func isEqual(_ object: Any?) -> Bool { (object as? RLMDistance)?.radians == radians }

    /// The same for equal distances.
    public override var hash: Int { radians.hashValue }
}
