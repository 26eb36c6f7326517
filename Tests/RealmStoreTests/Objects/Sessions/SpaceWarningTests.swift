import Foundation
import RealmStore
import TestSupport
import Testing

/// The warning about a file that has become much larger than its content.
@Suite("Space warnings") struct SpaceWarningTests {
    @Test func `a file of which little is used is named once, with who holds the oldest version`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let realm = models.realm
            let dog = try realm.write { realm.create(ModelDog.self, value: ["name": ""]) }
            // Texts of 10 MB, a different one in each version.
            var frozen: [Realm] = []
            for number in 0..<6 {
                try realm.write { dog.name = String(repeating: "\(number)", count: 10_000_000) }
                frozen.append(realm.freeze())
            }
            for number in 0..<3 { try realm.write { dog.name = "\(number)" } }
            withExtendedLifetime(frozen) {}
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.components(separatedBy: "bytes, of which").count == 1 + 1, "\(text)")
        expectMessage(result, "The oldest in use is", "this process holds it since", "Release what is frozen")
    }

    @Test func `the warning says that the file shrinks by itself if no version is held`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let realm = models.realm
            let dogs = try realm.write {
                (0..<3).map {
                    realm.create(ModelDog.self, value: ["name": String(repeating: "\($0)", count: 8_000_000)])
                }
            }
            try realm.write { realm.delete(dogs) }
        }
        expectMessage(result, "bytes, of which", "Realm.compact")
    }

    @Test func `no more is moved for a smaller file than the configuration allows`() throws {
        func size(_ limit: Int?) throws -> Int {
            let directory = try TemporaryDirectory()
            var configuration = Realm.Configuration(
                fileURL: directory.url.appendingPathComponent("moving.realm"),
                objectTypes: [ModelPerson.self, ModelDog.self, ModelAddress.self])
            configuration.maximumBytesMovedPerCommit = limit
            let realm = try Realm(configuration: configuration)
            let dogs = try realm.write {
                (0..<600).map { realm.create(ModelDog.self, value: ["name": String(repeating: "\($0)", count: 2_000)]) }
            }
            try realm.write { realm.delete(dogs.enumerated().filter { $0.offset % 10 != 0 }.map(\.element)) }
            for number in 0..<300 { try realm.write { dogs[0].age = number } }
            return try Realm.fileInfo(at: #require(configuration.fileURL)).bytes
        }
        #expect(try 2 * size(nil) < size(0))
    }
}
