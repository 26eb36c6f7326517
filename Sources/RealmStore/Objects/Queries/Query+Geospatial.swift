extension Query where T: OptionalProtocol, T.Wrapped: EmbeddedObject {
    /// True if the property links to a point inside of a shape.
    ///
    /// A point is an embedded object with a string `type`, which is "Point" in letters of any case, and a list of
    /// doubles `coordinates`: longitude, latitude, and perhaps an altitude, which is not considered. An object with
    /// another `type` or fewer numbers is inside of nothing, as is a property without object. A path through a
    /// collection is met if one of its objects is inside.
    ///
    /// The query traps for a class without these two properties, and for a polygon whose rings enclose nothing or cross
    /// (see ``GeoPolygon``).
    ///
    /// - Complexity: O(n) for n objects; most are decided by a comparison of coordinates, the others by going once over
    ///   the edges of the shape.
    public func geoWithin<U: RLMGeospatial>(_ value: U) -> Query<Bool> { compared(.isWithin, value) }
}
