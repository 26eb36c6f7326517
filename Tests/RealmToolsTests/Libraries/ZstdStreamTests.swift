import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Frames, written and read through the system's library.
@Suite("Backup: zstd streams") struct ZstdStreamTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.url.appendingPathComponent("data.zst").path }

    init() throws { directory = try TemporaryDirectory() }

    /// Text that repeats, and noise.
    private static func content(_ count: Int) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return index % 1000 < 800 ? UInt8(index / 7 % 26 + 97) : UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    private func write(_ frames: [[UInt8]], _ settings: ZstdOutput.Settings) throws {
        var output = try ZstdOutput(FileDescriptor.open(path, .readWrite, create: 0o600))
        for frame in frames {
            try output.beginFrame(settings, byteCount: frame.count)
            try output.append(frame)
            try output.endFrame()
        }
        #expect(try FileStatus.ofPath(path).byteCount == output.byteCount)
    }

    private func read(_ count: Int = .max) throws(ZstdInput.Failure) -> [UInt8] {
        guard let file = try? FileDescriptor.open(path, .readOnly) else { return [] }
        var input = try ZstdInput(file)
        return try input.read(count)
    }

    private func fails(_ bytes: Data) throws -> Bool {
        try bytes.write(to: URL(fileURLWithPath: path))
        do { _ = try read() } catch {
            if case .damaged = error { return true }
        }
        return false
    }

    @Test(arguments: 1...22)
    func `each level gives the content back`(level: Int) throws {
        let content = ZstdStreamTests.content(300_000)
        try write([content], ZstdOutput.Settings(level: level))
        #expect(try read() == content)
    }

    @Test(arguments: [0, 1, 2, 5], [nil, 20, 24, 27, 28])
    func `threads and windows give the content back`(threads: Int, windowLog: Int?) throws {
        let content = ZstdStreamTests.content(3_000_000)
        try write([content], ZstdOutput.Settings(level: 3, longWindowLog: windowLog, threads: threads))
        #expect(try read() == content)
    }

    @Test(arguments: [0, 1, 511, 1 << 20, (1 << 20) + 1])
    func `frames follow one another`(count: Int) throws {
        let frames = [ZstdStreamTests.content(count), [], ZstdStreamTests.content(5)]
        try write(frames, ZstdOutput.Settings(level: 3))
        #expect(try read() == frames.flatMap(\.self))
    }

    @Test func `the first frame is read alone, as far as it is allowed to be large`() throws {
        let first = ZstdStreamTests.content(1 << 20)
        try write([first, [1, 2, 3]], ZstdOutput.Settings(level: 3))
        var input = try ZstdInput(FileDescriptor.open(path, .readOnly))
        #expect(try input.frame(upTo: 1 << 20) == first)
        #expect(try input.read(10) == [1, 2, 3])
        var other = try ZstdInput(FileDescriptor.open(path, .readOnly))
        #expect(try other.frame(upTo: (1 << 20) - 1) == nil)
    }

    @Test func `skippable frames are skipped wherever they are`() throws {
        try write([[1, 2, 3]], ZstdOutput.Settings(level: 1))
        let frame = try Data(contentsOf: URL(fileURLWithPath: path))
        let skippable = Data([0x5A, 0x2A, 0x4D, 0x18, 5, 0, 0, 0, 9, 9, 9, 9, 9])
        try (skippable + frame + skippable + frame + skippable).write(to: URL(fileURLWithPath: path))
        var input = try ZstdInput(FileDescriptor.open(path, .readOnly))
        #expect(try input.frame(upTo: 100) == [1, 2, 3])
        #expect(try input.read(100) == [1, 2, 3])
    }

    @Test func `a frame that is cut off anywhere is damaged`() throws {
        try write([ZstdStreamTests.content(2000)], ZstdOutput.Settings(level: 3))
        let frame = try Data(contentsOf: URL(fileURLWithPath: path))
        for count in 1..<frame.count { #expect(try fails(frame.prefix(count)), "\(count) bytes") }
    }

    @Test func `a changed bit anywhere is damage`() throws {
        let content = ZstdStreamTests.content(2000)
        try write([content], ZstdOutput.Settings(level: 3))
        let frame = try Data(contentsOf: URL(fileURLWithPath: path))
        for offset in frame.indices {
            var bytes = frame
            bytes[offset] ^= 1 << UInt8(offset % 8)
            // Some bits of the header mean nothing.
            let isHarmless = try !fails(bytes) && read() == content
            #expect(try isHarmless || fails(bytes), "offset \(offset)")
        }
    }

    @Test func `every frame has a checksum and its size`() throws {
        try write([ZstdStreamTests.content(70_000)], ZstdOutput.Settings(level: 3, threads: 2))
        let frame = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(frame.prefix(4) == Data(ZstdInput.magic))
        #expect(frame[4] & 0b111 == 0b100)
        #expect(frame[4] >> 6 > 0)
    }

    @Test func `a file that is shorter than announced ends in an error`() throws {
        let short = try directory.file("short", Data(count: 100)).path
        let source = try FileDescriptor.open(short, .readOnly)
        var failure: SystemError?
        do throws(SystemError) {
            try DigestSink().write(contentsOf: source, byteCount: 200) { _ in }
        } catch {
            failure = error
        }
        #expect(failure == .endOfFile)
    }

    @Test func `bytes beyond the announced size are left out`() throws {
        let content = ZstdStreamTests.content(1000)
        let sink = try ZstdSink(FileDescriptor.open(path, .readWrite, create: 0o600))
        try sink.beginFrame(ZstdOutput.Settings(level: 3), appended: 2, taken: 600)
        try sink.append([1])
        try content.withUnsafeBytes { bytes in
            try sink.write(UnsafeRawBufferPointer(rebasing: bytes[..<500]), at: 0)
            try sink.write(UnsafeRawBufferPointer(rebasing: bytes[500...]), at: 500)
        }
        try sink.append([2])
        try sink.endFrame()
        #expect(try read() == [1] + content.prefix(600) + [2])
    }

    @Test(arguments: [0, 1, 1 << 20, 2_500_000])
    func `the digest of a file is that of its bytes`(count: Int) throws {
        let content = ZstdStreamTests.content(count)
        let file = try FileDescriptor.open(directory.file("content", Data(content)).path, .readOnly)
        let sink = DigestSink()
        try sink.write(contentsOf: file, byteCount: count) { _ in }
        #expect(sink.take() == (count, SHA256.digest(content)))
    }
}
