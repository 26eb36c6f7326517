/// A circle on the sphere with what it encloses, its edge included.
struct SphericalCap {
    private let center: SpherePoint
    /// The square of the straight distance from the center to the edge.
    private let squaredChord: Double
    private let bounds: GeoBounds

    /// - Parameter radians: the radius as an angle at the center of the sphere; from π on the cap is the whole sphere.
    init(center: GeoCoordinate, radians: Double) {
        self.center = SpherePoint(center)
        let half = radians < .pi ? (radians / 2).sine : 1
        squaredChord = 4 * half * half
        bounds = radians < .pi ? GeoBounds(around: center, radians: radians) : .everywhere
    }

    func contains(_ place: GeoCoordinate) -> Bool {
        guard squaredChord < 4 else { return true }
        guard bounds.contains(place) else { return false }
        let chord = SpherePoint(place) - center
        return chord.dot(chord) <= squaredChord
    }
}
