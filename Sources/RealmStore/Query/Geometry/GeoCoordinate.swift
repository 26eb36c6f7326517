/// A place on the sphere, in degrees.
package struct GeoCoordinate: Hashable, Sendable {
    let latitude: Double
    let longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// True from -90 to 90 degrees of latitude and -180 to 180 of longitude; false for NaN.
    var isOnSphere: Bool { latitude.magnitude <= 90 && longitude.magnitude <= 180 }

    /// The coordinate as shown in messages and written in queries: longitude first.
    var text: String { "[\(longitude), \(latitude)]" }
}
