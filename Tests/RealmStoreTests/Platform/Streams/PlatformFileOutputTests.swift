import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// New files written in order, plain and encrypted, around the borders of groups and blocks.
@Suite("File output") struct PlatformFileOutputTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.url.appendingPathComponent("file").path }

    init() throws { directory = try TemporaryDirectory() }

    private static let pageCounts = [1, 2, 63, 64, 65, 128, 255, 256, 257, 320, 513, 1024, 1025, 1279, 1536, 2049]

    /// The same bytes come again after 251 pages only, in no whole number of blocks or groups.
    private func content(pages: Int) -> [UInt8] {
        let round = (0..<256 * 251).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
        var content: [UInt8] = []
        while content.count < pages * PageCipher.pageSize { content += round }
        content.removeLast(content.count - pages * PageCipher.pageSize)
        return content
    }

    /// Writes `content` in pieces of uneven size, with another beginning at the end.
    private func write(_ content: [UInt8], beginning: [UInt8], key: EncryptionKey?) throws {
        let file = try FileDescriptor.open(path, .readWrite, create: 0o600, exclusive: true)
        var output = FileOutput(file, key: key)
        try content.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let end = min(bytes.count, done + 10_007)
                try output.append(UnsafeRawBufferPointer(rebasing: bytes[done..<end]))
                done = end
            }
        }
        try output.finish(beginning: beginning)
    }

    @Test(arguments: pageCounts) func `a plain file holds what was appended`(_ pages: Int) throws {
        var content = content(pages: pages)
        try write(content, beginning: [1, 2, 3], key: nil)
        content.replaceSubrange(0..<3, with: [1, 2, 3])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content))
    }

    @Test(arguments: pageCounts) func `every page of an encrypted file is good and holds it`(_ pages: Int) throws {
        let key = try #require(EncryptionKey(Fixture.key))
        var content = content(pages: pages)
        try write(content, beginning: [1, 2, 3], key: key)
        content.replaceSubrange(0..<3, with: [1, 2, 3])
        let file = try FileDescriptor.open(path, .readOnly)
        #expect(try file.status().byteCount == (pages + (pages + 63) / 64) * PageCipher.pageSize)
        let range = try AddressRange(atLeast: content.count)
        let encrypted = try EncryptedPages(file: file, key: key, into: range)
        #expect(encrypted.plainByteCount == content.count)
        for page in 0..<pages { #expect(try encrypted.state(ofPage: page) == .good) }
        try encrypted.makePresent(0, content.count)
        #expect(content.withUnsafeBytes { memcmp($0.baseAddress!, range.base, content.count) } == 0)
    }

    /// Keeps the bytes it receives, which must come in order.
    private final class OrderedSink: BlockSink {
        let bytes = Mutex<[UInt8]>([])
        let isFinished = Mutex(false)

        func write(_ block: UnsafeRawBufferPointer, at offset: Int) {
            let block = Array(block)
            bytes.withLock { bytes in
                #expect(offset == bytes.count)
                bytes += block
            }
        }

        func finish() { isFinished.withLock { $0 = true } }
    }

    @Test(arguments: pageCounts, [nil, Fixture.key])
    func `a file whose beginning is known comes in order, and is the same`(_ pages: Int, _ key: Data?) throws {
        let key = key.flatMap { EncryptionKey($0) }
        let content = content(pages: pages)
        try write(content, beginning: [1, 2, 3], key: key)
        let sink = OrderedSink()
        var output = FileOutput(sink, key: key, beginning: [1, 2, 3])
        try content.withUnsafeBytes { try output.append($0) }
        try output.finish(beginning: [1, 2, 3])
        #expect(sink.isFinished.withLock { $0 })
        #expect(try Data(sink.bytes.withLock { $0 }) == Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test func `words and bytes go to the same place`() throws {
        let file = try FileDescriptor.open(path, .readWrite, create: 0o600)
        var output = FileOutput(file, key: nil)
        for word in 0..<UInt64(512 * 300) { try output.append(word: word) }
        try output.finish(beginning: [])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.count == 300 * PageCipher.pageSize)
        let last = bytes.suffix(8).reversed().reduce(UInt64(0)) { ($0 << 8) | UInt64($1) }
        #expect(last == 512 * 300 - 1)
    }

    @Test(arguments: [1, 4, 5, 6, 40]) func `a full disk shows behind any block`(_ blocks: Int) throws {
        let block = [UInt8](repeating: 7, count: BlockWriter.blockByteCount)
        let error = #expect(throws: SystemError.self) {
            var output = FileOutput(try FileDescriptor.open("/dev/full", .readWrite), key: nil)
            for _ in 0..<blocks { try block.withUnsafeBytes { try output.append($0) } }
            try output.finish(beginning: [])
        }
        #expect(error?.meaning == .diskFull)
    }

    @Test(arguments: [3, 12]) func `a file that is given up has no header`(_ blocks: Int) throws {
        let block = [UInt8](repeating: 7, count: BlockWriter.blockByteCount)
        do {
            var output = FileOutput(try FileDescriptor.open(path, .readWrite, create: 0o600), key: nil)
            for _ in 0..<blocks { try block.withUnsafeBytes { try output.append($0) } }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).prefix(24).allSatisfy { $0 == 0 })
    }

    @Test func `a name that is taken stays`() throws {
        let (old, new) = (try directory.file("old", Data([1])), try directory.file("new", Data([2])))
        let error = #expect(throws: SystemError.self) {
            try Directory(directory.url.path).move("new", toNew: "old")
        }
        #expect(error?.meaning == .exists)
        #expect(try Data(contentsOf: old) == Data([1]))
        #expect(FileManager.default.fileExists(atPath: new.path))
    }

    @Test(arguments: [("/a/b", "/a", "b"), ("/b", "/", "b"), ("b", ".", "b"), ("a/b", "a", "b")])
    func `a path is a directory and a name`(_ path: String, _ directory: String, _ name: String) {
        #expect(FileName.split(path) == (directory, name))
    }
}
