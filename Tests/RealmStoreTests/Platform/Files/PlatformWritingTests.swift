import Foundation
import Synchronization
import Testing

@testable import RealmStore

@Suite("Platform: writing") struct PlatformWritingTests {
    private let directory = StorageDirectory()

    private func file(_ name: String = "file") throws -> FileDescriptor {
        try FileDescriptor.open("\(directory.path)/\(name)", .readWrite, create: 0o600)
    }

    @Test func `a byte is locked by one open file at a time`() throws {
        let (first, second) = try (Box(file()), Box(file()))
        #expect(try first.file.lockByte(5))
        #expect(try first.file.lockByte(5))
        #expect(try !second.file.lockByte(5))
        #expect(try second.file.lockByte(6))
        #expect(try second.file.isByteLockedElsewhere(5))
        #expect(try !first.file.isByteLockedElsewhere(5))
        try first.file.unlockByte(5)
        #expect(try second.file.lockByte(5))
    }

    @Test func `closing another descriptor of the file keeps a lock on a byte`() throws {
        let first = Box(try file())
        #expect(try first.file.lockByte(5))
        do { _ = try file() }
        #expect(try Box(file()).file.isByteLockedElsewhere(5))
    }

    @Test func `allocated space is zero and keeps what was there`() throws {
        let file = try file()
        try file.write([1, 2, 3], at: 0)
        try file.allocate(from: 0, to: 10_000)
        #expect(try file.status().byteCount == 10_000)
        #expect(try file.bytes(10_000, at: 0) == [1, 2, 3] + [UInt8](repeating: 0, count: 9997))
    }

    @Test func `memory of a file is shared by all who map it`() throws {
        let file = try file()
        try file.resize(to: 4096)
        let first = try SharedMemory(file, byteCount: 4096)
        let second = try SharedMemory(file, byteCount: 4096)
        first[8] = 1 << 40
        first[short: 20] = 77
        #expect(second[8] == 1 << 40)
        #expect(second[short: 20] == 77)
    }

    @Test func `a file that is too short is not mapped`() throws {
        let file = try file()
        #expect(throws: SystemError.self) { _ = try SharedMemory(file, byteCount: 4096) }
    }

    @Test func `a lock that is taken is not given until it is given back`() {
        let lock = FairLock()
        #expect(lock.acquire(until: nil))
        #expect(!lock.acquire(until: .now))
        #expect(!lock.acquire(until: .now + .milliseconds(20)))
        lock.release()
        #expect(lock.acquire(until: .now))
    }

    @Test func `threads get a lock in the order in which they asked`() async {
        let lock = FairLock()
        let order = OrderLog()
        #expect(lock.acquire(until: nil))
        for number in 0..<5 {
            Thread.detachNewThread {
                // Without end: on a busy machine this test may not be continued for long.
                _ = lock.acquire(until: nil)
                order.append(number)
                lock.release()
            }
            // The query takes far less than that.
            try? await Task.sleep(for: .milliseconds(250))
        }
        lock.release()
        while order.numbers.count < 5 { try? await Task.sleep(for: .milliseconds(5)) }
        #expect(order.numbers == [0, 1, 2, 3, 4])
    }

    @Test func `a watch wakes up when the file is written to`() throws {
        let file = try file()
        let watch = try FileWatch("\(directory.path)/file")
        #expect(watch.wait(until: .now) == .timedOut)
        try file.write([1], at: 0)
        #expect(watch.wait(until: .now + .seconds(30)) == .written)
        #expect(watch.wait(until: .now + .milliseconds(5)) == .timedOut)
        watch.cancel()
        #expect(watch.wait(until: nil) == .cancelled)
        #expect(watch.wait(until: nil) == .cancelled)
    }

    @Test func `a watch without a file looks again and again`() throws {
        let watch = try FileWatch("\(directory.path)/none")
        #expect(watch.wait(until: .now + .seconds(30)) == .written)
    }

    @Test func `a page whose write was lost is read as it was before`() throws {
        let model = StorageModel.numbered(1)
        try StorageModel.commit(model, to: directory.open(StorageDirectory.key))
        let before = try directory.bytes()
        try StorageModel.commit(.numbered(2), to: directory.open(StorageDirectory.key))
        var after = try directory.bytes()
        // All entries are new, and no page is.
        after.replaceSubrange(4096..<before.count, with: before[4096...])
        try directory.write(after)
        for number in 3..<6 {
            let database = try directory.open(StorageDirectory.key, creates: false)
            if number == 3 { #expect(try StorageModel.read(database.newest()) == model) }
            try checkTiling(try StorageModel.commit(.numbered(number), to: database))
        }
        #expect(try StorageModel.read(directory.open(StorageDirectory.key).newest()) == .numbered(5))
    }
}

/// A descriptor where a copyable value is needed.
private final class Box: Sendable {
    let file: FileDescriptor

    init(_ file: consuming FileDescriptor) { self.file = file }
}

/// Numbers in the order in which threads added them.
private final class OrderLog: Sendable {
    private let list = Mutex<[Int]>([])

    var numbers: [Int] { list.withLock { $0 } }

    func append(_ number: Int) { list.withLock { $0.append(number) } }
}
