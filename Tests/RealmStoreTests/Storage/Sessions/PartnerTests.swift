import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// A session with another engine, which shares no code with this library: see `SessionPartner`.
@Suite("Writing: sessions with another engine") struct PartnerTests {
    private let directory = StorageDirectory()
    private let patience = Duration.seconds(10)

    /// A database whose file has a version, number 2, of `StorageModel.numbered(1)`: nobody joins before there is one.
    private func committed() throws -> Database {
        let database = try directory.open()
        try StorageModel.commit(.numbered(1), to: database)
        return database
    }

    private func joining() throws -> SessionPartner { try SessionPartner(joining: directory.file) }

    /// The version that the header of the file names.
    private func headerVersion(_ database: Database) throws -> UInt64? {
        try database.contents.newestVersion().top?.version
    }

    /// Checks that the newest version has this number and content, for this database and for who opens the file now: to
    /// read, only if the header names it.
    private func expectNewest(
        _ version: UInt64, _ model: StorageModel, _ database: Database, isNamed: Bool = true
    ) throws {
        let file = try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: patience))
        for snapshot in [try database.newest(), try directory.open().newest()] + (isNamed ? [Snapshot(file)] : []) {
            #expect(snapshot.version == version)
            #expect(try StorageModel.read(snapshot) == model)
            try checkTiling(snapshot)
        }
    }

    /// Whether the condition comes to hold before the tests' patience ends.
    private func comes(_ condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            if condition() { return true }
            Pause.milliseconds(1)
        }
        return condition()
    }

    // MARK: Beginning and joining

    @Test func `a session that another engine began is joined`() throws {
        _ = try committed()
        let partner = try SessionPartner(beginning: directory.file)
        try partner.send("commit")
        var database: Database? = try directory.open()
        var snapshot: Snapshot? = try database?.newest()
        #expect(snapshot?.version == 3)
        #expect(try StorageModel.read(try #require(snapshot)) == .numbered(1))
        let during = try partner.state()
        #expect(during.participants == 2)
        #expect(during.versions[3] == .init(frozen: 1))
        (snapshot, database) = (nil, nil)
        #expect(snapshot == nil && database == nil)
        let after = try partner.state()
        #expect(after.participants == 1)
        #expect(after.versions[3] == .init())
    }

    @Test func `a session of ours is joined by another engine`() throws {
        let database = try committed()
        let partner = try joining()
        let state = try partner.state()
        #expect(state.participants == 2 && state.format == 24)
        #expect(state.newest == 2 && state.latest == 2 && state.header == 2)
        #expect(database.participant.hasOtherEngines)
        try partner.send("leave")
        #expect(database.participant.memory.participantCount == 1)
        #expect(!database.participant.hasOtherEngines)
    }

    @Test func `a file is read in the session that another engine began`() throws {
        _ = try committed()
        let partner = try SessionPartner(beginning: directory.file)
        let file = try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: patience))
        #expect(try partner.state().versions[2] == .init(frozen: 1))
        for _ in 0..<50 { try partner.send("commit") }
        #expect(try StorageModel.read(Snapshot(file)) == .numbered(1))
    }

    @Test func `what is read from the file is no newer than its header, which may lag behind`() throws {
        _ = try committed()
        let partner = try SessionPartner(beginning: directory.file)
        for command in ["commit", "commit-without-header", "commit-without-header"] { try partner.send(command) }
        #expect(try partner.state().header == 3)
        #expect(try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: patience)).top?.version == 3)
        try partner.send("commit")
        #expect(try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: patience)).top?.version == 6)
    }

    @Test func `what leaves the file waits for the header`() throws {
        let database = try committed()
        let partner = try joining()
        try partner.send("commit-without-header")
        let snapshot = try database.newest()
        #expect(snapshot.version == 3)
        let isDurable = Mutex(false)
        let wasDurable = Mutex<Bool?>(nil)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let hasWaited = (try? snapshot.waitUntilDurable()) != nil
            wasDurable.withLock { $0 = hasWaited && isDurable.withLock { $0 } }
            ended.signal()
        }
        Pause.milliseconds(50)
        isDurable.withLock { $0 = true }
        try partner.send("commit")
        ended.wait()
        #expect(wasDurable.withLock { $0 } == true)
    }

    @Test func `another engine joins once the file is in the form that it expects`() throws {
        let database = try directory.open()
        #expect(throws: (any Error).self) { try joining() }
        try StorageModel.commit(.numbered(1), to: database)
        let state = try joining().state()
        #expect(state.participants == 2 && state.format == 24)
        withExtendedLifetime(database) {}
    }

    @Test func `a session that cannot be joined is left as it is`() throws {
        _ = try committed()
        let partner = try SessionPartner(beginning: directory.file)
        let lock = try FileDescriptor.open(directory.file + ".lock", .readWrite)
        // An app that never writes to the disk.
        try lock.write([1], at: LockLayout.durability)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        let file = try RealmFile.open(directory.file, key: nil, sharing: .locked(timeout: .zero))
        guard case .privateCopy = file.protection else {
            Issue.record("joined as \(file.protection)")
            return
        }
        #expect(try StorageModel.read(Snapshot(file)) == .numbered(1))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == names)
        #expect(try partner.state().participants == 1)
    }

    @Test func `a file that another engine has open is not replaced`() throws {
        _ = try committed()
        let partner = try SessionPartner(beginning: directory.file)
        #expect {
            _ = try SessionLock.acquireExclusive(forFileAt: directory.file, mode: 0o644, timeout: .zero)
        } throws: { ($0 as? StorageError)?.kind == .inUse([partner.identifier]) }
        try partner.send("leave")
        _ = try SessionLock.acquireExclusive(forFileAt: directory.file, mode: 0o644, timeout: patience)
    }

    // MARK: Commits of both

    @Test func `a commit of another engine is what is read next`() throws {
        let database = try committed()
        let partner = try joining()
        #expect(try partner.send("commit") == "3")
        try expectNewest(3, .numbered(1), database)
    }

    @Test func `a commit is what another engine sees as the newest and the latest`() throws {
        let database = try committed()
        let partner = try joining()
        try StorageModel.commit(.numbered(2), to: database)
        let state = try partner.state()
        #expect(state.newest == 3 && state.latest == 3 && state.header == 3)
        #expect(!state.isRegistering)
    }

    @Test func `two engines write in turn`() throws {
        let database = try committed()
        let partner = try joining()
        for round in 0..<50 {
            let snapshot = try StorageModel.commit(.numbered(round), to: database)
            #expect(try partner.send("commit") == "\(snapshot.version + 1)")
            try expectNewest(snapshot.version + 1, .numbered(round), database)
        }
    }

    @Test func `a process that waits learns of the commit of another engine`() async throws {
        let database = try committed()
        let partner = try joining()
        let watch = try ChangeWatch(database)
        async let snapshot = Task.detached { try watch.wait(since: 2, timeout: .seconds(20)) }.value
        try partner.send("commit")
        #expect(try await snapshot?.version == 3)
    }

    @Test func `another engine that watches the pipe is told of a commit`() throws {
        let database = try committed()
        let partner = try joining()
        try partner.send("watch")
        try StorageModel.commit(.numbered(2), to: database)
        #expect(try partner.send("told") == "told")
    }

    @Test(.enabled(if: SharedCondition.isLayoutKnown, "This C library's conditions are not broadcast."))
    func `another engine that waits on the condition is woken by a commit`() throws {
        let database = try committed()
        let partner = try joining()
        try partner.start("wait")
        // The waiters of a condition are counted in its word at 36, from bit 3 on.
        let memory = database.participant.memory
        #expect(comes { memory[short: memory.layout.newCommit + 36] >> 3 > 0 })
        try StorageModel.commit(.numbered(2), to: database)
        #expect(try partner.answer() == "3")
    }

    @Test func `a writer that another engine keeps waiting is told its process`() throws {
        let database = try committed()
        let partner = try joining()
        try partner.send("write-lock")
        #expect {
            _ = try database.beginWrite(timeout: .milliseconds(30))
        } throws: { error in
            guard let error = error as? StorageError else { return false }
            return error.kind == .inUse([partner.identifier]) && error.message.contains("(session-partner)")
        }
        try partner.send("write-unlock")
        try database.beginWrite(timeout: patience).rollback()
    }

    // MARK: Versions in use

    @Test(arguments: ["live", "frozen"])
    func `a version that another engine keeps stays as it is`(_ kind: String) throws {
        let database = try committed()
        let partner = try joining()
        #expect(try partner.send("pin \(kind)") == "2")
        let digest = try partner.send("digest")
        for number in 0..<200 { try StorageModel.commit(.numbered(number), to: database) }
        let state = try partner.state()
        #expect(state.newest == 202)
        #expect(state.versions[2] == (kind == "live" ? .init(live: 1) : .init(frozen: 1)))
        #expect(try partner.send("digest") == digest)
        try checkTiling(database.newest())
    }

    @Test(arguments: ["live", "frozen"])
    func `changes are kept since a version that another engine follows`(_ kind: String) throws {
        let database = try committed()
        let partner = try joining()
        try partner.send("pin \(kind)")
        for number in 0..<20 { try StorageModel.commit(.numbered(number), to: database) }
        let snapshot = try database.newest()
        let changes = try History(snapshot.top).changesets(after: 2, in: snapshot.space)
        #expect(changes?.count == (kind == "live" ? 20 : nil))
    }

    @Test func `another engine keeps the changes since a version that is followed`() throws {
        let database = try committed()
        let partner = try joining()
        let followed = try database.newest()
        database.setFollowed(followed.version, true)
        for _ in 0..<5 { try partner.send("commit") }
        #expect(try partner.state().versions[2]?.live == 1)
        let snapshot = try database.newest()
        #expect(try History(snapshot.top).changesets(after: 2, in: snapshot.space)?.count == 5)
        database.setFollowed(followed.version, false)
        #expect(try partner.state().versions[2]?.live == 0)
    }

    @Test func `the space of a version that another engine no longer keeps is used`() throws {
        let database = try committed()
        let partner = try joining()
        try partner.send("pin frozen")
        for number in 0..<10 { try StorageModel.commit(.numbered(number), to: database) }
        try partner.send("unpin")
        for number in 0..<200 { try StorageModel.commit(.numbered(number), to: database) }
        #expect(try partner.state().versions[2] == nil)
        #expect(try directory.bytes().count <= 16_384)
    }

    @Test func `both engines make the list of versions longer`() throws {
        let database = try committed()
        let partner = try joining()
        try partner.send("pin frozen")
        let digest = try partner.send("digest")
        var snapshots: [Snapshot] = []
        for number in 0..<40 {
            snapshots.append(try StorageModel.commit(.numbered(number), to: database))
            // Once it makes two: so the list is full first at a commit of the other engine, then at one of ours.
            for _ in 0..<(number == 20 ? 2 : 1) {
                try partner.send("commit")
                try partner.send("pin frozen")
            }
        }
        #expect(try partner.state().versions.count == 82)
        #expect(try partner.send("digest") == digest)
        for (number, snapshot) in snapshots.enumerated() {
            #expect(try StorageModel.read(snapshot) == .numbered(number))
        }
    }

    @Test func `the file is not cut while another engine has it mapped`() throws {
        let database = try committed()
        let large = StorageModel(leaves: (0..<20).map { [Int64](repeating: $0 << 40, count: 20_000) })
        try StorageModel.commit(large, to: database)
        let partner = try joining()
        let byteCount = try directory.bytes().count
        for number in 0..<200 { try StorageModel.commit(.numbered(number), to: database) }
        #expect(try directory.bytes().count >= byteCount)
        try partner.send("leave")
    }

    // MARK: Obstacles

    private func obstacles(_ database: Database) -> [SessionObstacle] {
        guard let view = database.participant.view else { return [] }
        let moment = view.moment()
        Pause.milliseconds(30)
        return view.obstacles(since: moment)
    }

    @Test func `a process that is stopped while others wait for it is named`() throws {
        let database = try committed()
        let partner = try joining()
        try partner.send("write-lock")
        #expect(obstacles(database).isEmpty)
        kill(partner.identifier, SIGSTOP)
        defer { kill(partner.identifier, SIGCONT) }
        #expect(comes { obstacles(database) == [.stopped(process: partner.identifier)] })
        #expect {
            _ = try database.beginWrite(timeout: .milliseconds(30))
        } throws: { ($0 as? StorageError)?.message.hasSuffix("which is stopped: continue or end it") ?? false }
    }

    @Test func `processes of another engine that were killed are counted`() throws {
        let database = try committed()
        let partners = [try joining(), try joining(), try joining()]
        #expect(obstacles(database).isEmpty)
        for partner in partners.dropLast() { try partner.die() }
        #expect(obstacles(database) == [.killed(count: 2)])
        try partners[2].send("leave")
    }

    @Test(.enabled(if: SharedCondition.isLayoutKnown, "This C library's conditions are not looked at."))
    func `a process of another engine that waits for a killed one is named`() throws {
        let database = try committed()
        let (killed, waiting, writing) = (try joining(), try joining(), try joining())
        let memory = database.participant.memory
        func waiterCount() -> UInt32 { memory[short: memory.layout.newCommit + 36] >> 3 }
        try killed.start("wait")
        #expect(comes { waiterCount() == 1 })
        kill(killed.identifier, SIGKILL)
        // This broadcast wakes the dead one, the next one for which somebody waits lasts until that has gone.
        try writing.send("commit")
        try waiting.start("wait")
        #expect(comes { waiterCount() == 2 })
        try writing.start("commit")
        #expect(
            comes { obstacles(database) == [.hanging(process: writing.identifier), .killed(count: 1)] },
            "\(obstacles(database))")
        #expect {
            _ = try database.beginWrite(timeout: .milliseconds(30))
        } throws: { ($0 as? StorageError)?.message.hasSuffix("waits for a process that was killed: end it") ?? false }
        kill(writing.identifier, SIGKILL)
        try StorageModel.commit(.numbered(5), to: database)
    }

    // MARK: Deaths

    @Test(arguments: [["write-lock"], ["control-lock"], ["list-lock"], ["pin live", "pin frozen"]])
    func `writing goes on after another engine died`(_ commands: [String]) throws {
        let database = try committed()
        let partner = try joining()
        for command in commands { try partner.send(command) }
        try partner.die()
        try StorageModel.commit(.numbered(5), to: database)
        try expectNewest(3, .numbered(5), database)
    }

    @Test(arguments: ["control-lock", "list-lock"])
    func `a mutex whose owner died is mended before anybody asks for it`(_ command: String) throws {
        let database = try committed()
        let partner = try joining()
        try partner.send(command)
        let memory = database.participant.memory
        let mutex = command == "list-lock" ? memory.versions : memory.control
        #expect(mutex.owner == partner.identifier)
        try partner.die()
        #expect(comes { mutex.owner == 0 && !mutex.hasDeadOwner })
        withExtendedLifetime(database) {}
    }

    @Test func `what a dead process of ours kept is given up, and what another engine keeps is not`() throws {
        let database = try committed()
        let partner = try joining()
        try partner.send("pin frozen")
        try StorageModel.commit(.numbered(2), to: database)
        let dead = try directory.open()
        let snapshot = try dead.newest()
        #expect(try partner.state().participants == 3)
        // The lock on its slot ends with a process, and nothing else.
        try #require(dead.participant.ownSlot).leave()
        for number in 0..<5 { try StorageModel.commit(.numbered(number), to: database) }
        let state = try partner.state()
        #expect(state.participants == 2)
        #expect(state.versions[snapshot.version] == nil)
        #expect(state.versions[2] == .init(frozen: 1))
        withExtendedLifetime((database, dead)) {}
    }

    @Test func `what a dead process of ours kept stays as long as the header names it`() throws {
        let database = try committed()
        let partner = try joining()
        let dead = try directory.open()
        let snapshot = try dead.newest()
        #expect(snapshot.version == 2)
        try partner.send("commit-without-header")
        try #require(dead.participant.ownSlot).leave()
        try database.beginWrite(timeout: patience).rollback()
        #expect(try headerVersion(database) == 2)
        #expect(try partner.state().versions[2] == .init(live: 1, frozen: 1))
        for number in 0..<5 { try StorageModel.commit(.numbered(number), to: database) }
        let state = try partner.state()
        #expect(state.participants == 2)
        #expect(state.versions[2] == .init(live: 1))
        withExtendedLifetime((database, dead, snapshot)) {}
    }

    @Test func `what a dead engine kept stays for the session`() throws {
        var database: Database? = try committed()
        let partner = try joining()
        try partner.send("pin live")
        try partner.die()
        for number in 0..<20 { try StorageModel.commit(.numbered(number), to: try #require(database)) }
        let later = try SessionPartner(joining: directory.file)
        let state = try later.state()
        #expect(state.participants == 3)
        #expect(state.versions[2] == .init(live: 1))
        try later.send("leave")
        database = nil
        #expect(database == nil)
        let next = try SessionPartner(beginning: directory.file)
        #expect(try next.state().participants == 1)
        #expect(try next.state().versions == [22: .init()])
    }

    @Test func `a version that a dead engine was registering is adopted`() throws {
        let database = try committed()
        try joining().die("critical-and-die")
        try database.beginWrite(timeout: patience).rollback()
        try expectNewest(3, .numbered(1), database)
        let partner = try joining()
        let state = try partner.state()
        #expect(state.newest == 3 && state.latest == 3 && !state.isRegistering)
        // Other engines write again.
        #expect(try partner.send("commit") == "4")
        try StorageModel.commit(.numbered(7), to: database)
        try expectNewest(5, .numbered(7), database)
    }

    @Test(arguments: [false, true])
    func `a version that the header does not name yet is read and followed`(_ dies: Bool) throws {
        let database = try committed()
        let partner = try joining()
        #expect(try partner.send("commit-without-header") == "3")
        if dies { try partner.die() }
        try expectNewest(3, .numbered(1), database, isNamed: false)
        #expect(try headerVersion(database) == 2)
        try StorageModel.commit(.numbered(7), to: database)
        try expectNewest(4, .numbered(7), database)
        #expect(try headerVersion(database) == 4)
    }
}
