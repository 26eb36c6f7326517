import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// Counts that disagree with what is counted are errors for the tools, and never fewer objects or elements.
@Suite struct DamagedCountToolTests {
    private let directory: TemporaryDirectory
    private var url: URL { directory.url.appendingPathComponent("counts.realm") }

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ damaged: DamagedFile) throws -> Realm { try damaged.opened(at: url) }

    @Test func `an export is refused when a cluster says that it is empty`() throws {
        let realm = try open(.emptied())
        #expect(throws: Realm.Error.self) { try RealmExporter(realm).export { _ in } }
    }

    @Test func `a comparison is refused when a cluster says that it is empty`() throws {
        let realm = try open(.emptied())
        let sound = try Fixture.named("decimals").copy(into: directory)
        var configuration = Realm.Configuration(fileURL: sound)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        let other = try Realm(configuration: configuration)
        #expect(throws: Realm.Error.self) { try RealmDiff(from: other, to: realm).run() }
    }

    @Test func `recovery does not say that a class whose cluster says it is empty lost nothing`() throws {
        let place = try RecoveryPlace()
        let outcome = try place.recover(DamagedFile.emptied().bytes)
        #expect(!outcome.report.isComplete && outcome.report.doubt != nil)
    }

    @Test func `rows of nested values that share children end`() throws {
        let rows = try RowExporter(open(.shared()).dynamicObjects("Doc"))
        #expect(throws: Realm.Error.self) { _ = try rows.forEachRow { _ in } }
    }
}
