import Foundation
import RealmStore

/// Models of places on a map.
final class MapPlace: OwnedTestObject {
    @Persisted var type = "Point"
    @Persisted var coordinates: List<Double>

    convenience init(_ latitude: Double, _ longitude: Double) {
        self.init()
        coordinates.append(objectsIn: [longitude, latitude])
    }
}

final class MapShop: TestObject {
    @Persisted(primaryKey: true) var name: String
    @Persisted var place: MapPlace?
    @Persisted var exits: List<MapPlace>
    @Persisted var doors: Map<String, MapPlace?>
    @Persisted var rival: MapShop?
    @Persisted var rivals: List<MapShop>
    @Persisted var area: MapArea?
    @Persisted var label: MapLabel?
    @Persisted var capacity = 0

    convenience init(_ name: String, _ place: MapPlace?) {
        self.init()
        self.name = name
        self.place = place
    }
}

/// An embedded class that is no place: its numbers are whole.
final class MapArea: OwnedTestObject {
    @Persisted var type = "Point"
    @Persisted var coordinates: List<Int>
}

/// A class with the properties of a place that belongs to nobody.
final class MapLabel: TestObject {
    @Persisted var type = "Point"
    @Persisted var coordinates: List<Double>
}

/// A Realm with shops in cities.
struct MapRealm {
    let realm: Realm
    var shops: Results<MapShop> { realm.objects(MapShop.self).sorted(byKeyPath: "name") }

    static let denmark = GeoBox(bottomLeft: (54.5, 8), topRight: (58, 13))
    static let cities = [
        "Aarhus": (56.16, 10.2), "Berlin": (52.52, 13.4), "Copenhagen": (55.68, 12.57), "Suva": (-18.14, 178.44),
    ]

    init() throws {
        realm = try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: UUID().uuidString,
                objectTypes: [MapShop.self, MapPlace.self, MapArea.self, MapLabel.self]))
        try realm.write {
            for (name, place) in MapRealm.cities { realm.add(MapShop(name, MapPlace(place.0, place.1))) }
            realm.add(MapShop("Nowhere", nil))
        }
    }

    func names(_ isIncluded: (Query<MapShop>) -> Query<Bool>) -> [String] { shops.where(isIncluded).map(\.name) }

    func names(_ format: String, _ arguments: Any...) -> [String] {
        shops.filter(NSPredicate(format: format, argumentArray: arguments)).map(\.name)
    }
}
