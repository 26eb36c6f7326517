import Foundation
import RealmStore
import TestSupport
import Testing

/// Processes that write and read one file at once, and are killed while they do.
///
///     REALMSTORE_PROCESS_SECONDS time for which writers and readers run concurrently (3)
///     REALMSTORE_KILLS number of killed writers (10)
@Suite("Writing: processes", .serialized) struct ProcessTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds = environment["REALMSTORE_PROCESS_SECONDS"].flatMap { Double($0) } ?? 3
    private static let kills = environment["REALMSTORE_KILLS"].flatMap { Int($0) } ?? 10
    /// The time for which processes wait for each other to begin, on a machine that is busy with other tests.
    private static let patience = 900.0

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func realm(_ isEncrypted: Bool) throws -> CountedRealm {
        let realm = CountedRealm(
            path: directory.url.appendingPathComponent("counted.realm").path, isEncrypted: isEncrypted)
        try realm.make()
        return realm
    }

    private func expectSound(_ realm: CountedRealm) throws {
        let report = try Realm.verify(
            at: URL(fileURLWithPath: realm.path), encryptionKey: realm.isEncrypted ? Data(0..<64) : nil)
        #expect(report.isSound && report.leakedBytes == 0, "\(report.problems.prefix(5))")
    }

    /// Waits until `count` processes have called this with the same path.
    private static func meet(_ count: Int, at path: String) throws {
        let directory = path + ".begun"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(directory)/\(ProcessInfo.processInfo.processIdentifier)"))
        let end = Date() + patience
        while try FileManager.default.contentsOfDirectory(atPath: directory).count < count, Date() < end {
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    @Test(arguments: [false, true])
    func `no increment of two writers is lost, and no reader sees half of one`(_ isEncrypted: Bool) async throws {
        let realm = try realm(isEncrypted)
        let (count, seconds) = (CountedRealm.writerCount + 4, ProcessTests.seconds)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [
                            realm = realm as CountedRealm, number = number as Int, count = count as Int,
                            seconds = seconds as Double
                        ] in
                        try ProcessTests.meet(count, at: realm.path)
                        if number < CountedRealm.writerCount {
                            try realm.write(as: number, until: Date() + seconds)
                        } else {
                            try realm.read(until: Date() + seconds)
                        }
                    }
                }
            }
        }
        let counts = try realm.counts()
        print("commits of two processes, encrypted \(isEncrypted): \(counts)")
        for (writer, count) in counts.enumerated() {
            let noted = try realm.noted(by: writer)
            #expect(count == noted)
            #expect(count > 0)
        }
        try expectSound(realm)
    }

    @Test(arguments: [false, true])
    func `a writer that is killed leaves the version before or after`(_ isEncrypted: Bool) async throws {
        let realm = try realm(isEncrypted)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("killing writers, encrypted \(isEncrypted), seed \(seed)")
        var random = SeededGenerator(seed: seed)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await ProcessTests.readUntilStopped(realm) }
            defer { try? Data().write(to: URL(fileURLWithPath: realm.path + ".stop")) }
            var last = 0
            for kill in 0..<(ProcessTests.kills + 1) / 2 {
                let milliseconds = Int.random(in: 0...300, using: &random)
                await ProcessTests.runAndKill(realm, after: Double(milliseconds) / 1000)
                let counts = try realm.counts()
                // The previous, killed writer could not record its last commit, which precedes this one.
                let known = max(try realm.noted(by: 0), last)
                #expect([known, known + 1].contains(counts[0]), "seed \(seed), kill \(kill)")
                last = counts[0]
                try expectSound(realm)
            }
        }
        print("commits of killed writers: \(try realm.counts()[0])")
    }

    /// Reads in another process until the test is over.
    private static func readUntilStopped(_ realm: CountedRealm) async {
        await #expect(processExitsWith: .success) { [realm = realm as CountedRealm] in
            let end = Date() + ProcessTests.patience
            while Date() < end, !FileManager.default.fileExists(atPath: realm.path + ".stop") {
                try realm.read(until: Date() + 0.1)
            }
        }
    }

    /// Lets a process write, and kills it some time after it has begun.
    private static func runAndKill(_ realm: CountedRealm, after seconds: Double) async {
        let mark = realm.path + ".pid"
        try? FileManager.default.removeItem(atPath: mark)
        // A thread of its own: those of tasks may all be busy with other tests.
        let killer = Thread {
            let end = Date() + patience
            while Date() < end {
                Thread.sleep(forTimeInterval: 0.002)
                guard let pid = (try? String(contentsOfFile: mark, encoding: .utf8)).flatMap({ Int32($0) }) else {
                    continue
                }
                Thread.sleep(forTimeInterval: seconds)
                kill(pid, SIGKILL)
                return
            }
        }
        killer.start()
        await #expect(processExitsWith: .signal(SIGKILL)) { [realm = realm as CountedRealm, mark = mark as String] in
            try Data("\(ProcessInfo.processInfo.processIdentifier)".utf8)
                .write(to: URL(fileURLWithPath: mark), options: .atomic)
            try realm.write(as: 0, until: Date() + ProcessTests.patience)
        }
    }
}
