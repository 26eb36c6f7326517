import TestSupport
import Testing

@testable import RealmStore

/// The exact sign of a turn, also where rounding hides it.
@Suite("Turns on the sphere") struct TurnTests {
    /// Three points, most of them on one great circle or nearly so.
    private static func points(_ random: inout SeededGenerator) -> [SpherePoint] {
        func angle() -> Double { Double(random.below(9) - 4) * 45 + (random.chance(oneIn: 3) ? 1e-14 : 0) }
        let longitude = angle()
        return (0..<3).map { _ in
            let place = random.chance(oneIn: 2) ? longitude : angle()
            return SpherePoint(GeoCoordinate(latitude: angle() / 2, longitude: place))
        }
    }

    @Test func `a turn is the same from each of its points, and the opposite backwards`() {
        var random = SeededGenerator(for: "TurnTests")
        for _ in 0..<20_000 {
            let points = TurnTests.points(&random)
            let (first, second, third) = (points[0], points[1], points[2])
            let sign = Turn.sign(first, second, third)
            #expect(Turn.sign(second, third, first) == sign)
            #expect(Turn.sign(third, first, second) == sign)
            #expect(Turn.sign(third, second, first) == -sign)
            #expect(Turn.sign(second, first, third) == -sign)
        }
    }

    @Test func `different points of a meridian turn`() {
        let points = [-40.0, 10, 55].map { SpherePoint(GeoCoordinate(latitude: $0, longitude: 0)) }
        #expect(Turn.sign(points[0], points[1], points[2]) != 0)
        #expect(Turn.sign(points[0], points[1], points[1]) == 0)
    }

    @Test func `sums of products are exact`() {
        var sum = ExactSum()
        sum.add(1e16, times: 1)
        sum.add(1, times: 1)
        sum.add(-1e16, times: 1)
        #expect(sum.sign == 1)
        sum.add(1 + .ulpOfOne, times: 1 - .ulpOfOne)
        sum.add(-2, times: 1)
        // (1 + e)(1 - e) is less than 1.
        #expect(sum.sign == -1)
        sum.add(.ulpOfOne, times: .ulpOfOne)
        #expect(sum.sign == 0)
    }
}
