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

    @Test func `what was gathered counts only if it is whole`() throws {
        let url = try Fixture.named("contacts_10k").copy(into: directory)
        let file = try RealmFile.open(url.path, key: nil, sharing: .none)
        let verification = Verification(file, level: .full, maxProblems: 10)
        let tables = VerificationTables(verification, try #require(file.top)).tables
        let table = try #require(tables.first { $0.columns.contains { VerificationIndexProof.isPossible(of: $0) } })
        let column = try #require(table.columns.first { VerificationIndexProof.isPossible(of: $0) })
        var gathered = VerificationObjectChunks()
        try table.objects().forEachLeaf { (leaf) throws(FormatError) in
            try gathered.add(0..<leaf.count, of: leaf, column, in: verification.space)
        }
        #expect(VerificationIndexProof.run(verification, table, column, gathered) != nil)
        let wrong = VerificationObjectChunks(gathered.objects.map { .init(key: $0.key, first: 7, second: 7) })
        #expect(VerificationIndexProof.run(verification, table, column, wrong) == nil)
        let short = VerificationObjectChunks(Array(wrong.objects.dropLast()))
        #expect(VerificationIndexProof.run(verification, table, column, short) != nil)
        gathered.leaveOut()
        #expect(VerificationIndexProof.run(verification, table, column, gathered) != nil)
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
