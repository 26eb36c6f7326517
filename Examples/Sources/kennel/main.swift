import Foundation
import RealmStore

// A small app: opens a Realm, writes objects of its own classes, reads them back and changes them.
//
//     kennel [FILE]

let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "kennel.realm")
let realm = try Realm(configuration: Realm.Configuration(fileURL: file, schemaVersion: 1))

try realm.write {
    let ada = Person()
    ada.name = "Ada"
    ada.home = Address(value: ["street": "Main Street 5", "city": "Brno"])
    ada.dogs.append(objectsIn: [Dog(value: ["name": "Rex", "age": 9, "size": "large"]), Dog(value: ["name": "Bo"])])
    ada.notes = .fromDictionary(["vet": .string("Dr. Nováková"), "visits": .fromArray([.int(2023), .int(2024)])])
    realm.add(ada)
    realm.create(Person.self, value: ["name": "Eva", "dogs": [["name": "Luna", "age": 3, "size": "medium"]]])
}

print("\(realm.objects(Person.self).count) people, \(realm.objects(Dog.self).count) dogs")
for dog in realm.objects(Dog.self).where({ $0.age > 2 }).sorted(by: \.age, ascending: false) {
    print("\(dog.name), \(dog.age) years, \(dog.size), belongs to \(dog.owners.map(\.name).joined(separator: " and "))")
}

let ada = realm.objects(Person.self).where { $0.name == "Ada" }.first!
try realm.write {
    ada.notes.dictionaryValue?["visits"]?.listValue?.append(.int(2025))
    realm.delete(ada.dogs.where { $0.name == "Bo" })
}
print("Ada lives in \(ada.home?.city ?? "-"), has \(ada.dogs.count) dog, notes: \(ada.notes.dictionaryValue!.keys)")
