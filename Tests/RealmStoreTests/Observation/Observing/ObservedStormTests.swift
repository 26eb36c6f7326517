import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Eight observers beside four writers in each of two processes, all of one file.
///
///     REALMSTORE_STORM_SECONDS the time for which they write (10)
///     REALMSTORE_STORM_FILE where the file is to stay
@Suite("Observing: a storm") struct ObservedStormTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds = environment["REALMSTORE_STORM_SECONDS"].flatMap { Double($0) } ?? 10

    @Test func `every observer of two processes is told what happened, and nothing twice`() async throws {
        let directory = try TemporaryDirectory()
        let path =
            ObservedStormTests.environment["REALMSTORE_STORM_FILE"]
            ?? directory.url.appendingPathComponent("storm.realm").path
        let configuration = StormWriter.configuration(at: path)
        try onThread { try StormWriter.begin(Realm(configuration: configuration)) }
        let (seed, seconds) = (UInt64.random(in: 0...UInt64.max), ObservedStormTests.seconds)
        print("a storm of \(seconds) s: seed \(seed)")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for share in 0..<2 as Range<UInt64> {
                let process = StormProcess(path: path, seed: seed &+ 100 * share, seconds: seconds)
                group.addTask { try await process.run(filter: "ObservedStormTests.*share") }
            }
            try await group.waitForAll()
        }
        let report = try Realm.verify(at: configuration.fileURL!)
        #expect(report.isSound, "\(report.problems.prefix(5))")
        #expect(try Realm.fileInfo(at: configuration.fileURL!).activeVersions ?? 0 <= 1)
    }

    @Test(.enabled(if: StormProcess.own != nil, "runs in the processes of a storm"))
    func `the share of a process`() async throws {
        let own = try #require(StormProcess.own)
        try await Storm(own.path, seed: own.seed).run(own.seconds)
    }
}

/// The share of one process in a storm.
private struct Storm {
    private let path: String
    private let seed: UInt64
    private let configuration: Realm.Configuration

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ path: String, seed: UInt64) {
        (self.path, self.seed) = (path, seed)
        configuration = StormWriter.configuration(at: path)
    }

    func run(_ seconds: Double) async throws {
        let observers = StormObservers(configuration)
        try await observers.begin()
        try await write(until: Date() + seconds)
        try await meet()
        let missing = try await missing(observers)
        await observers.end()
        if let problem = observers.sights.compactMap(\.problem).first ?? missing {
            throw Failure(description: "seed \(seed): \(problem)")
        }
        print("changes told in process \(getpid()): \(observers.sights.map(\.updates))")
        if let idle = observers.sights.first(where: { $0.updates == 0 }) {
            throw Failure(description: "\(idle.name): nothing was told")
        }
    }

    private func write(until end: Date) async throws {
        let writer = { StormWriter(configuration, until: end, seed: seed &+ $0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<2 {
                let here = writer(UInt64(number))
                group.addTask {
                    try await Storm.onThread {
                        var here = here; try here.writeHere()
                    }
                }
            }
            let (grouped, actor) = (writer(2), writer(3))
            group.addTask { try await Storm.onThread { try grouped.write(on: DispatchQueue(label: "grouped")) } }
            group.addTask { try await actor.write(on: WriterPlace()) }
            try await group.waitForAll()
        }
    }

    private actor WriterPlace {}

    /// Runs `body` on a thread of its own, while the task is suspended.
    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body() }) }.start()
        }
    }

    /// Waits until the writers of both processes are done.
    private func meet() async throws {
        let directory = path + ".done"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(directory)/\(getpid())"))
        let end = Date() + 120
        while try FileManager.default.contentsOfDirectory(atPath: directory).count < 2 {
            guard Date() < end else { throw Failure(description: "seed \(seed): the other process never came") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Waits until every observer knows the last version; the first that does not learn of it within a minute.
    private func missing(_ observers: StormObservers) async throws -> String? {
        let configuration = configuration
        let expected = try TestSupport.onThread {
            try StormObservers.expected(in: Realm(configuration: configuration))
        }
        for (sight, rows) in zip(observers.sights, expected) {
            let end = Date() + 60
            while sight.rows != rows, sight.problem == nil, Date() < end {
                try await Task.sleep(for: .milliseconds(10))
            }
            if sight.rows != rows { return "\(sight.name): told \(sight.rows ?? []), there is \(rows)" }
        }
        return nil
    }
}
