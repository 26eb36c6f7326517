import Foundation
import RealmStore
import TestSupport
import Testing

/// Real files are sound at both levels.
@Suite struct VerifyFixtureTests {
    @Test(arguments: Fixture.all)
    func `a real file has no error at level full`(_ fixture: Fixture) throws {
        let directory = try TemporaryDirectory()
        let report = try Realm.verify(at: fixture.copy(into: directory), encryptionKey: fixture.key)
        #expect(report.isSound, "\(report.problems)")
        #expect(report.opens && report.leakedBytes ?? 0 == 0)
    }

    @Test(arguments: Fixture.all)
    func `a real file has no error at level quick`(_ fixture: Fixture) throws {
        let directory = try TemporaryDirectory()
        let report = try Realm.verify(at: fixture.copy(into: directory), encryptionKey: fixture.key, level: .quick)
        #expect(report.isSound, "\(report.problems)")
        #expect(report.leakedBytes == nil)
    }
}
