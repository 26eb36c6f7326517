import Foundation
import RealmStore
import Synchronization

/// Digests blocks, and writes them to a file, on a separate thread while the next ones are produced.
final class DigestingWriter: Sendable {
    private let target: Target
    private let queue = BackgroundQueue("RealmStore.DigestingWriter")
    /// Blocks that may wait for the thread.
    private let slots = DispatchSemaphore(value: 4)

    static let blockByteCount = 1 << 20
    private static let beginningByteCount = RawFileHeader.byteCount

    /// True if the written blocks begin like a plain Realm.
    var isPlainRealm: Bool {
        let beginning = target.beginning
        guard beginning.count == DigestingWriter.beginningByteCount else { return false }
        return beginning.withUnsafeBytes { RawFileHeader($0.baseAddress!).hasMark }
    }

    /// - Parameter file: an empty file; nil to digest only.
    init(_ file: consuming FileDescriptor?) { target = Target(file) }

    /// Takes the next block; waits if many are in progress.
    ///
    /// - Throws: the error of writing an earlier one.
    func add(_ block: [UInt8]) throws(SystemError) {
        slots.wait()
        if let failure = target.failure {
            slots.signal()
            throw failure
        }
        queue.add { [target, slots] end in
            if !end.hasCome { target.process(block) }
            slots.signal()
        }
    }

    /// Waits for the blocks in progress.
    ///
    /// - Returns: the digest of all of them.
    /// - Throws: the error of writing one.
    func finish() throws(SystemError) -> [UInt8] {
        queue.wait()
        return try target.finish()
    }

    /// The state of the thread.
    private final class Target: Sendable {
        private struct State: ~Copyable {
            var digest = SHA256Stream()
            var byteCount = 0
            /// The first bytes.
            var beginning: [UInt8] = []
            var failure: SystemError?
        }

        private let file: FileDescriptor?
        private let state = Mutex(State())

        init(_ file: consuming FileDescriptor?) { self.file = file }

        var failure: SystemError? { state.withLock { $0.failure } }
        var beginning: [UInt8] { state.withLock { $0.beginning } }

        func process(_ block: [UInt8]) {
            state.withLock { state in
                guard state.failure == nil else { return }
                state.digest.add(block)
                state.beginning += block.prefix(max(0, DigestingWriter.beginningByteCount - state.beginning.count))
                do throws(SystemError) {
                    try file?.write(block, at: state.byteCount)
                } catch {
                    state.failure = error
                }
                state.byteCount += block.count
            }
        }

        func finish() throws(SystemError) -> [UInt8] {
            let result = state.withLock { state -> Result<[UInt8], SystemError> in
                if let failure = state.failure { return .failure(failure) }
                let digest = exchange(&state.digest, with: SHA256Stream())
                return .success(digest.finish())
            }
            return try result.get()
        }
    }
}

extension ZstdInput {
    /// Passes the next bytes on to a writer.
    ///
    /// - Parameters:
    ///   - count: the maximum number of bytes to read.
    ///   - progress: called now and then with the number of bytes read.
    /// - Returns: the number of bytes read.
    mutating func pass(
        _ count: Int, to writer: DigestingWriter, progress: (Int) -> Void
    ) throws(ArchiveError) -> Int {
        var done = 0
        while done < count {
            let wanted = min(DigestingWriter.blockByteCount, count - done)
            let block: [UInt8]
            do { block = try read(wanted) } catch { throw ArchiveError(error) }
            do { try writer.add(block) } catch { throw .unwritable(error) }
            done += block.count
            progress(done)
            if block.count < wanted { break }
        }
        return done
    }
}
