import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// A writer on another engine that died after it had named its version in the header, and before it told anybody. The
/// next writer there knows nothing of it, and uses the space of that version again.
@Suite("Writing: a dead writer on another engine") struct DeadWriterTests {
    private let directory = StorageDirectory()
    private let patience = Duration.seconds(10)

    init() throws { try StorageModel.commit(.numbered(1), to: directory.open()) }

    /// The top array that the header of the file names.
    private func namedTop() throws -> Int {
        let header = try Data(contentsOf: URL(fileURLWithPath: directory.file)).prefix(RawFileHeader.byteCount)
        return try #require(header.withUnsafeBytes { RawFileHeader($0.baseAddress!).namedTop }).offset
    }

    private func overwrite(_ offset: Int) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: directory.file))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(repeating: 0, count: 64))
        try file.close()
    }

    /// Checks that the header comes to name the version of the session again, and that all go on from there.
    private func expectMended(_ database: Database, _ partner: SessionPartner, naming top: Int) throws {
        let end = ContinuousClock.now + patience
        while try namedTop() != top, ContinuousClock.now < end { Pause.milliseconds(1) }
        #expect(try namedTop() == top)
        #expect(try StorageModel.read(database.newest()) == .numbered(1))
        #expect(try partner.send("commit") == "3")
        try StorageModel.commit(.numbered(7), to: database)
        let snapshot = try directory.open().newest()
        #expect(snapshot.version == 4)
        #expect(try StorageModel.read(snapshot) == .numbered(7))
        try checkTiling(snapshot)
        #expect(try partner.state().header == 4)
    }

    @Test func `its version is taken back at once by who has the file open`() throws {
        let database = try directory.open()
        let top = try namedTop()
        let partner = try SessionPartner(joining: directory.file)
        try SessionPartner(joining: directory.file).die("flip-and-die")
        try expectMended(database, partner, naming: top)
    }

    @Test func `its version is taken back by who opens the file later`() throws {
        let top = try namedTop()
        let partner = try SessionPartner(beginning: directory.file)
        try SessionPartner(joining: directory.file).die("flip-and-die")
        #expect(try namedTop() != top)
        try expectMended(directory.open(), partner, naming: top)
    }

    @Test func `its version is taken back after another writer used its space`() throws {
        let top = try namedTop()
        let partner = try SessionPartner(beginning: directory.file)
        try SessionPartner(joining: directory.file).die("flip-and-die")
        try overwrite(namedTop())
        try expectMended(directory.open(), partner, naming: top)
    }

    @Test func `its version is taken back after another writer died with its own in the other slot`() throws {
        let top = try namedTop()
        let partner = try SessionPartner(beginning: directory.file)
        try SessionPartner(joining: directory.file).die("flip-and-die")
        try SessionPartner(joining: directory.file).die("offer-and-die")
        try overwrite(namedTop())
        try expectMended(directory.open(), partner, naming: top)
    }

    @Test func `the file is read at the version of the session`() throws {
        let partner = try SessionPartner(beginning: directory.file)
        try SessionPartner(joining: directory.file).die("flip-and-die")
        try overwrite(namedTop())
        let file = try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: patience))
        #expect(try StorageModel.read(Snapshot(file)) == .numbered(1))
        try partner.send("leave")
    }
}
