import Foundation
import TestSupport
import Testing

@testable import RealmStore

@Suite("Files and locks of the system") struct FileDescriptorTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> String { directory.url.appendingPathComponent(name).path }

    @Test func `bytes written are read back, and fewer at the end`() throws {
        let file = try FileDescriptor.open(path("a"), .readWrite, create: 0o600)
        try file.write([1, 2, 3, 4, 5], at: 3)
        #expect(try file.bytes(100, at: 0) == [0, 0, 0, 1, 2, 3, 4, 5])
        #expect(try file.bytes(2, at: 6) == [4, 5])
        #expect(try file.bytes(2, at: 50) == [])
    }

    @Test func `a missing file names the call and the cause`() {
        let path = path("none")
        let error = #expect(throws: SystemError.self) { _ = try FileDescriptor.open(path, .readOnly) }
        #expect(error?.meaning == .notFound)
        #expect(error?.description.hasPrefix("open failed") == true)
    }

    @Test func `shared locks go together, an exclusive one excludes`() throws {
        let first = try FileDescriptor.open(path("lock"), .readWrite, create: 0o600)
        let second = try FileDescriptor.open(path("lock"), .readWrite)
        #expect(try first.lock(.shared, blocking: false))
        #expect(try second.lock(.shared, blocking: false))
        #expect(try !second.lock(.exclusive, blocking: false))
    }

    @Test func `the list of locks names the holder`() throws {
        let file = try FileDescriptor.open(path("lock"), .readWrite, create: 0o600)
        let status = try file.status()
        #expect(LockTable.holders(device: status.device, inode: status.inode) == [])
        #expect(try file.lock(.exclusive, blocking: false))
        #expect(LockTable.holders(device: status.device, inode: status.inode) == [ProcessIdentity.current])
        #expect(LockTable.commandName(pid: ProcessIdentity.current)?.isEmpty == false)
    }

    @Test func `a scratch file has no name`() throws {
        let file = try FileDescriptor.scratch(in: directory.url.path)
        try file.write([7], at: 0)
        #expect(try file.bytes(1, at: 0) == [7])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
    }

    @Test func `a file is copied whole`() throws {
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let source = try FileDescriptor.open(path("source"), .readWrite, create: 0o600)
        try source.write(content, at: 0)
        let target = try FileDescriptor.scratch(in: directory.url.path)
        try source.copyContents(to: target)
        #expect(try target.bytes(content.count + 1, at: 0) == content)
    }

    @Test func `address space is reserved by the terabyte, again and again`() throws {
        let ranges = try (0..<8).map { _ in try AddressRange(atLeast: 1 << 40) }
        #expect(Set(ranges.map { $0.base }).count == 8)
    }

    @Test func `a file is mapped at the start of its range`() throws {
        let file = try FileDescriptor.open(path("map"), .readWrite, create: 0o600)
        try file.write(Array(repeating: 42, count: 10_000), at: 0)
        let range = try AddressRange(atLeast: 10_000)
        try range.mapFile(file, byteCount: 10_000)
        #expect(UnsafeRawBufferPointer(start: range.base, count: 10_000).allSatisfy { $0 == 42 })
    }

    @Test func `digests are those of SHA-256`() {
        let digest = SHA256.digest(Array("ab".utf8), Array("c".utf8))
        #expect(digest.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
    }

    @Test func `random bytes do not repeat`() throws {
        let first = try #require(SecureRandom.bytes(64))
        #expect(first.count == 64)
        #expect(SecureRandom.bytes(64) != first)
    }
}
