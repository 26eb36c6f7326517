/// A point in space; places on the sphere are vectors of length 1.
struct SpherePoint: Hashable {
    var x: Double
    var y: Double
    var z: Double

    init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ place: GeoCoordinate) {
        let latitude = place.latitude.radians
        let longitude = place.longitude.radians
        let radius = latitude.cosine
        self.init(longitude.cosine * radius, longitude.sine * radius, latitude.sine)
    }

    static func + (left: SpherePoint, right: SpherePoint) -> SpherePoint {
        SpherePoint(left.x + right.x, left.y + right.y, left.z + right.z)
    }

    static func - (left: SpherePoint, right: SpherePoint) -> SpherePoint {
        SpherePoint(left.x - right.x, left.y - right.y, left.z - right.z)
    }

    func dot(_ other: SpherePoint) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: SpherePoint) -> SpherePoint {
        SpherePoint(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// A vector in the direction of the cross product, exact also for neighbours and for nearly opposite points.
    func normal(_ other: SpherePoint) -> SpherePoint { (self + other).cross(other - self) }

    var normalized: SpherePoint {
        let length = dot(self).squareRoot()
        return length > 0 ? SpherePoint(x / length, y / length, z / length) : self
    }

    /// The fixed direction from which angles around the point are counted; it decides whether a vertex lies in its
    /// ring, as in Realm Core. Source: file-format/queries.md, "Points and shapes".
    var reference: SpherePoint {
        let (width, depth, height) = (x.magnitude, y.magnitude, z.magnitude)
        var axis = SpherePoint(0.012, 0.0053, 0.00457)
        // The axis before the one along which the point is farthest away.
        if width > max(depth, height) {
            axis.z = 1
        } else if depth > height {
            axis.x = 1
        } else {
            axis.y = 1
        }
        return cross(axis).normalized
    }
}

extension Double {
    /// An angle in degrees, in radians.
    var radians: Double { self * (Double.pi / 180) }
    /// An angle in radians, in degrees.
    var degrees: Double { self * (180 / Double.pi) }
}
