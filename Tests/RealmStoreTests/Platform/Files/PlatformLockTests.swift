import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RealmStore

@Suite("Platform: locks") final class PlatformLockTests: Sendable {
    private let directory: TemporaryDirectory
    private let path: String
    private let first: FileDescriptor
    private let second: FileDescriptor
    private let released = Atomic(false)

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.url.appendingPathComponent("lock").path
        first = try FileDescriptor.open(path, .readWrite, create: 0o600)
        second = try FileDescriptor.open(path, .readWrite)
    }

    @Test func `an exclusive lock keeps others out until it is given back`() throws {
        #expect(try first.lock(.exclusive, blocking: false))
        #expect(try !second.lock(.shared, blocking: false))
        #expect(try !second.lock(.exclusive, blocking: false))
        try first.unlock()
        #expect(try second.lock(.exclusive, blocking: false))
    }

    @Test func `an exclusive lock can be lowered to a shared one`() throws {
        #expect(try first.lock(.exclusive, blocking: false))
        #expect(try first.lock(.shared, blocking: true))
        #expect(try second.lock(.shared, blocking: false))
    }

    @Test func `giving back what is not held is fine`() throws {
        #expect(throws: Never.self) { try first.unlock() }
    }

    @Test func `a duplicate shares the lock`() throws {
        #expect(try first.lock(.exclusive, blocking: false))
        let duplicate = try first.duplicate()
        #expect(try duplicate.lock(.exclusive, blocking: false))
        try duplicate.unlock()
        #expect(try second.lock(.exclusive, blocking: false))
    }

    @Test func `a blocking lock waits for the holder`() throws {
        #expect(try first.lock(.exclusive, blocking: false))
        Thread.detachNewThread { [self] in
            usleep(50_000)
            released.store(true, ordering: .releasing)
            try? first.unlock()
        }
        #expect(try second.lock(.exclusive, blocking: true))
        let waited = released.load(ordering: .acquiring)
        #expect(waited)
    }
}

@Suite("Platform: the list of locks") struct PlatformLockTableTests {
    /// Device 0xFD01 has major 0xFD, minor 1.
    private let list = """
        1: FLOCK  ADVISORY  READ 4712 fd:01:1234 0 EOF
        2: FLOCK  ADVISORY  READ 4711 fd:01:1234 0 EOF
        2: -> FLOCK  ADVISORY  WRITE 4713 fd:01:1234 0 EOF
        3: FLOCK  ADVISORY  READ 4711 fd:01:1234 0 EOF
        4: POSIX  ADVISORY  WRITE 4714 fd:01:1234 0 EOF
        5: FLOCK  ADVISORY  WRITE 4715 fd:01:12345 0 EOF
        6: FLOCK  ADVISORY  WRITE 4716 fd:02:1234 0 EOF
        7: FLOCK  ADVISORY  WRITE 0 fd:01:1234 0 EOF
        8: FLOCK  ADVISORY  WRITE 4717 103:80005:1234 0 EOF
        9: FLOCK
        """

    @Test func `holders are ascending and unique, without waiters and other files`() {
        #expect(LockTable.holders(device: 0xFD01, inode: 1234, in: list) == [4711, 4712])
    }

    @Test func `wide device numbers are taken apart as the kernel does`() {
        // Major 0x103, minor 0x80005: the minor number surrounds the major one.
        #expect(LockTable.holders(device: 0x8001_0305, inode: 1234, in: list) == [4717])
        #expect(LockTable.holders(device: 0x0001_0305, inode: 1234, in: list) == [])
    }

    @Test func `an unlisted file is not held`() {
        #expect(LockTable.holders(device: 0xFD01, inode: 1, in: list) == [])
        #expect(LockTable.holders(device: 0xFD01, inode: 1234, in: "") == [])
    }

    @Test func `our own lock is found while it is held`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.url.appendingPathComponent("lock").path
        let file = try FileDescriptor.open(path, .readWrite, create: 0o600)
        let status = try file.status()
        #expect(try file.lock(.shared, blocking: false))
        #expect(LockTable.holders(device: status.device, inode: status.inode) == [getpid()])
        try file.unlock()
        #expect(LockTable.holders(device: status.device, inode: status.inode) == [])
    }

    @Test func `a process has a name, a dead one has none`() throws {
        #expect(LockTable.commandName(pid: 1)?.isEmpty == false)
        #expect(LockTable.commandName(pid: getpid())?.contains("\n") == false)
        #expect(LockTable.commandName(pid: Int32.max) == nil)
    }
}
