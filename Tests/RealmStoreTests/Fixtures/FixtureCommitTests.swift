import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Files written by Realm Core, committed to: their content stays, and nodes and free blocks tile them.
@Suite("Writing: fixtures") struct FixtureCommitTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ file: URL, _ fixture: Fixture) throws -> Database {
        var options = Database.Options()
        options.key = fixture.key.flatMap { EncryptionKey($0) }
        options.creates = false
        return try Database.open(file.path, options)
    }

    /// Copies every node below `ref` into the transaction.
    private func rewrite(_ ref: Ref, _ arena: Arena) throws -> Ref {
        var ref = ref
        let node = try arena.writable(&ref)
        guard node.kind.hasRefs else { return ref }
        let slots = SlotEditor(node, in: arena)
        for index in 0..<slots.count {
            if let child = slots[index].ref { slots[index] = Slot(try rewrite(child, arena)) }
        }
        return ref
    }

    private func expectSound(_ file: URL, _ fixture: Fixture) throws {
        let report = try Realm.verify(at: file, encryptionKey: fixture.key)
        #expect(report.isSound, "\(report.problems)")
        #expect(report.leakedBytes ?? 0 == 0)
    }

    private func expectContent(_ file: URL, _ fixture: Fixture) throws {
        var configuration = Realm.Configuration(fileURL: file, encryptionKey: fixture.key, readOnly: true)
        configuration.schemaMode = .discovered
        let comparison = DumpComparison(try Realm(configuration: configuration))
        comparison.compare(try fixture.dumpObject())
        #expect(comparison.differences.isEmpty, "\(comparison.differences.prefix(5).joined(separator: "\n"))")
    }

    @Test(arguments: Fixture.all) func `a commit keeps what a file holds`(_ fixture: Fixture) throws {
        let file = try fixture.copy(into: directory)
        let database = try open(file, fixture)
        let start = try database.newest()
        guard start.top != nil else { return #expect(fixture.name == "just_created") }
        for round in 0..<3 {
            let transaction = try database.beginWrite(timeout: .seconds(10))
            let top = try #require(transaction.start.top)
            var (names, tables) = (top.names, top.tables)
            if round == 1 {
                names = try rewrite(names, transaction.arena)
                tables = try rewrite(tables, transaction.arena)
            }
            let snapshot = try transaction.commit(names: names, tables: tables)
            #expect(snapshot.version == start.version + UInt64(round) + 1)
            try expectSound(file, fixture)
        }
        let newest = try database.newest()
        let top = try #require(newest.top)
        try expectContent(file, fixture)
        // One more where the file is so empty that its end is being cleared.
        #expect([11, 12].contains(top.slotCount))
        #expect(top.historyType == .inRealm)
        #expect(try newest.changesets(after: newest.version - 1) == [[]])
        #expect(top.logicalByteCount % 4096 == 0)
        #expect(top.syncFileIdentifier == start.top?.syncFileIdentifier)
    }

    @Test(arguments: ["streaming", "streaming_bare"])
    func `rolling back leaves a file in streaming form`(_ name: String) throws {
        let fixture = Fixture.named(name)
        let file = try fixture.copy(into: directory)
        try open(file, fixture).beginWrite().rollback()
        #expect(try Data(contentsOf: file) == fixture.bytes())
    }

    @Test func `a file of an older format is not written before its upgrade`() throws {
        let file = try Fixture.named("versioned_7").copy(into: directory)
        var content = try Data(contentsOf: file)
        content[20 + Int(content[23] & 1)] = 23
        try content.write(to: file)
        #expect {
            _ = try open(file, Fixture.named("versioned_7")).beginWrite()
        } throws: { ($0 as? StorageError)?.kind == .upgradeRequired(23) }
        #expect(try Data(contentsOf: file) == content)
    }

    @Test(arguments: [1, 3, 4]) func `a file with a foreign history is not written`(_ type: Int) throws {
        let fixture = Fixture.named("versioned_7")
        let file = try fixture.copy(into: directory)
        var content = try Data(contentsOf: file)
        let opened = try RealmFile.open(file.path, key: nil, sharing: .none)
        let top = try opened.space.node(#require(opened.top).ref)
        try #require(top.kind.width >= 8)
        content[top.ref.offset + Node.headerByteCount + 7 * top.kind.width / 8] = UInt8(2 * type + 1)
        try content.write(to: file)
        #expect {
            _ = try open(file, fixture)
        } throws: { ($0 as? StorageError)?.kind == .incompatibleHistory(type) }
        #expect(try Data(contentsOf: file) == content)
    }
}
