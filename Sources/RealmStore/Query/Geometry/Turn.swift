/// The turn that a way over points of the sphere takes: 1 to the left, -1 to the right, 0 if two points are one.
///
/// The sign is exact. Points on one great circle turn as if all were moved by the same infinitesimal vector, whose x
/// is infinitely larger than its y, and that infinitely larger than its z: as in Realm Core, of two regions with a
/// common edge one has the points on it.
enum Turn {
    /// More than the error of a determinant of vectors of length 1 computed with doubles.
    private static let tolerance = 1e-15

    static func sign(_ first: SpherePoint, _ second: SpherePoint, _ third: SpherePoint) -> Int {
        sign(first, second, third, cross: first.cross(second))
    }

    /// - Parameter cross: the cross product of the first two, for callers that need it for many points.
    @inline(__always)
    static func sign(
        _ first: SpherePoint, _ second: SpherePoint, _ third: SpherePoint, cross: SpherePoint
    ) -> Int {
        let volume = cross.dot(third)
        if volume > tolerance { return 1 }
        return volume < -tolerance ? -1 : exactSign(first, second, third)
    }

    /// True if a turn to the left around `center`, beginning at `first`, comes to `second` before it comes to `third`.
    ///
    /// True also if `second` is one of the others; otherwise false if those are equal.
    static func isInOrder(
        _ first: SpherePoint, _ second: SpherePoint, _ third: SpherePoint, around center: SpherePoint
    ) -> Bool {
        let isSecondLeft = sign(center, first, second) >= 0
        let isThirdLeft = sign(center, second, third) >= 0
        let isFirstLeft = sign(center, third, first) > 0
        // Of the three turns at most one is a reflex angle, and so to the right.
        return isSecondLeft ? isThirdLeft || isFirstLeft : isThirdLeft && isFirstLeft
    }

    private static func exactSign(_ first: SpherePoint, _ second: SpherePoint, _ third: SpherePoint) -> Int {
        if first == second || second == third || third == first { return 0 }
        var volume = ExactSum()
        for (one, two, three) in [(first, second, third), (second, third, first), (third, first, second)] {
            volume.add(one.x, times: two.y, times: three.z)
            volume.add(-one.z, times: two.y, times: three.x)
        }
        if volume.sign != 0 { return volume.sign }
        for (one, two) in [(\SpherePoint.y, \SpherePoint.z), (\.z, \.x), (\.x, \.y)] {
            var area = ExactSum()
            for (from, to) in [(first, second), (second, third), (third, first)] {
                area.add(from[keyPath: one], times: to[keyPath: two])
                area.add(-from[keyPath: two], times: to[keyPath: one])
            }
            if area.sign != 0 { return area.sign }
        }
        return 0
    }
}
