import Foundation
import Glibc
import Synchronization

/// Texts on their way to a reader that takes them more slowly than they are made: a scratch file, and a thread that
/// passes them on, each as a whole and in order.
final class OutputSpool: Sendable {
    private struct State {
        /// What is not yet passed on: texts, each behind its size in eight bytes.
        var rest: Range<Int> = 0..<0
        /// A text is being written, perhaps to a reader that does not take it.
        var isPassing = false
        var hasEnded = false
        /// `errno` of the first text that could not be written; later ones are dropped.
        var failure: Int32 = 0
    }

    private let file: FileHandle
    private let destination: Int32
    private let state = Mutex(State())
    /// Signalled for each text, and for the end.
    private let news = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - file: an empty file of its own.
    ///   - destination: a descriptor to which nobody else writes while `isEmpty` is false.
    init(_ file: FileHandle, to destination: Int32) {
        self.file = file
        self.destination = destination
        Thread.detachNewThread { [self] in
            while let text = next() { pass(text) }
            ended.signal()
        }
    }

    /// Whether `errno` says that the file has no room.
    static func isFull(_ failure: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(failure) }

    /// True if everything was passed on.
    var isEmpty: Bool { state.withLock { $0.rest.isEmpty } }

    /// Adds a text. Returns 0 or `errno`: of the file, or of an earlier text that could not be passed on.
    ///
    /// - Parameter isBegun: whether its beginning was written to the destination.
    func append(_ bytes: some Collection<UInt8>, isBegun: Bool = false) -> Int32 {
        let text = withUnsafeBytes(of: bytes.count) { Array($0) } + bytes
        let failure = state.withLock { state -> Int32 in
            if state.failure != 0 { return state.failure }
            let failure = OutputSpool.transfer(text) { pwrite(file.fileDescriptor, $0, $1, state.rest.upperBound + $2) }
            if failure == 0 { state.rest = state.rest.lowerBound..<state.rest.upperBound + text.count }
            if isBegun { state.isPassing = true }
            return failure
        }
        if failure == 0 { news.signal() }
        return failure
    }

    /// Waits until the reader has taken everything. Returns 0 or `errno`. Nothing may be appended later.
    func finish() -> Int32 {
        state.withLock { $0.hasEnded = true }
        news.signal()
        ended.wait()
        return state.withLock { $0.failure }
    }

    /// Runs `body` unless a part of a text is written. Returns whether it ran.
    func betweenTexts(_ body: () -> Void) -> Bool {
        state.withLock { state in
            if !state.isPassing { body() }
            return !state.isPassing
        }
    }

    // MARK: The thread

    /// The place of the next text; nil at the end.
    private func next() -> Range<Int>? {
        news.wait()
        return state.withLock { state in
            if state.rest.isEmpty { return nil }
            guard let size = read(state.rest.lowerBound..<state.rest.lowerBound + 8) else {
                state.failure = EIO
                return nil
            }
            state.isPassing = true
            let begin = state.rest.lowerBound + 8
            return begin..<begin + size.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
        }
    }

    private func pass(_ text: Range<Int>) {
        var failure = state.withLock { $0.failure }
        var begin = text.lowerBound
        while failure == 0, begin < text.upperBound {
            let end = min(begin + OutputSpool.portion, text.upperBound)
            guard let bytes = read(begin..<end) else {
                failure = EIO
                break
            }
            failure = OutputSpool.transfer(bytes) { bytes, count, _ in Glibc.write(destination, bytes, count) }
            begin = end
        }
        state.withLock { state in
            state.isPassing = false
            state.failure = failure
            state.rest = text.upperBound..<state.rest.upperBound
            if state.rest.isEmpty {
                state.rest = 0..<0
                ftruncate(file.fileDescriptor, 0)
            }
        }
    }

    private static let portion = 1 << 20

    private func read(_ range: Range<Int>) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = bytes.withUnsafeMutableBytes {
            pread(file.fileDescriptor, $0.baseAddress, $0.count, range.lowerBound)
        }
        return count == bytes.count ? bytes : nil
    }

    /// Repeats a system call until all bytes are written. Returns 0 or `errno`.
    private static func transfer(
        _ bytes: [UInt8], _ call: (_ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int) -> Int
    ) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = call(buffer.baseAddress! + done, buffer.count - done, done)
                if count < 0, errno != EINTR { return errno }
                done += max(count, 0)
            }
            return 0
        }
    }
}
