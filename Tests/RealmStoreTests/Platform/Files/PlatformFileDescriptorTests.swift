import Foundation
import TestSupport
import Testing

@testable import RealmStore

@Suite("Platform: descriptors") struct PlatformFileDescriptorTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> String { directory.url.appendingPathComponent(name).path }

    private func make(_ name: String, _ bytes: [UInt8] = []) throws -> FileDescriptor {
        let file = try FileDescriptor.open(path(name), .readWrite, create: 0o600)
        try file.write(bytes, at: 0)
        return file
    }

    /// The errno of the system call that fails in `body`; 0 if none does.
    private func number(_ body: () throws -> Void) -> Int32 {
        do { try body() } catch let error as SystemError { return error.number } catch { return -1 }
        return 0
    }

    @Suite("Platform: opening") struct Opening {
        private let test: PlatformFileDescriptorTests

        init() throws { test = try PlatformFileDescriptorTests() }

        @Test func `an exclusive file must not exist`() throws {
            let path = test.path("new")
            _ = try FileDescriptor.open(path, .readWrite, create: 0o600, exclusive: true)
            let number = test.number {
                _ = try FileDescriptor.open(path, .readWrite, create: 0o600, exclusive: true)
            }
            #expect(number == EEXIST)
        }

        @Test func `a new file has the permissions asked for`() throws {
            #expect(try FileDescriptor.open(test.path("new"), .readWrite, create: 0o600).status().mode == 0o600)
        }

        @Test func `a path with a zero byte is refused`() throws {
            _ = try test.make("a")
            #expect(test.number { _ = try FileDescriptor.open(test.path("a") + "\0b", .readOnly) } == EINVAL)
            #expect(test.number { _ = try FileStatus.ofPath(test.path("a") + "\0b") } == EINVAL)
        }

        @Test func `a descriptor is closed when it goes`() throws {
            let other = try test.make("a")
            do {
                let file = try FileDescriptor.open(test.path("a"), .readOnly)
                #expect(try file.lock(.exclusive, blocking: false))
                #expect(try !other.lock(.exclusive, blocking: false))
            }
            #expect(try other.lock(.exclusive, blocking: false))
        }

        @Test func `opening twenty thousand times leaks nothing`() throws {
            _ = try test.make("a")
            for _ in 0..<20_000 { _ = try FileDescriptor.open(test.path("a"), .readOnly) }
        }
    }

    @Test func `an error tells call and cause`() {
        #expect(SystemError("open", ENOENT).description == "open failed: No such file or directory")
    }

    @Test func `reading a directory is an error`() throws {
        let file = try FileDescriptor.open(directory.url.path, .readOnly)
        #expect(number { _ = try file.bytes(8, at: 0) } == EISDIR)
    }

    @Test(arguments: [-1, Int.min, Int.max])
    func `an impossible offset is an error`(_ offset: Int) throws {
        let file = try make("a", [1])
        #expect(number { try file.write([1, 2], at: offset) } != 0)
        #expect(number { _ = try file.bytes(2, at: offset) } == EINVAL || offset == Int.max)
    }

    @Test func `resizing cuts, and grows with zeros`() throws {
        let file = try make("a", [1, 2, 3, 4])
        try file.resize(to: 2)
        try file.resize(to: 5)
        #expect(try file.bytes(9, at: 0) == [1, 2, 0, 0, 0])
        #expect(number { try file.resize(to: -1) } == EINVAL)
    }

    @Test func `files and directories can be synced`() throws {
        let file = try make("a", [1, 2, 3])
        #expect(throws: Never.self) { try file.sync() }
        #expect(throws: Never.self) { try Directory(directory.url.path).sync() }
        #expect(number { try Directory(path("none")).sync() } == ENOENT)
    }

    @Test func `a file that cannot be synced is reported`() throws {
        let file = try FileDescriptor.open("/dev/null", .readWrite)
        #expect(number { try file.sync() } == EINVAL)
    }
}

@Suite("Platform: file status") struct PlatformFileStatusTests {
    private let directory: TemporaryDirectory
    private let file: URL

    init() throws {
        directory = try TemporaryDirectory()
        file = try directory.file("a", Data([1, 2, 3]))
    }

    @Test func `path and descriptor agree`() throws {
        let byPath = try FileStatus.ofPath(file.path)
        #expect(try FileDescriptor.open(file.path, .readOnly).status() == byPath)
        #expect(byPath.byteCount == 3)
        #expect(byPath.isRegularFile && !byPath.isDirectory)
    }

    @Test func `a directory is one`() throws {
        let status = try FileStatus.ofPath(directory.url.path)
        #expect(status.isDirectory && !status.isRegularFile)
    }

    @Test func `names are counted`() throws {
        #expect(try FileStatus.ofPath(file.path).linkCount == 1)
        try FileManager.default.linkItem(at: file, to: directory.url.appendingPathComponent("b"))
        #expect(try FileStatus.ofPath(file.path).linkCount == 2)
    }

    @Test func `symbolic links are followed`() throws {
        let link = directory.url.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try FileStatus.ofPath(link.path) == FileStatus.ofPath(file.path))
    }

    @Test func `the time of the last write is in nanoseconds`() throws {
        let times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 123_456_789)]
        try #require(utimensat(AT_FDCWD, file.path, times, 0) == 0)
        #expect(try FileStatus.ofPath(file.path).modifiedNanoseconds == 1_700_000_000_123_456_789)
    }

    @Test func `a file from the year 2400 does no harm`() throws {
        let times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 13_569_465_600, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, file.path, times, 0) == 0)
        #expect(try FileStatus.ofPath(file.path).byteCount == 3)
    }
}
