/// Marks the shapes that queries can look for points in: ``GeoBox``, ``GeoCircle`` and ``GeoPolygon``.
///
/// Only the shapes of this library can be part of a query; another type that conforms traps there.
///
/// Source: SDK `RLMGeospatial`.
public protocol RLMGeospatial {}

/// A shape of this library.
protocol GeoShaped: RLMGeospatial {
    /// The shape as queries have it.
    var shape: GeoShape { get }
}
