import Glibc

// The functions of angles, in radians, of the system's library.
extension Double {
    var sine: Double { sin(self) }
    var cosine: Double { cos(self) }
    /// The angle with that sine, from -π/2 to π/2.
    var arcSine: Double { asin(self) }

    /// The angle of the direction (x, y), from -π to π.
    static func angle(x: Double, y: Double) -> Double { atan2(y, x) }
}
