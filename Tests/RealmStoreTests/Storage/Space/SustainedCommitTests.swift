import Foundation
import RealmStore
import TestSupport
import Testing

final class SmallShelf: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted(primaryKey: true) var id: Int
    @Persisted var numbers: List<Int>
}

/// The growth of files under consecutive small commits, through the API that apps use. The result does not depend on
/// time or machine: the same commits make the same file.
///
///     REALMSTORE_SPACE_COMMITS number of commits of each kind (20,000)
@Suite("Writing: sustained commits") struct SustainedCommitTests {
    private static let commits =
        ProcessInfo.processInfo.environment["REALMSTORE_SPACE_COMMITS"].flatMap { Int($0) } ?? 20_000

    /// A workload, and the limits of its file after these commits.
    struct Case: Sendable, CustomTestStringConvertible {
        let workload: SmallCommits.Kind
        let maximumByteCount: Int

        var testDescription: String { workload.rawValue }
    }

    static let cases: [Case] = [
        Case(workload: .orders, maximumByteCount: 3_100_000),
        Case(workload: .updates, maximumByteCount: 64_000),
        Case(workload: .queue, maximumByteCount: 300_000),
        Case(workload: .texts, maximumByteCount: 1_000_000),
        Case(workload: .large, maximumByteCount: 560_000),
    ]

    @Test(arguments: SustainedCommitTests.cases)
    func `a file stays small under sustained commits`(_ tested: Case) throws {
        // In memory, if there is a file system for it: nothing has to survive a power failure.
        let memory = URL(fileURLWithPath: "/dev/shm")
        let directory = try (try? TemporaryDirectory(in: memory)) ?? TemporaryDirectory()
        let file = directory.url.appendingPathComponent("small.realm")
        let commits = try SmallCommits(tested.workload, at: file)
        for number in 0..<Self.commits { try commits.commit(number) }
        let info = try Realm.fileInfo(at: file)
        #expect(info.bytes <= tested.maximumByteCount, "\(info.bytes) bytes, \(info.usedBytes) used")
        #expect(info.freeBlocks <= 1_000)
    }

    @Test func `many versions in use hold what they refer to, and nothing between them`() throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let directory = try (try? TemporaryDirectory(in: memory)) ?? TemporaryDirectory()
        let file = directory.url.appendingPathComponent("small.realm")
        let commits = try SmallCommits(.updates, at: file)
        var frozen: [Realm] = []
        for number in 0..<5_000 {
            try commits.commit(number)
            if number % 25 == 0 { frozen.append(commits.realm.freeze()) }
        }
        let info = try Realm.fileInfo(at: file)
        let used = info.usedBytes
        // Each of the 200 has its own nodes of the numbers, some 9 KB, and its own free list, some 12.
        #expect(info.bytes < 5_000_000, "\(info.bytes) bytes, \(used) used, \(info.freeBlocks) free blocks")
        #expect(info.freeBlocks < 2_000)
        #expect(frozen.allSatisfy { $0.isFrozen })
    }

    @Test func `gaps between nodes that are not changed any more become fewer`() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("gaps.realm")
        let realm = try Realm(
            configuration: Realm.Configuration(fileURL: file, objectTypes: [SmallShelf.self, SmallItem.self]))
        try realm.write {
            for id in 0..<12_000 {
                let numbers = (0..<10 + id % 40).map { $0 << 40 }
                realm.create(SmallShelf.self, value: ["id": id, "numbers": numbers] as [String: Any])
            }
            realm.create(SmallItem.self, value: ["id": 0])
        }
        let gone = (0..<4_000).compactMap { realm.object(ofType: SmallShelf.self, forPrimaryKey: 3 * $0) }
        try realm.write { realm.delete(gone) }
        let before = try Realm.fileInfo(at: file).freeBlocks
        for number in 0..<400 {
            try realm.write { realm.object(ofType: SmallItem.self, forPrimaryKey: 0)?.number = number }
        }
        let after = try Realm.fileInfo(at: file).freeBlocks
        #expect(before > 2_000)
        #expect(after < before * 2 / 3)
        for id in [1, 5_000, 11_998] {
            let numbers = realm.object(ofType: SmallShelf.self, forPrimaryKey: id)?.numbers
            #expect(numbers.map(Array.init) == (0..<10 + id % 40).map { $0 << 40 })
        }
    }
}
