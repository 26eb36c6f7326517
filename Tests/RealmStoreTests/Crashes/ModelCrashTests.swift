import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// A power loss during a transaction of any changes leaves objects and classes as before it, or as after it.
///
///     REALMSTORE_CRASH_IMAGES number of files that a power loss could leave (1000)
///     REALMSTORE_CRASH_TRANSACTIONS number of transactions (40)
///     REALMSTORE_CRASH_SEED seed
@Suite struct ModelCrashTests {
    private static let environment = ProcessInfo.processInfo.environment

    private static func number(_ name: String, _ otherwise: Int) -> Int {
        environment[name].flatMap { Int($0) } ?? otherwise
    }

    private static let images = number("REALMSTORE_CRASH_IMAGES", 1000)
    private static let transactions = number("REALMSTORE_CRASH_TRANSACTIONS", 40)
    private static let seed = UInt64(number("REALMSTORE_CRASH_SEED", Int.random(in: 0..<1 << 40)))

    /// Transactions to one file.
    private static let transactionsOfRun = 20
    /// One image of so many is committed to.
    private static let continued = 8

    private static let scales = [
        ModelRun.Scale(name: "tiny", tables: 2, embedded: 1, columns: 12, objects: 4, elements: 3, transaction: 5),
        ModelRun.Scale(
            name: "tiny, encrypted", tables: 2, embedded: 1, columns: 12, objects: 4, elements: 3, transaction: 5,
            isEncrypted: true),
        ModelRun.Scale(name: "small", tables: 3, columns: 25, objects: 12),
        ModelRun.Scale(name: "small, encrypted", tables: 3, columns: 25, objects: 12, isEncrypted: true),
    ]

    @Test(arguments: scales.indices)
    func `every image of a crash holds the objects before or after`(_ index: Int) throws {
        let scale = ModelCrashTests.scales[index]
        let perTransaction = max(1, ModelCrashTests.images / max(1, ModelCrashTests.transactions))
        let transactions = ModelCrashTests.transactions / ModelCrashTests.scales.count
        print("crashes of \(scale.name): \(transactions) transactions, seed \(ModelCrashTests.seed)")
        for first in stride(from: 0, to: transactions, by: ModelCrashTests.transactionsOfRun) {
            let count = min(transactions - first, ModelCrashTests.transactionsOfRun)
            let seed = ModelCrashTests.seed &+ UInt64(first * ModelCrashTests.scales.count + index)
            try crash(scale, seed: seed, transactions: count, images: perTransaction)
        }
    }

    private func crash(_ scale: ModelRun.Scale, seed: UInt64, transactions: Int, images: Int) throws {
        let place = CrashPlace(isEncrypted: scale.isEncrypted)
        let disk = RecordingDisk()
        let run = try ModelRun(scale, seed: seed, path: place.path("history"), disk: disk)
        var random = SeededGenerator(seed: seed)
        var moment = ""
        do {
            try run.begin()
            _ = disk.takeCalls()
            var crashes = CrashImages(base: try place.bytes("history"), calls: [], isEncrypted: scale.isEncrypted)
            for _ in 0..<transactions {
                let before = run.committed
                try run.transaction(operations: run.source.size(scale.transaction))
                let first = crashes.pendingCount
                crashes.append(disk.takeCalls())
                for number in 0..<images {
                    let count = Int.random(in: min(first, crashes.calls.count)...crashes.calls.count, using: &random)
                    let loss = CrashImages.Loss.any(using: &random)
                    moment = "after call \(count) of \(crashes.calls.count), loss \(loss)"
                    let image = crashes.image(after: count, loss, using: &random)
                    let models = crashes.isCommitted(after: count).map { [$0 ? run.committed : before] }
                    let faults = try place.faults(
                        of: image, models ?? [before, run.committed],
                        commits: number % ModelCrashTests.continued == 0)
                    #expect(faults == [], "\(moment)\n\(run.report)")
                    if !faults.isEmpty { return }
                }
            }
        } catch {
            Issue.record("\(error)\n\(moment)\n\(run.report)")
        }
    }
}

/// The directory in which crash images are checked: in memory, if the system has such a file system.
private final class CrashPlace {
    private let directory: String
    private let isEncrypted: Bool

    init(isEncrypted: Bool) {
        let memory = "/dev/shm"
        let isThere = FileManager.default.isWritableFile(atPath: memory)
        directory = (isThere ? memory : FileManager.default.temporaryDirectory.path) + "/crash-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        self.isEncrypted = isEncrypted
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func path(_ name: String) -> String { "\(directory)/\(name).realm" }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    private var key: EncryptionKey? { isEncrypted ? ModelRun.key : nil }

    /// The errors in an image, which must be sound and match one of `models`, also after another commit.
    func faults(of image: [UInt8], _ models: [ModelState], commits: Bool) throws -> [String] {
        let path = path("image")
        try Data(image).write(to: URL(fileURLWithPath: path))
        let file = try RealmFile.open(path, key: key, sharing: .none)
        var faults = try differences(Group(Snapshot(file)), models) + damage(path)
        guard commits, faults.isEmpty else { return faults }
        var options = Database.Options()
        options.key = key
        options.creates = false
        options.isShared = false
        let database = try Database.open(path, options)
        let session = try OpenTransaction(database.beginWrite(timeout: .seconds(10)))
        faults += try differences(session.start, models)
        _ = try session.tables.addTable("class_AfterTheCrash")
        let version = try session.commit().version
        let names = try Group(database.newest()).tables.map(\.name)
        if try database.newest().version != version || !names.contains("class_AfterTheCrash") {
            faults.append("a commit after the crash is not there")
        }
        return try faults + damage(path)
    }

    /// The differences of `group` to each of `models`; empty if it equals one of them.
    private func differences(_ group: Group, _ models: [ModelState]) throws -> [String] {
        let found = try ModelState(group)
        let differences = models.map { $0.difference(to: found) }
        return differences.contains(nil) ? [] : differences.compactMap { $0 }
    }

    private func damage(_ path: String) throws -> [String] {
        let report = try Realm.verify(
            at: URL(fileURLWithPath: path), encryptionKey: isEncrypted ? Data(0..<64) : nil, lockMode: .privateFile)
        let leaked = report.leakedBytes == 0 ? [] : ["leaked \(report.leakedBytes ?? 0) bytes"]
        return report.problems.prefix(5).map { "\($0)" } + leaked
    }
}
