import Testing
@testable import RealmStore
@Test func stub() { #expect(Bool(true)) }
