import Realm
import TestSupport
import Testing

@Suite struct DefaultValueTests {
    @Test func `a default value that opens a Realm of its own class traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let configuration = RLMRealmConfiguration()
            configuration.inMemoryIdentifier = "default"
            configuration.objectClasses = [OpensItsRealm.self]
            RLMRealmConfiguration.setDefault(configuration)
            _ = RLMRealm.default()
        }
        expectMessage(result, "OpensItsRealm", "default value")
    }

    @Test func `a default value may open a Realm of other classes`() throws {
        let configuration = RLMRealmConfiguration.inMemory()
        configuration.objectClasses = [CountsDogs.self]
        let realm = try RLMRealm(configuration: configuration)
        try realm.transaction { #expect(CountsDogs.create(in: realm, withValue: [String: Any]()).dogs == 0) }
    }
}

private final class OpensItsRealm: TestObject {
    @Persisted var count = Int(RLMRealm.default().allObjects("OpensItsRealm").count)
}

private final class CountsDogs: TestObject {
    @Persisted var dogs = count()

    private static func count() -> Int {
        guard let realm = try? RLMRealm(configuration: .inMemory("dogs")) else { return -1 }
        return Int(Dog.allObjects(in: realm).count)
    }
}
