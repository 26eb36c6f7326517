extension PlainPredicate {
    /// Whether one of these objects is a point in a shape, as `PointTest` tests it.
    ///
    /// Traps for a shape that encloses nothing.
    static func isPoint(in shape: GeoShape, among contents: [Any?]) -> Bool {
        let region: GeoRegion
        do { region = try GeoRegion(shape) } catch { misuse("\(shape.text) cannot be used: \(error.reason)") }
        return contents.contains { content in
            content.flatMap(KeyValues.object).flatMap(coordinate).map(region.contains) ?? false
        }
    }

    private static func coordinate(of object: RLMObjectBase) -> GeoCoordinate? {
        let properties = object.describedClass.properties
        func value(_ column: String) -> Any? {
            properties.first { $0.columnName == column }.flatMap { LooseValue.content(object.value(forKey: $0.name)) }
        }
        guard (value(PointTest.columnNames.type) as? String)?.lowercased() == "point",
            let numbers = ObjectWriter.elements(value(PointTest.columnNames.coordinates)), numbers.count >= 2,
            let longitude = LooseValue.content(numbers[0]) as? Double,
            let latitude = LooseValue.content(numbers[1]) as? Double
        else { return nil }
        return GeoCoordinate(latitude: latitude, longitude: longitude)
    }
}
