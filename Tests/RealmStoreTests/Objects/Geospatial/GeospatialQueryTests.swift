import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("Queries for places") struct GeospatialQueryTests {
    private let map: MapRealm
    private var realm: Realm { map.realm }
    private let denmark: GeoBox

    init() throws {
        map = try MapRealm()
        denmark = try #require(MapRealm.denmark)
    }

    private func shop(_ name: String) throws -> MapShop {
        try #require(realm.object(ofType: MapShop.self, forPrimaryKey: name))
    }

    // MARK: Forms of a query

    @Test func `all forms of a query find the places in a shape`() throws {
        let outline = [(54.0, 8.0), (54, 13), (58, 13), (58, 8), (54, 8)]
        let polygon = try #require(GeoPolygon(outerRing: outline))
        let radius = try #require(Distance.kilometers(150))
        let circle = try #require(GeoCircle(center: (56, 11), radius: radius))
        for shape in [denmark, polygon, circle] as [any RLMGeospatial] {
            func typed(_ shape: some RLMGeospatial) -> [String] { map.names { $0.place.geoWithin(shape) } }
            #expect(typed(shape) == ["Aarhus", "Copenhagen"])
            #expect(map.names("place IN %@", shape) == ["Aarhus", "Copenhagen"])
            #expect(map.names("place GEOWITHIN %@", shape) == ["Aarhus", "Copenhagen"])
            #expect(map.shops.filter("place IN %@", shape).count == 2)
        }
        #expect(map.names("place geoWithin geoBox([8, 54.5], [13, 58])") == ["Aarhus", "Copenhagen"])
        #expect(map.names("place GEOWITHIN geoCircle([12.5, 55.6], 0.01)") == ["Copenhagen"])
        #expect(map.names("place GEOWITHIN geoPolygon({[8, 54], [13, 54], [13, 58], [8, 54]})") == ["Copenhagen"])
    }

    @Test func `a condition on places is combined with others`() throws {
        #expect(map.names { $0.place.geoWithin(denmark) && $0.name.starts(with: "A") } == ["Aarhus"])
        #expect(map.names { !$0.place.geoWithin(denmark) } == ["Berlin", "Nowhere", "Suva"])
        #expect(map.names("place IN %@ OR name == 'Suva'", denmark) == ["Aarhus", "Copenhagen", "Suva"])
        #expect(map.names("NOT place IN %@", denmark) == ["Berlin", "Nowhere", "Suva"])
    }

    @Test func `places of classes without a model are found from user input`() throws {
        let shops = try realm.dynamicObjects(parsing: "MapShop")
        let corner: [Any] = [13, QueryText("58")]
        let found = try shops.filter(parsing: "place GEOWITHIN geoBox([8, 54.5], [%@, %@])", arguments: corner)
        #expect(Set(found.map { $0["name"] as? String }) == ["Aarhus", "Copenhagen"])
    }

    @Test func `a shape goes over the antimeridian`() throws {
        let pacific = try #require(GeoBox(bottomLeft: (-30, 170), topRight: (0, -170)))
        #expect(map.names { $0.place.geoWithin(pacific) } == ["Suva"])
    }

    @Test func `the places of many objects are found as those of few`() throws {
        try realm.write {
            for number in 0..<2000 {
                realm.add(MapShop("n\(number)", MapPlace(Double(number % 90), Double(number % 180))))
            }
        }
        let wanted = map.shops.filter { shop in
            guard let place = shop.place else { return false }
            return place.coordinates[1] > 0.5 && place.coordinates[1] < 9.5 && place.coordinates[0] > 0.5
                && place.coordinates[0] < 9.5
        }.map(\.name)
        let box = try #require(GeoBox(bottomLeft: (0.5, 0.5), topRight: (9.5, 9.5)))
        #expect(map.names { $0.place.geoWithin(box) } == Array(wanted))
        #expect(wanted.count > 50)
    }

    @Test func `results follow places that are moved`() throws {
        let found = map.shops.where { $0.place.geoWithin(denmark) }
        #expect(found.count == 2)
        try realm.write {
            try shop("Berlin").place?.coordinates.replaceSubrange(0..<2, with: [12.0, 55.0])
            #expect(found.map(\.name) == ["Aarhus", "Berlin", "Copenhagen"])
        }
        try realm.write { try shop("Aarhus").place = nil }
        #expect(found.map(\.name) == ["Berlin", "Copenhagen"])
    }

    private final class Told {
        var insertions: [Int] = []
        var token: NotificationToken?
    }

    @Test func `observers are told of places that are moved`() throws {
        let queue = DispatchQueue(label: "places")
        let told = Told()
        var configuration = realm.configuration
        configuration.inMemoryIdentifier = UUID().uuidString
        func onQueue(_ body: (Realm) throws -> Void) throws {
            try queue.sync { try body(Realm(configuration: configuration, queue: queue)) }
            for _ in 0..<2 { queue.sync {} }
        }
        try onQueue { realm in
            try realm.write { realm.add(MapShop("Berlin", MapPlace(52.5, 13.4))) }
            told.token = realm.objects(MapShop.self).where { $0.place.geoWithin(denmark) }.observe { change in
                if case .update(_, _, let insertions, _) = change { told.insertions += insertions }
            }
        }
        try onQueue { realm in
            let coordinates = realm.objects(MapShop.self)[0].place?.coordinates
            try realm.write { coordinates?.replaceSubrange(0..<2, with: [12, 55]) }
        }
        #expect(told.insertions == [0])
        queue.sync { told.token = nil }
    }

    // MARK: Collections

    @Test func `one place of a collection is enough`() throws {
        try realm.write {
            try shop("Aarhus").exits.append(objectsIn: [MapPlace(0, 0), MapPlace(56, 10)])
            try shop("Berlin").exits.append(MapPlace(0, 0))
            try shop("Suva").exits.append(objectsIn: [MapPlace(56, 11), MapPlace(56, 10)])
        }
        #expect(map.names("ANY exits IN %@", denmark) == ["Aarhus", "Suva"])
        #expect(map.names("NONE exits IN %@", denmark) == ["Berlin", "Copenhagen", "Nowhere"])
        #expect(map.names("exits[0] GEOWITHIN %@", denmark) == ["Suva"])
        #expect(throws: Realm.Error.self) { try map.shops.filter(parsing: "exits IN %@", arguments: [denmark]).count }
    }

    @Test func `places are found behind links`() throws {
        try realm.write {
            try shop("Berlin").rival = shop("Copenhagen")
            try shop("Suva").rivals.append(objectsIn: [shop("Berlin"), shop("Aarhus")])
        }
        #expect(map.names { $0.rival.place.geoWithin(denmark) } == ["Berlin"])
        #expect(map.names { $0.rivals.place.geoWithin(denmark) } == ["Suva"])
        #expect(map.names("rival.place IN %@", denmark) == ["Berlin"])
        #expect(map.names("ANY rivals.place IN %@", denmark) == ["Suva"])
        #expect(map.names("SUBQUERY(rivals, $r, $r.place IN %@).@count == 1", denmark) == ["Suva"])
        #expect(map.names { ($0.rivals.place.geoWithin(denmark) && $0.rivals.name == "Aarhus").count == 1 } == ["Suva"])
    }

    @Test func `places are found in maps`() throws {
        try realm.write { try shop("Berlin").doors["back"] = MapPlace(56, 10) }
        #expect(map.names("ANY doors IN %@", denmark) == ["Berlin"])
        #expect(map.names("doors['back'] IN %@", denmark) == ["Berlin"])
        #expect(map.names("doors['front'] IN %@", denmark) == [])
    }

    // MARK: Objects that are no points

    @Test(arguments: ["Polygon", "", "Points", "poin"]) func `an object of another type is nowhere`(
        type: String
    ) throws {
        try realm.write { try shop("Aarhus").place?.type = type }
        #expect(map.names { $0.place.geoWithin(denmark) } == ["Copenhagen"])
    }

    @Test func `the case of the type does not matter`() throws {
        try realm.write { try shop("Aarhus").place?.type = "pOINT" }
        #expect(map.names { $0.place.geoWithin(denmark) } == ["Aarhus", "Copenhagen"])
    }

    @Test func `an object with less than two numbers, or with bad ones, is nowhere`() throws {
        let earth = try #require(GeoCircle(center: (0, 0), radiusInRadians: 4))
        for numbers in [[], [10.2], [10.2, 91], [181, 5], [.nan, 5], [5, .nan], [.infinity, 5]] {
            try realm.write {
                try shop("Aarhus").place?.coordinates.removeAll()
                try shop("Aarhus").place?.coordinates.append(objectsIn: numbers)
            }
            #expect(map.names { $0.place.geoWithin(earth) } == ["Berlin", "Copenhagen", "Suva"])
        }
    }

    @Test func `numbers behind the first two do not matter`() throws {
        try realm.write {
            try shop("Aarhus").place?.coordinates.append(500)
            try shop("Copenhagen").place?.coordinates.append(objectsIn: (0..<3000).map(Double.init))
        }
        #expect(map.names { $0.place.geoWithin(denmark) } == ["Aarhus", "Copenhagen"])
    }

    // MARK: In memory

    @Test func `objects in memory are tested as those in a Realm`() {
        let predicate = NSPredicate(format: "place IN %@", denmark)
        let plain = MapRealm.cities.map { MapShop($0.key, MapPlace($0.value.0, $0.value.1)) } + [MapShop("x", nil)]
        #expect(plain.filter { predicate.evaluate(with: $0) }.map(\.name).sorted() == ["Aarhus", "Copenhagen"])
        #expect(map.shops.filter { predicate.evaluate(with: $0) }.map(\.name) == ["Aarhus", "Copenhagen"])
        plain[0].place?.type = "Line"
        #expect(!predicate.evaluate(with: plain[0]))
        let exits = MapShop("exits", nil)
        exits.exits.append(objectsIn: [MapPlace(0, 0), MapPlace(56, 10)])
        #expect(NSPredicate(format: "ANY exits IN %@", denmark).evaluate(with: exits))
        #expect(!NSPredicate(format: "NONE exits IN %@", denmark).evaluate(with: exits))
    }

    // MARK: Misuse

    @Test(arguments: [
        ("area IN %@", "'MapArea', which is no point"), ("label IN %@", "'MapLabel'"), ("capacity IN %@", "no link"),
        ("rival IN %@", "'MapShop', which is no point"), ("place == %@", "alone on the right"),
        ("%@ IN place", "alone on the right"), ("ANY place IN %@", "must contain a list"),
        ("exits IN %@", "aggregate operations"), ("place BETWEEN {%@, 1}", "alone on the right"),
        ("'x' GEOWITHIN %@", "needs a property"), ("plaze IN %@", "'plaze'"),
    ]) func `a shape with anything but a place is refused`(text: String, message: String) {
        let error = #expect(throws: Realm.Error.self) {
            try map.shops.filter(parsing: text, arguments: [denmark]).count
        }
        #expect(error?.localizedDescription.contains(message) == true, "\(error?.localizedDescription ?? "")")
    }

    @Test func `a shape in a text that encloses nothing is refused with its place`() {
        let text = "name != 'x' AND place GEOWITHIN geoBox([0, 0], [0, 1])"
        let error = #expect(throws: Realm.Error.self) { try map.shops.filter(parsing: text).count }
        #expect(error?.localizedDescription.contains("needs at least 3 different points") == true)
        #expect(error?.queryPosition == 22)
    }

    @Test func `a polygon whose rings cross traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let rings = [(0.0, 0.0), (0, 1), (2, 1), (2, 2), (1, 0.5), (0, 0)]
            let polygon = try #require(GeoPolygon(outerRing: rings))
            print(try MapRealm().names { $0.place.geoWithin(polygon) })
        }
        expectMessage(result, "crosses itself")
    }

    @Test func `a class that has no points traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let box = try #require(MapRealm.denmark)
            print(try MapRealm().names { $0.area.geoWithin(box) })
        }
        expectMessage(result, "MapArea", "'area'", "coordinates")
    }

    @Test func `a shape of the program's own traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try MapRealm().names { $0.place.geoWithin(OwnShape()) })
        }
        expectMessage(result, "OwnShape")
    }

    private struct OwnShape: RLMGeospatial {}
}
