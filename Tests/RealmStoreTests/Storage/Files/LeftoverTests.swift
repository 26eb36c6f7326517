import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Leftovers of killed processes beside a file.
@Suite("Leftovers") struct LeftoverTests {
    private let directory: TemporaryDirectory
    private let file: URL

    init() throws {
        directory = try TemporaryDirectory()
        file = try Fixture.named("churned").copy(into: directory)
    }

    private func path(_ name: String) -> String { directory.url.appendingPathComponent(name).path }

    private func compact() throws {
        _ = try Realm.compact(for: Realm.Configuration(fileURL: file))
    }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: directory.url.path))
    }

    @Test(arguments: [".churned.realm.realmctl-1-abc.tmp", "churned.realm.4711.new"])
    func `a second name that a killed process left does not count`(_ name: String) throws {
        try FileManager.default.linkItem(atPath: file.path, toPath: path(name))
        #expect(try Realm.otherNameCount(ofFileAt: file) == 0)
        try compact()
        #expect(try names() == ["churned.realm", "churned.realm.lock"])
    }

    @Test func `a second name of the user's counts`() throws {
        try FileManager.default.linkItem(atPath: file.path, toPath: path("mine"))
        #expect(try Realm.otherNameCount(ofFileAt: file) == 1)
        #expect(throws: RLMError.self) { try compact() }
        #expect(try names().contains("mine"))
    }

    /// The record of a name that a file was to keep, as left by a process killed after writing it.
    private func note(_ name: String) throws {
        let opened = try Directory(directory.url.path)
        let note = SecondNameNote(name, try opened.status("churned.realm"))
        try Data(note.bytes).write(to: URL(fileURLWithPath: path(".churned.realm.realmctl-1-abc.second.tmp")))
    }

    @Test(arguments: [true, false])
    func `a name for the old file is taken back if no new one took its place`(_ isLink: Bool) throws {
        try note("churned.old")
        if isLink {
            try FileManager.default.linkItem(atPath: file.path, toPath: path("churned.old"))
        } else {
            try FileManager.default.copyItem(atPath: file.path, toPath: path("churned.old"))
        }
        #expect(try Realm.otherNameCount(ofFileAt: file) == 0)
        try compact()
        #expect(try names() == ["churned.realm", "churned.realm.lock"])
    }

    @Test func `the old file stays if a new one took its place`() throws {
        try note("churned.old")
        try FileManager.default.moveItem(atPath: file.path, toPath: path("churned.old"))
        _ = try Fixture.named("churned").copy(into: directory)
        try compact()
        #expect(try names() == ["churned.realm", "churned.realm.lock", "churned.old"])
    }

    @Test func `a note cannot name a file outside of this directory`() throws {
        let other = try TemporaryDirectory()
        let victim = try other.file("victim", Data([1]))
        try note("../\(other.url.lastPathComponent)/victim")
        try compact()
        #expect(FileManager.default.fileExists(atPath: victim.path))
    }

    @Test func `files that others are writing stay`() throws {
        let unfinished = try UnfinishedFile(for: file.path)
        try compact()
        #expect(FileManager.default.fileExists(atPath: unfinished.path))
    }

    @Test func `files that many create at once are not removed as leftovers`() async throws {
        let target = file.path
        let missing = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<200).count { _ in
                        guard let file = try? UnfinishedFile(for: target) else { return true }
                        return !FileName.exists(file.path)
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(missing == 0)
    }

    @Test func `leftovers are removed before space is counted`() throws {
        let leftover = path(".churned.realm.realmctl-1-abc.tmp")
        try Data(count: 1 << 20).write(to: URL(fileURLWithPath: leftover))
        let error = #expect(throws: StorageError.self) { try FileRewrite.checkSpace(1 << 60, for: file.path) }
        #expect(error?.kind == .diskFull)
        #expect(!FileName.exists(leftover))
    }

    @Test func `a file that was exchanged meanwhile is not replaced`() throws {
        let target = try ReplacedFile(file.path)
        let unfinished = try UnfinishedFile(for: target.path)
        try FileManager.default.moveItem(atPath: file.path, toPath: path("moved"))
        _ = try Fixture.named("types_all").bytes().write(to: file)
        let error = #expect(throws: StorageError.self) { try unfinished.replace(target.status, keepingOldAt: nil) }
        #expect(error?.kind == .changedWhileReading)
        #expect(try Data(contentsOf: file) == Fixture.named("types_all").bytes())
    }
}
