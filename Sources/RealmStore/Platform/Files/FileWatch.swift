import Glibc
import Synchronization

/// Wakes a thread when any process of this machine writes to a file, or a number in another file has changed, which is
/// looked at from time to time.
final class FileWatch: Sendable {
    enum Wakeup {
        /// The file was written to, or might have been.
        case written
        case timedOut
        case cancelled
    }

    /// The system's watch; -1 if the system grants no more, which leaves the number.
    private let watch: Int32
    /// A pipe into which `cancel` writes.
    private let cancelled: FileDescriptor
    private let canceller: FileDescriptor

    /// The file with the number, if there is one.
    private let counterPath: String?
    private let counterOffset: Int
    /// The number that was seen last.
    private let seen = Mutex<[UInt8]>([])

    private static let pollMilliseconds: Int32 = 50

    /// - Parameters:
    ///   - counter: the path of the file with the number; nil if there is none.
    ///   - offset: the place of its 8 bytes.
    init(_ path: String, counter: String? = nil, at offset: Int = 0) throws(SystemError) {
        (counterPath, counterOffset) = (counter, offset)
        var ends: [Int32] = [-1, -1]
        _ = try retryingInterrupts("pipe") { Int(pipe(&ends)) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        cancelled = FileDescriptor(ends[0])
        canceller = FileDescriptor(ends[1])
        let watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        if watch >= 0, inotify_add_watch(watch, path, UInt32(IN_MODIFY)) < 0 {
            close(watch)
            self.watch = -1
        } else {
            self.watch = watch
        }
        _ = hasCounted()
    }

    deinit { if watch >= 0 { close(watch) } }

    /// Waits until the file is written to: now, or since the last wait ended.
    ///
    /// - Parameter deadline: the time to give up; nil for never.
    func wait(until deadline: ContinuousClock.Instant?) -> Wakeup {
        while true {
            var milliseconds = FileWatch.pollMilliseconds
            if let deadline {
                let left = deadline - ContinuousClock.now
                if left <= .zero { return .timedOut }
                let count = left.components.attoseconds / 1_000_000_000_000_000 + 1
                if left < .seconds(1) { milliseconds = min(milliseconds, Int32(count)) }
            }
            var descriptors = [
                pollfd(fd: cancelled.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&descriptors, 2, milliseconds)
            if descriptors[0].revents != 0 { return .cancelled }
            if ready > 0, descriptors[1].revents != 0 {
                drain()
                _ = hasCounted()
                return .written
            }
            if ready == 0, hasCounted() || watch < 0 && counterPath == nil { return .written }
        }
    }

    /// Whether the number has changed since the last call. The file is opened each time: another may have its name.
    private func hasCounted() -> Bool {
        guard let counterPath, let file = try? FileDescriptor.open(counterPath, .readOnly),
            let bytes = try? file.bytes(8, at: counterOffset)
        else { return false }
        return seen.withLock { seen in
            defer { seen = bytes }
            return seen != bytes
        }
    }

    /// Ends the current wait, and every later one.
    func cancel() {
        // A full pipe has been written to before.
        _ = withUnsafeBytes(of: UInt8(1)) { write(canceller.descriptor, $0.baseAddress, 1) }
    }

    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
            while read(watch, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
