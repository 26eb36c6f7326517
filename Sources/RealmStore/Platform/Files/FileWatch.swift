import Glibc

/// Wakes a thread when any process of this machine writes to a file.
final class FileWatch: Sendable {
    enum Wakeup {
        /// The file was written to, or might have been.
        case written
        case timedOut
        case cancelled
    }

    /// The system's watch; -1 if the system grants no more, which makes `wait` poll every few milliseconds.
    private let watch: Int32
    /// A pipe into which `cancel` writes.
    private let cancelled: FileDescriptor
    private let canceller: FileDescriptor

    private static let pollMilliseconds: Int32 = 50

    init(_ path: String) throws(SystemError) {
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
    }

    deinit { if watch >= 0 { close(watch) } }

    /// Waits until the file is written to: now, or since the last wait ended.
    ///
    /// - Parameter deadline: the time to give up; nil for never.
    func wait(until deadline: ContinuousClock.Instant?) -> Wakeup {
        while true {
            var milliseconds = watch < 0 ? FileWatch.pollMilliseconds : -1
            if let deadline {
                let left = deadline - ContinuousClock.now
                if left <= .zero { return .timedOut }
                // A century is as good as forever, and fits.
                let count = Int32(
                    clamping: min(left.components.seconds, 1 << 20) * 1000 + 1
                        + left.components.attoseconds / 1_000_000_000_000_000)
                milliseconds = milliseconds < 0 ? count : min(milliseconds, count)
            }
            var descriptors = [
                pollfd(fd: cancelled.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&descriptors, 2, milliseconds)
            if descriptors[0].revents != 0 { return .cancelled }
            if ready == 0, watch < 0 { return .written }
            if ready > 0, descriptors[1].revents != 0 {
                drain()
                return .written
            }
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
