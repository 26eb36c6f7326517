import Foundation

/// A polygon with holes in it, for `geoWithin(_:)` and as an argument of `IN` and `GEOWITHIN`.
///
/// The edges are arcs of great circles, each the shorter of two. A ring encloses the smaller of the two parts into
/// which it divides the Earth, however it runs. A query with a polygon traps, and throws where it is given as a text,
/// if
///
/// - a ring has less than three different points, comes twice by the same one, or crosses itself,
/// - a hole is not inside the outer ring, or touches it at more than one point,
/// - two rings cross or have an edge in common, or one hole lies in another.
public typealias GeoPolygon = RLMGeospatialPolygon

/// A polygon with holes in it; ``GeoPolygon`` is its name in Swift.
///
/// Source: SDK `RLMGeospatialPolygon`.
public final class RLMGeospatialPolygon: NSObject, GeoShaped, @unchecked Sendable {
    /// The edge of the polygon; the first point is also the last.
    public let outerRing: [RLMGeospatialPoint]
    /// The edges of the holes; nil if none were given.
    public let holes: [[RLMGeospatialPoint]]?

    /// A polygon with holes; nil if a ring has less than four points, or its first and last point differ.
    public init?(outerRing: [RLMGeospatialPoint], holes: [[RLMGeospatialPoint]]?) {
        let rings = [outerRing] + (holes ?? [])
        guard rings.allSatisfy({ $0.count >= 4 && $0.first == $0.last }) else { return nil }
        self.outerRing = outerRing
        self.holes = holes
        super.init()
    }

    /// A polygon without holes; nil if its ring has less than four points, or its first and last point differ.
    public convenience init?(outerRing: [RLMGeospatialPoint]) { self.init(outerRing: outerRing, holes: nil) }

    /// A polygon with holes; nil if a ring has less than four points or one that is no place, or its first and last
    /// point differ.
    ///
    /// - Parameters:
    ///   - outerRing: for each point its latitude, then its longitude, in degrees.
    ///   - holes: the same for each hole.
    public convenience init?(outerRing: [(Double, Double)], holes: [[(Double, Double)]] = []) {
        let rings = holes.compactMap(RLMGeospatialPoint.points)
        guard let outer = RLMGeospatialPoint.points(outerRing), rings.count == holes.count else { return nil }
        self.init(outerRing: outer, holes: rings)
    }

    /// The same with the holes one after the other.
    public convenience init?(outerRing: [(Double, Double)], holes: [(Double, Double)]...) {
        self.init(outerRing: outerRing, holes: Array(holes))
    }

    var shape: GeoShape { .polygon(([outerRing] + (holes ?? [])).map { $0.map(\.coordinate) }) }

    /// Equal to a polygon with the same rings, point for point.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RLMGeospatialPolygon else { return false }
        return outerRing == other.outerRing && holes == other.holes
    }

    /// The same for equal polygons.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(outerRing)
        hasher.combine(holes)
        return hasher.finalize()
    }
}
