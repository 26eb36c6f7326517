import RealmStore
import TestSupport
import Testing

/// The messages logged when a Realm opens.
@Suite("Messages of opening") struct OpeningLogTests {
    @Test func `opening is a detail, and the version read a trace`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            RLMLogger.shared.level = .trace
            _ = try Realm(configuration: Realm.Configuration(inMemoryIdentifier: "logged"))
        }
        expectMessage(result, "[detail] DB: opened", "[trace] DB: reading version")
    }
}
