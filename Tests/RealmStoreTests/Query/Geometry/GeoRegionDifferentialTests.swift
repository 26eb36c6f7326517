import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Random shapes and places, also computed in other ways: circles by the haversine formula, rings by the angles under
/// which their edges are seen.
@Suite("Regions on the sphere, computed otherwise") struct GeoRegionDifferentialTests {
    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    private static func distance(_ first: GeoCoordinate, _ second: GeoCoordinate) -> Double {
        let (low, high) = (radians(first.latitude), radians(second.latitude))
        let (rise, run) = (sin((high - low) / 2), sin(radians(second.longitude - first.longitude) / 2))
        return 2 * asin(min(1, sqrt(rise * rise + cos(low) * cos(high) * run * run)))
    }

    /// The compass direction of a place from another.
    private static func bearing(_ from: GeoCoordinate, _ to: GeoCoordinate) -> Double {
        let (low, high) = (radians(from.latitude), radians(to.latitude))
        let run = radians(to.longitude - from.longitude)
        return atan2(sin(run) * cos(high), cos(low) * sin(high) - sin(low) * cos(high) * cos(run))
    }

    /// The place in a direction at a distance.
    private static func place(_ from: GeoCoordinate, _ bearing: Double, _ distance: Double) -> GeoCoordinate {
        let latitude = radians(from.latitude)
        let target = asin(max(-1, min(1, sin(latitude) * cos(distance) + cos(latitude) * sin(distance) * cos(bearing))))
        let run = atan2(
            sin(bearing) * sin(distance) * cos(latitude), cos(distance) - sin(latitude) * sin(target))
        let longitude = from.longitude + run * 180 / .pi
        return GeoCoordinate(
            latitude: target * 180 / .pi,
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }

    /// The turns of the direction in which one sees someone go along a ring: one for a place inside, and none for one
    /// outside; nil too near an edge to tell. For rings in one hemisphere with the place.
    private static func isSeenAround(_ ring: [GeoCoordinate], _ place: GeoCoordinate) -> Bool? {
        var sum = 0.0
        for (start, end) in zip(ring, ring.dropFirst()) {
            if distance(place, start) < 1e-9 { return nil }
            var turn = bearing(place, end) - bearing(place, start)
            turn = turn > .pi ? turn - 2 * .pi : turn < -.pi ? turn + 2 * .pi : turn
            if abs(abs(turn) - .pi) < 1e-6 { return nil }
            sum += turn
        }
        return abs(sum) > .pi
    }

    /// Any place; often near a pole or the antimeridian.
    private static func anywhere(_ random: inout SeededGenerator) -> GeoCoordinate {
        let latitude = asin(Double.random(in: -1...1, using: &random)) * 180 / .pi
        let longitude = Double.random(in: -180...180, using: &random)
        switch random.below(4) {
        case 0: return GeoCoordinate(latitude: latitude < 0 ? -88 : 88, longitude: longitude)
        case 1: return GeoCoordinate(latitude: latitude * 0.8, longitude: longitude < 0 ? -179.5 : 179.5)
        default: return GeoCoordinate(latitude: latitude, longitude: longitude)
        }
    }

    @Test func `circles have the places that are near enough`() throws {
        var random = SeededGenerator(for: "GeoRegionDifferentialTests circles")
        var inside = 0
        for _ in 0..<500 {
            let center = GeoRegionDifferentialTests.anywhere(&random)
            let radius = Double.random(in: 0.001...2.5, using: &random)
            let region = try GeoRegion(.circle(center: center, radians: radius))
            for _ in 0..<100 {
                let far = min(3.1, radius * (1 + Double.random(in: -0.01...0.01, using: &random)))
                let place = GeoRegionDifferentialTests.place(center, Double.random(in: -3...3, using: &random), far)
                let distance = GeoRegionDifferentialTests.distance(center, place)
                if abs(distance - radius) < 1e-7 { continue }
                if distance < radius { inside += 1 }
                #expect(region.contains(place) == (distance < radius), "\(center) \(radius) \(place)")
            }
        }
        #expect(inside > 1000)
    }

    @Test func `rings have the places around which they lead`() throws {
        var random = SeededGenerator(for: "GeoRegionDifferentialTests rings")
        var inside = 0
        for _ in 0..<400 {
            let center = GeoRegionDifferentialTests.anywhere(&random)
            let radius = Double.random(in: 0.001...0.7, using: &random)
            let count = 4 + random.below(20)
            var ring = (0..<count).map { index in
                // Less than half a turn from one to the next: the center is inside.
                let angle = (Double(index) + Double.random(in: 0...0.8, using: &random)) / Double(count) * 2 * .pi
                return GeoRegionDifferentialTests.place(
                    center, angle, radius * Double.random(in: 0.4...1, using: &random))
            }
            if random.chance(oneIn: 2) { ring.reverse() }
            ring.append(ring[0])
            let region = try GeoRegion(.polygon([ring]))
            for _ in 0..<200 {
                let far = radius * Double.random(in: 0...1.2, using: &random)
                let angle = Double.random(in: -.pi...(.pi), using: &random)
                let place = GeoRegionDifferentialTests.place(center, angle, far)
                guard let wanted = GeoRegionDifferentialTests.isSeenAround(ring, place) else { continue }
                if wanted { inside += 1 }
                #expect(region.contains(place) == wanted, "\(ring) \(place)")
            }
        }
        #expect(inside > 1000)
    }

    @Test func `boxes have the places around which their edges lead`() throws {
        var random = SeededGenerator(for: "GeoRegionDifferentialTests boxes")
        for _ in 0..<300 {
            let corner = GeoRegionDifferentialTests.anywhere(&random)
            let size = Double.random(in: 0.01...30, using: &random)
            let opposite = GeoCoordinate(
                latitude: max(-89.9, min(89.9, corner.latitude + size)),
                longitude: corner.longitude + size > 180 ? corner.longitude + size - 360 : corner.longitude + size)
            let region = try GeoRegion(.box(corner, opposite))
            let ring = [
                corner, GeoCoordinate(latitude: corner.latitude, longitude: opposite.longitude), opposite,
                GeoCoordinate(latitude: opposite.latitude, longitude: corner.longitude), corner,
            ]
            for _ in 0..<100 {
                let place = GeoRegionDifferentialTests.place(
                    corner, Double.random(in: -.pi...(.pi), using: &random),
                    GeoRegionDifferentialTests.radians(size) * Double.random(in: 0...1.6, using: &random))
                guard let wanted = GeoRegionDifferentialTests.isSeenAround(ring, place) else { continue }
                #expect(region.contains(place) == wanted, "\(ring) \(place)")
            }
        }
    }
}
