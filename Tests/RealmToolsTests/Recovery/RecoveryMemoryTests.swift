import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Of an encrypted file, no more is decrypted at a time than is needed; the recovered content is the same.
struct RecoveryMemoryTests {
    private let place: RecoveryPlace

    init() throws { place = try RecoveryPlace() }

    private struct Outcome: Equatable {
        let classes: [String]
        let counts: [Int]
        let lines: [String]
        let lost: [Data]
    }

    private func salvage(_ url: URL, key: Data, pageByteLimit: Int) throws -> Outcome {
        let target = place.directory.url.appendingPathComponent("limit\(pageByteLimit).realm")
        let key = try #require(EncryptionKey(key))
        let source = try DamagedSource(url.path, key: key, pageByteLimit: pageByteLimit)
        var lost: [Data] = []
        let recovery = try Recovery(
            source, to: target.path, key: key, Realm.FileWriteOptions(), scratchDirectory: nil
        ) { lost.append($0) }
        let report = try recovery.run(.salvage)
        defer { try? FileManager.default.removeItem(at: target) }
        return Outcome(
            classes: report.classes.map { "\($0)" },
            counts: [report.brokenLinks, report.lostValues, report.lostAndFound],
            lines: try RecoveryPlace.lines(target, key: Fixture.key), lost: lost)
    }

    @Test(arguments: ["contacts_1k.enc", "types_all.enc"])
    func `the recovered content does not depend on how much is decrypted at a time`(_ name: String) throws {
        let bytes = try Fixture.named(name).bytes()
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for number in 0..<4 {
            var damaged = bytes
            // The first file is sound; page 0 has the header, without which nothing is salvaged that is not found.
            for _ in 0..<3 * number {
                let page = 2 + generator.below(damaged.count / PageCipher.pageSize - 2)
                damaged[page * PageCipher.pageSize + generator.below(PageCipher.pageSize)] ^= 1
            }
            let url = try place.file(damaged)
            let expected = try salvage(url, key: Fixture.key, pageByteLimit: 1 << 30)
            let found = try salvage(url, key: Fixture.key, pageByteLimit: 0)
            #expect(found == expected, "seed \(seed), file \(number)")
        }
    }

    @Test func `no more than the limit stays decrypted`() throws {
        let url = try place.file(Fixture.named("contacts_10k.enc").bytes())
        let key = try #require(EncryptionKey(Fixture.key))
        let source = try DamagedSource(url.path, key: key, pageByteLimit: 32 * PageCipher.pageSize)
        let pages = try #require(source.contents.pages)
        let survey = SalvageSurvey(source, tops: source.namedTops)
        #expect(survey.tables.reduce(0) { $0 + $1.objectCount } >= 10_000)
        #expect(pages.pageCount > 100 && pages.presentPages.count < 100, "\(pages.presentPages.count)")
    }
}
