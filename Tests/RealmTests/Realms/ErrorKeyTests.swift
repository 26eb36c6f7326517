import Realm
import Testing

@Suite struct ErrorKeyTests {
    @Test func `the names of versions in errors are those of the SDK`() {
        #expect(RLMRealmVersionKey == "RLMRealmVersion")
        #expect(RLMRealmCoreVersionKey == "RLMRealmCoreVersion")
    }
}
