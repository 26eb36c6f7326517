import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Memory and decrypted pages are bounded while a file is verified; the findings are the same.
@Suite struct VerificationMemoryTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The report on a file, as text.
    private func report(
        _ url: URL, key: Data?, pageByteLimit: Int = 1 << 30, recordByteLimit: Int = 1 << 30
    ) throws -> String {
        let file = try RealmFile.open(url.path, key: key.flatMap { EncryptionKey($0) }, sharing: .none)
        let report = try Verification(
            file, level: .full, maxProblems: 1000, scratchDirectory: directory.url.path,
            pageByteLimit: pageByteLimit, recordByteLimit: recordByteLimit
        ).run()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    // Nothing was ever committed to `just_created`; those of megabytes are decrypted for half a minute.
    private static let others: Set = [
        "just_created", "big_blobs", "big_tree", "churned", "indexes_deep", "contacts_10k", "contacts_10k.enc",
    ]

    @Test(arguments: Fixture.all.filter { !others.contains($0.name) })
    func `pages are decrypted again after they were forgotten`(_ fixture: Fixture) throws {
        let url = try fixture.copy(into: directory)
        let other = Data(repeating: 7, count: 64)
        let configuration = Realm.Configuration(fileURL: url, encryptionKey: fixture.key)
        try Realm.changeEncryptionKey(for: configuration, to: other)
        // Of a large file, so few pages would be decrypted for minutes.
        let pages = try fixture.bytes().count < 200_000 ? 4 : 64
        #expect(try report(url, key: other, pageByteLimit: pages * PageCipher.pageSize) == report(url, key: other))
    }

    @Test(arguments: Fixture.all)
    func `records in a file are compared as those in memory`(_ fixture: Fixture) throws {
        let url = try fixture.copy(into: directory)
        let small = try report(url, key: fixture.key, recordByteLimit: 2000)
        #expect(try small == report(url, key: fixture.key))
    }

    @Test(arguments: ["links", "keys", "embedded", "types_all"])
    func `damage is found with little memory, too`(_ name: String) throws {
        try compareDamaged(name, seed: UInt64.random(in: 0...UInt64.max))
    }

    @Test func `an object named under several values is reported in the same order with little memory`() throws {
        try compareDamaged("keys", seed: 11_576_867_707_111_899_149)
    }

    private func compareDamaged(_ name: String, seed: UInt64) throws {
        let bytes = try Fixture.named(name).bytes()
        var generator = SeededGenerator(seed: seed)
        for number in 0..<4 {
            var damaged = bytes
            for _ in 0..<3 { damaged[24 + generator.below(damaged.count - 24)] ^= 1 << UInt8(generator.below(8)) }
            let url = try directory.file("damaged\(number).realm", damaged)
            guard let expected = try? report(url, key: nil) else { continue }
            #expect(try report(url, key: nil, recordByteLimit: 2000) == expected, "seed \(seed), file \(number)")
        }
    }

    @Test func `a file without room for what is remembered is told`() throws {
        let url = try Fixture.named("links").copy(into: directory)
        let file = try RealmFile.open(url.path, key: nil, sharing: .none)
        let verification = Verification(
            file, level: .full, maxProblems: 1, scratchDirectory: "/nowhere", recordByteLimit: 2000)
        #expect { try verification.run() } throws: { error in
            (error as? StorageError)?.path == "/nowhere"
        }
    }

    @Test func `no more than the limit stays decrypted`() throws {
        let url = try Fixture.named("contacts_10k.enc").copy(into: directory)
        let file = try RealmFile.open(url.path, key: EncryptionKey(Fixture.key), sharing: .none)
        let pages = try #require(file.pages)
        let limit = 128 * PageCipher.pageSize
        let all = pages.pageCount
        _ = try Verification(file, level: .full, maxProblems: 1, pageByteLimit: limit).run()
        #expect(all > 600 && pages.presentPages.count < 300, "\(pages.presentPages.count) of \(all)")
    }

    @Test func `no more stays decrypted while an index of few values is proved`() throws {
        let properties = [Property(name: "flag", type: .int, isIndexed: true), Property(name: "text", type: .string)]
        let url = directory.url.appendingPathComponent("flags.realm")
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: Fixture.key)
        configuration.schemaMode = .explicit(Schema([ObjectSchema(className: "Item", properties: properties)]))
        let realm = try Realm(configuration: configuration)
        let text = String(repeating: "text ", count: 40)
        try realm.write {
            for number in 0..<20_000 { realm.dynamicCreate("Item", value: ["flag": number % 2, "text": text]) }
        }
        realm.invalidate()
        let file = try RealmFile.open(url.path, key: EncryptionKey(Fixture.key), sharing: .none)
        let pages = try #require(file.pages)
        let limit = 64
        let verification = Verification(
            file, level: .full, maxProblems: 1, pageByteLimit: limit * PageCipher.pageSize)
        let top = try #require(file.top)
        let table = try #require(VerificationTables(verification, top).tables.last)
        verification.keepPresentPages()
        let column = try #require(table.columns.first { VerificationIndexProof.isPossible(of: $0) })
        let proven = VerificationIndexProof.run(verification, table, column)
        #expect(proven?.isUnique == false)
        #expect(pages.pageCount > 900 && pages.presentPages.count < 3 * limit, "\(pages.presentPages.count)")
    }
}
