import Foundation

/// A box between two opposite corners, for `geoWithin(_:)` and as an argument of `IN` and `GEOWITHIN`.
///
/// Its edges are arcs of great circles, each the shorter of two: the northern and the southern edge follow no parallel,
/// but bulge towards the pole. A box may cross the meridian of 180 degrees. Of the two parts into which the edges
/// divide the Earth it is the smaller one, whichever corners are given: a box of more than 180 degrees of longitude
/// lies on the other side of the Earth.
public typealias GeoBox = RLMGeospatialBox

/// A box between two corners; ``GeoBox`` is its name in Swift.
///
/// Source: SDK `RLMGeospatialBox`.
public final class RLMGeospatialBox: NSObject, GeoShaped, @unchecked Sendable {
    /// The first corner.
    public let bottomLeft: RLMGeospatialPoint
    /// The opposite corner.
    public let topRight: RLMGeospatialPoint

    /// A box between two corners. A query with one that has no area, as its corners have a coordinate in common, traps.
    public init(bottomLeft: RLMGeospatialPoint, topRight: RLMGeospatialPoint) {
        self.bottomLeft = bottomLeft
        self.topRight = topRight
        super.init()
    }

    /// A box between two corners; nil if one of them is no place.
    ///
    /// - Parameters:
    ///   - bottomLeft: the latitude, then the longitude, in degrees.
    ///   - topRight: the same of the opposite corner.
    public convenience init?(bottomLeft: (Double, Double), topRight: (Double, Double)) {
        guard let corners = RLMGeospatialPoint.points([bottomLeft, topRight]) else { return nil }
        self.init(bottomLeft: corners[0], topRight: corners[1])
    }

    var shape: GeoShape { .box(bottomLeft.coordinate, topRight.coordinate) }

    /// Equal to a box with the same corners.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RLMGeospatialBox else { return false }
        return bottomLeft == other.bottomLeft && topRight == other.topRight
    }

    /// The same for equal boxes.
    public override var hash: Int { [bottomLeft, topRight].hashValue }
}
