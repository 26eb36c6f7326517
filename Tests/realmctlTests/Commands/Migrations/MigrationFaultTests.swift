import Foundation
import Glibc
import RealmTools
import TestSupport
import Testing

/// Migrations that write a new file, with a backup, in which one system call fails, or that are killed before one.
/// Skipped where programs cannot be traced.
///
///     REALMSTORE_FAULTS number of such runs in each test (8); at most one for each call and kind of fault
///     REALMSTORE_FAULTS_SEED the first of them
@Suite("migrate: faults") struct MigrationFaultTests {
    private let place: Workplace
    /// A directory that contains only the Realm.
    private let directory: String
    private let path: String
    private let arguments: [String]
    /// The Realm before the migration.
    private let old: Data

    /// Calls without which the state of the disk is unknown.
    private static let necessary: Set<String> = ["pwrite64", "fdatasync", "fsync", "ftruncate", "link", "rename"]

    private static func environment(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    init() throws {
        place = try Workplace()
        directory = "\(place.path)/data"
        path = "\(directory)/notes.realm"
        let folder = "\(place.path)/migrations"
        for directory in [directory, folder] {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        }
        let schema = try place.file(
            "migrations/0001_notes.yaml",
            Data("version: 1\nschema: {classes: {Note: {properties: {name: string, text: string}}}}".utf8))
        _ = try place.file(
            "migrations/0002_titles.yaml",
            Data("version: 2\nsteps:\n  - rename_property: {class: Note, from: name, to: title}".utf8))
        // Larger than the blocks in which a file is written.
        let lines = (0..<3).map {
            #"{"_class":"Note","name":"\#($0)","text":"\#(String(repeating: "ä", count: 300_000))"}"#
        }
        let notes = try place.file("notes.ndjson", Data(lines.joined(separator: "\n").utf8))
        let seed = try RealmctlProcess.run(["seed", "build", "--schema", schema, "--data", notes, "-o", path])
        try #require(seed.code == 0, "\(seed.err)")
        try? FileManager.default.removeItem(atPath: path + ".lock")
        arguments = ["migrate", "apply", "--dir", folder, path]
        old = try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private func data() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// Names in the directory, except those of archives.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { !$0.hasSuffix(".realm.tar.zst") }
            .sorted()
    }

    /// The requested number of them, spread evenly.
    private func sample<Case>(_ cases: [Case]) -> [Case] {
        let count = Self.environment("REALMSTORE_FAULTS") ?? 8
        guard cases.count > count else { return cases }
        let seed = Self.environment("REALMSTORE_FAULTS_SEED") ?? Int.random(in: 0..<cases.count)
        print("\(count) of \(cases.count) faults, seed \(seed)")
        return (0..<count).map { cases[(seed + ($0 * cases.count / count)) % cases.count] }
    }

    /// Runs the migration with one fault, again and again; each time the file must be the old one up to the call that
    /// gives the new one its name, and the next run succeeds as if nothing had happened.
    private func expectOldOrNew(
        _ faults: [TracedCommand.Fault], at isWanted: (TracedCommand.Call) -> Bool = { _ in true },
        check: (TracedCommand.Call, TracedCommand.Fault, RealmctlProcess.Output) throws -> Void
    ) throws {
        let command = TracedCommand(arguments: arguments)
        let calls = try command.calls(in: directory)
        let new = try data()
        let renaming = try #require(calls.lastIndex { $0.name.hasPrefix("rename") })
        for (index, fault) in sample(
            calls.indices.filter { isWanted(calls[$0]) }.flatMap { index in faults.map { (index, $0) } })
        {
            let what: Comment = "\(fault) at \(calls[index])"
            let output = try command.run(fault, at: calls[index]) {
                try FileManager.default.removeItem(atPath: directory)
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
                try old.write(to: URL(fileURLWithPath: path))
            }
            let isNew = output.code == 0 || index > renaming
            #expect(try data() == (isNew ? new : old), what)
            try check(calls[index], fault, output)
            for archive in try RealmBackup.archives(in: URL(fileURLWithPath: directory)) {
                #expect(try RealmBackup.verify(archive).isSound, what)
            }
            #expect(try RealmctlProcess.run(arguments).code == 0, what)
            #expect(try data() == new, what)
            #expect(try names() == ["notes.realm", "notes.realm.lock"], what)
        }
    }

    @Test func `whichever system call fails, the file is the old one, and the message says why`() throws {
        guard TracedCommand.canRun else { return }
        try expectOldOrNew([.failure(EIO), .failure(ENOSPC)], check: expectReason)
    }

    @Test func `a file of which nothing is known is not said to have gone`() throws {
        guard TracedCommand.canRun else { return }
        func asksForFile(_ call: TracedCommand.Call) -> Bool {
            call.name == "newfstatat" && "\(call)".contains("\"notes.realm\"")
        }
        try expectOldOrNew([.failure(EIO)], at: asksForFile, check: expectReason)
    }

    private func expectReason(
        _ call: TracedCommand.Call, _ fault: TracedCommand.Fault, _ output: RealmctlProcess.Output
    ) throws {
        let what: Comment = "\(fault) at \(call): \(output.err)"
        if output.code == 0 {
            #expect(!Self.necessary.contains(call.name), what)
        } else {
            #expect(output.code == (call.name.contains("access") ? 73 : 74), what)
            #expect(output.err.contains("'\(directory)") && output.err.contains("\(fault)"), what)
            #expect(!output.err.contains(".tmp"), what)
        }
        #expect(try names().allSatisfy { !$0.hasSuffix(".tmp") }, what)
    }

    @Test func `a migration that is killed at any system call leaves the old file or the new one`() throws {
        guard TracedCommand.canRun else { return }
        try expectOldOrNew([.kill]) { call, _, output in
            #expect(output.code == SIGKILL, "\(call)")
        }
    }

    @Test func `a migration that is killed at any time leaves the old file or the new one`() throws {
        let runs = try KilledRuns(arguments)
        let new = try data()
        try runs.forEach {
            try old.write(to: URL(fileURLWithPath: path))
        } check: { moment in
            let found = try data()
            #expect(found == old || found == new, moment)
        }
        #expect(try RealmctlProcess.run(arguments).code == 0)
        #expect(try names() == ["notes.realm", "notes.realm.lock"])
    }
}
