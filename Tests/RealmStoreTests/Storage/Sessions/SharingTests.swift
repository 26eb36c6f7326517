import Foundation
import Glibc
import Testing

@testable import RealmStore
@testable import TestSupport

/// Sharing of a file with other sessions. Another descriptor of this process stands for another process: `flock`
/// excludes both alike.
@Suite("Sharing") struct SharingTests {
    private let directory: TemporaryDirectory
    private let file: URL
    private var lockPath: String { file.path + ".lock" }

    init() throws {
        directory = try TemporaryDirectory()
        file = try Fixture.named("versioned_1").copy(into: directory)
    }

    private func open(_ file: URL? = nil) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: file ?? self.file)
        configuration.scratchDirectory = directory.url
        return try Realm(configuration: configuration)
    }

    /// A lock file as another engine leaves it: ready, with that layout.
    private func occupy(layout: UInt16, kind: FileDescriptor.LockKind) throws -> FileDescriptor {
        let lock = try FileDescriptor.open(lockPath, .readWrite, create: 0o644)
        var bytes = [UInt8](repeating: 0, count: 1728)
        (bytes[0], bytes[1], bytes[2]) = (1, 40, 48)
        (bytes[6], bytes[7]) = (UInt8(layout & 0xFF), UInt8(layout >> 8))
        try lock.write(bytes, at: 0)
        #expect(try lock.lock(kind, blocking: false))
        return lock
    }

    @Test func `sessions of ours read side by side`() throws {
        let first = try open()
        let second = try open()
        #expect(first.schemaVersion == second.schemaVersion)
        #expect(first != second)
    }

    @Test func `a session has the lock file of Realm Core`() throws {
        let realm = try open()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: lockPath))
        #expect(bytes[0] == 1)
        #expect(UInt16(bytes[6]) | (UInt16(bytes[7]) << 8) == LockLayout.number)
        #expect(SessionLock.holders(file.path) == [ProcessIdentity.current])
        withExtendedLifetime(realm) {}
    }

    @Test(arguments: [0, 24, 1727, 1728, 3008])
    func `a session begins with the same lock file, whatever a dead one left there`(byteCount: Int) throws {
        func begun(_ name: String, _ old: [UInt8]) throws -> [UInt8] {
            let lock = try FileDescriptor.open(directory.url.path + "/" + name, .readWrite, create: 0o644)
            try lock.write(old, at: 0)
            try SessionMemory.initialize(lock)
            return try lock.bytes(1 << 16, at: 0)
        }
        let new = try begun("new", [])
        #expect(new.count == 1728 && new[0] == 1)
        #expect(try begun("old", [UInt8](repeating: 0xA5, count: byteCount)) == new)
    }

    @Test func `the lock goes with the session`() throws {
        var realm: Realm? = try open()
        #expect(SessionLock.holders(file.path) == [ProcessIdentity.current])
        realm = nil
        #expect(realm == nil)
        #expect(SessionLock.holders(file.path).isEmpty)
    }

    @Test func `a lock file left by a dead session is made anew`() throws {
        var stale = Data(count: 1728)
        (stale[0], stale[6], stale[12]) = (1, 14, 1)
        try stale.write(to: URL(fileURLWithPath: lockPath))
        let realm = try open()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: lockPath))
        #expect(bytes[1] == 40 && bytes[12] == 1 && bytes.count == 1728)
        withExtendedLifetime(realm) {}
    }

    @Test func `a file under an exclusive lock of ours is in use`() throws {
        let lock = try occupy(layout: LockLayout.number, kind: .exclusive)
        var configuration = Realm.Configuration(fileURL: file)
        configuration.lockTimeout = .zero
        let begin = ContinuousClock.now
        let error = #expect(throws: RLMError.self) { try Realm(configuration: configuration) }
        #expect(ContinuousClock.now - begin < SessionLock.usualTimeout)
        #expect(error?.code == .fileInUse)
        #expect(error?.processIdentifiers == [ProcessIdentity.current])
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock that this process no longer has, but a child that was just begun, is waited for`() throws {
        let descriptor = Glibc.open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        #expect(flock(descriptor, LOCK_SH) == 0)
        Thread.detachNewThread {
            usleep(30_000)
            close(descriptor)
        }
        #expect(try Realm.deleteFiles(for: .init(fileURL: file)))
    }

    @Test func `a missing file under an exclusive lock is not waited for either`() throws {
        let lock = try occupy(layout: LockLayout.number, kind: .exclusive)
        try FileManager.default.removeItem(at: file)
        var configuration = Realm.Configuration(fileURL: file)
        configuration.lockTimeout = .zero
        let begin = ContinuousClock.now
        let error = #expect(throws: RLMError.self) { try Realm(configuration: configuration) }
        #expect(error?.code == .fileInUse)
        #expect(ContinuousClock.now - begin < SessionLock.usualTimeout)
        withExtendedLifetime(lock) {}
    }

    @Test func `a file that another engine holds is read through a copy, without a trace`() throws {
        let lock = try occupy(layout: 13, kind: .shared)
        let before = try Data(contentsOf: URL(fileURLWithPath: lockPath))
        let realm = try open()
        #expect(realm.dynamicObjects("Item").count == 3)
        // The copy is read: writes to the original do not reach it.
        try Fixture.named("versioned_7").bytes().write(to: file)
        #expect(realm.schemaVersion == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: lockPath)) == before)
        try realm.checkUnchanged()
        withExtendedLifetime(lock) {}
    }

    @Test func `an encrypted file that another engine holds is read through an encrypted copy`() throws {
        let secret = try Fixture.named("types_all.enc").copy(into: directory)
        let lock = try FileDescriptor.open(secret.path + ".lock", .readWrite, create: 0o644)
        try lock.write([1, 40, 48, 0, 24, 2, 13, 0], at: 0)
        #expect(try lock.lock(.shared, blocking: false))
        var configuration = Realm.Configuration(fileURL: secret, encryptionKey: Fixture.key)
        configuration.scratchDirectory = directory.url
        let realm = try Realm(configuration: configuration)
        #expect(realm.dynamicObjects("AllBool").count == 6)
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock file that is just being made is waited for`() throws {
        let lock = try FileDescriptor.open(lockPath, .readWrite, create: 0o644)
        #expect(try lock.lock(.exclusive, blocking: false))
        let path = file.path
        let error = #expect(throws: StorageError.self) {
            _ = try SessionLock.acquire(forFileAt: path, mode: 0o644, timeout: .zero)
        }
        #expect(error?.kind == .inUse([ProcessIdentity.current]))
        withExtendedLifetime(lock) {}
    }

    @Test func `reading without locks leaves no lock file`() throws {
        var configuration = Realm.Configuration(fileURL: file)
        configuration.lockMode = .immutable
        _ = try Realm(configuration: configuration)
        #expect(!FileManager.default.fileExists(atPath: lockPath))
    }

    @Test func `where no lock file can be made the file is read without one`() throws {
        // A directory in its place cannot be opened for writing.
        try FileManager.default.createDirectory(atPath: lockPath, withIntermediateDirectories: false)
        let realm = try open()
        #expect(realm.schemaVersion == 1)
        try realm.checkUnchanged()
    }

    @Test(arguments: [true, false]) func `opening waits for who has the lock alone`(_ hasHeader: Bool) throws {
        let lock = try FileDescriptor.open(lockPath, .readWrite, create: 0o644)
        if hasHeader { try lock.write([1, 40, 48, 0, 0, 0, 14, 0] + Array(repeating: 0, count: 1720), at: 0) }
        #expect(try lock.lock(.exclusive, blocking: false))
        let held = Unchecked(content: Held(lock))
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 1)
            held.content.release()
        }
        #expect(try open().schemaVersion == 1)
    }

    @Test func `a file that is removed while opening waits is made`() throws {
        let lock = try FileDescriptor.open(lockPath, .readWrite, create: 0o644)
        #expect(try lock.lock(.exclusive, blocking: false))
        let file = file
        let held = Unchecked(content: Held(lock))
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 1)
            try? FileManager.default.removeItem(at: file)
            held.content.release()
        }
        let types: [ObjectBase.Type] = [ModelDog.self, ModelPerson.self, ModelAddress.self]
        let realm = try Realm(configuration: .init(fileURL: file, schemaVersion: 9, objectTypes: types))
        #expect(realm.isEmpty && realm.schemaVersion == 9)
    }

    @Test func `where no lock can be taken, but another process has one, a private copy is read`() throws {
        try FileManager.default.createDirectory(atPath: lockPath, withIntermediateDirectories: false)
        let lock = try FileDescriptor.open(lockPath, .readOnly)
        #expect(try lock.lock(.shared, blocking: false))
        let realm = try open()
        try Fixture.named("versioned_7").bytes().write(to: file)
        #expect(realm.schemaVersion == 1)
        try realm.checkUnchanged()
        withExtendedLifetime(lock) {}
    }

    @Test func `changes of a file that another engine holds cannot be waited for`() throws {
        let lock = try occupy(layout: 13, kind: .shared)
        let error = try #require(#expect(throws: RLMError.self) { try open().waitForChange(timeout: .zero) })
        #expect(error.code == .incompatibleLockFile)
        #expect(error.processIdentifiers == [ProcessIdentity.current])
        withExtendedLifetime(lock) {}
    }
}

/// A lock that another thread releases.
private final class Held {
    private var file: FileDescriptor?

    init(_ file: consuming FileDescriptor) { self.file = consume file }

    func release() { file = nil }
}
