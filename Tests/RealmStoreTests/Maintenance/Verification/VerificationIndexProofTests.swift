import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Indexes of sound files are proved without sorting; what is wrong in others is the same with and without.
@Suite struct VerificationIndexProofTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The result for each indexed column of single values.
    private func results(_ name: String, rangeCount: Int) throws -> [VerificationIndexProof.Proven?] {
        let url = try Fixture.named(name).copy(into: directory)
        let file = try RealmFile.open(url.path, key: nil, sharing: .none)
        let verification = Verification(file, level: .full, maxProblems: 10)
        let top = try #require(file.top)
        let tables = VerificationTables(verification, top).tables
        return tables.flatMap { table in
            table.columns.filter { $0.isIndexed && $0.collection == nil && $0.type != .mixed }.map {
                VerificationIndexProof.run(verification, table, $0, rangeCount: rangeCount)
            }
        }
    }

    @Test(arguments: ["indexes_deep", "contacts_10k", "strings"], [1 << 22, 300, 7])
    func `the indexes of sound files are proved, whatever the range`(name: String, rangeCount: Int) throws {
        let found = try results(name, rangeCount: rangeCount)
        #expect(!found.contains { $0 == nil }, "\(found)")
        #expect(name == "strings" || !found.isEmpty)
    }

    @Test func `values that are there twice are not unique`() throws {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent("made.realm"))
        configuration.schemaMode = .explicit(
            Schema([
                ObjectSchema(
                    className: "Item",
                    properties: [
                        Property(name: "once", type: .int, isIndexed: true),
                        Property(name: "often", type: .int, isOptional: true, isIndexed: true),
                    ])
            ]))
        let realm = try Realm(configuration: configuration)
        try realm.write {
            for number in 0..<3000 {
                realm.dynamicCreate(
                    "Item", value: ["once": number, "often": number % 7 == 0 ? NSNull() : number % 3 as Any])
            }
        }
        let url = try #require(configuration.fileURL)
        let file = try RealmFile.open(url.path, key: nil, sharing: .none)
        let verification = Verification(file, level: .full, maxProblems: 10)
        let top = try #require(file.top)
        let table = try #require(VerificationTables(verification, top).tables.last)
        let found = table.columns.map { VerificationIndexProof.run(verification, table, $0, rangeCount: 1000) }
        #expect(found.map { $0?.isUnique } == [true, false])
    }
}
