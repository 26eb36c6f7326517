import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// Threads end when their work is no longer needed, also when it is cancelled.
@Suite struct PlatformBackgroundQueueTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `no work goes on when its queue is gone`() {
        let counter = Counter()
        do {
            let queue = BackgroundQueue("test")
            for _ in 0..<3 {
                queue.add { end in
                    counter.begin()
                    while !end.hasCome { usleep(1000) }
                    usleep(20_000)
                    counter.finish()
                }
            }
            while counter.begun == 0 { usleep(1000) }
        }
        #expect(counter.begun == 3 && counter.finished == 3)
    }

    @Test func `an abandoned digest leaves its file`() throws {
        let url = try directory.file("sparse", Data())
        #expect(truncate(url.path, 64 << 30) == 0)
        do {
            let digest = FileDigest(url.path)
            for _ in 0..<100_000 {
                guard isOpen(url.path) == 0 else { break }
                usleep(100)
            }
            #expect(isOpen(url.path) != 0)
            withExtendedLifetime(digest) {}
        }
        #expect(isOpen(url.path) == 0)
    }

    /// The number of descriptors of this process for the file.
    private func isOpen(_ path: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let paths = names.map { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        return paths.count { $0 == path }
    }

    @Test func `no block is written when a file was given up`() throws {
        let counter = Counter()
        do {
            var output = FileOutput(SlowSink(counter: counter), key: nil)
            let block = [UInt8](repeating: 7, count: BlockWriter.blockByteCount)
            for _ in 0..<7 { try block.withUnsafeBytes { try output.append($0) } }
        }
        let count = counter.begun
        #expect(count == counter.finished)
        usleep(100_000)
        #expect(counter.begun == count)
    }

    @Test func `a thread may still use the cipher while the process ends`() async {
        await #expect(processExitsWith: .success) {
            atexit { if SHA256.digest([1]).isEmpty { abort() } }
            _ = SHA256.digest([1])
            exit(0)
        }
    }
}

/// The number of starts and completions.
private final class Counter: Sendable {
    private let counts = Mutex((begun: 0, finished: 0))

    var begun: Int { counts.withLock { $0.begun } }
    var finished: Int { counts.withLock { $0.finished } }
    func begin() { counts.withLock { $0.begun += 1 } }
    func finish() { counts.withLock { $0.finished += 1 } }
}

private struct SlowSink: BlockSink {
    let counter: Counter

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        counter.begin()
        usleep(20_000)
        counter.finish()
    }

    func finish() {}
}
