import Foundation
import Glibc
import Synchronization

/// Standard output that another process or a terminal reads, perhaps slowly: `realmctl query … | less`.
///
/// A command keeps the version of the Realm in use from which its output is made, and meanwhile the file of an app that
/// goes on writing grows. So the reader may keep the command waiting for `patience` in all. What it does not take after
/// that goes through an `OutputSpool`: the command comes to its end, lets go of the Realm, and only the passing on is
/// left.
final class PipedOutput: Sendable {
    private struct State {
        var patience: Duration
        var spool: OutputSpool?
        /// Makes the file of the spool; nil if output may not go to a disk.
        var scratch: (@Sendable () throws -> FileHandle)?
    }

    /// Standard output; nil if it is a file, which is never slow.
    static let standard = PipedOutput(STDOUT_FILENO, patience: .seconds(10))

    /// `F_GETPIPE_SZ`, which Swift does not see.
    private static let getPipeSize: Int32 = 1032

    private let descriptor: Int32
    /// How many bytes can be written without waiting when a descriptor is ready.
    private let portion: Int
    private let capacity: Int
    private let state: Mutex<State>

    /// - Returns: nil if nobody can be slow in reading from `descriptor`.
    init?(_ descriptor: Int32, patience: Duration) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFIFO:
            portion = Int(PIPE_BUF)
            capacity = Int(max(fcntl(descriptor, PipedOutput.getPipeSize), Int32(PIPE_BUF)))
        case S_IFSOCK: (portion, capacity) = (2048, 2048)
        case S_IFCHR where isatty(descriptor) == 1: (portion, capacity) = (256, 256)
        default: return nil
        }
        self.descriptor = descriptor
        state = Mutex(State(patience: patience))
    }

    /// From now on output that a slow reader does not take may go to a file that `scratch` makes.
    func mayUse(_ scratch: @escaping @Sendable () throws -> FileHandle) { state.withLock { $0.scratch = scratch } }

    /// From now on output waits for its reader: the contents of an encrypted file do not go to a disk in plain.
    func staysOffDisk() { state.withLock { $0.scratch = nil } }

    /// Writes all of `bytes`. Returns 0 or `errno`.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        state.withLock { state in
            var rest = bytes[...]
            if let spool = state.spool, !spool.isEmpty {
                let failure = spool.append(rest)
                guard OutputSpool.isFull(failure) else { return failure }
                // There is no room for it: the reader has to take it.
                state.scratch = nil
                state.spool = nil
                let passed = spool.finish()
                if passed != 0 { return passed }
            }
            while !rest.isEmpty {
                if state.scratch != nil, !isReady(&state.patience) {
                    if state.spool == nil, let file = try? state.scratch?() {
                        state.spool = OutputSpool(file, to: descriptor)
                    }
                    let failure = state.spool?.append(rest, isBegun: rest.count < bytes.count)
                    if let failure, !OutputSpool.isFull(failure) { return failure }
                    state.scratch = nil
                }
                let count = min(rest.count, state.scratch == nil ? rest.count : room)
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, count)
                if written < 0, errno != EINTR { return errno }
                rest = rest.dropFirst(max(written, 0))
            }
            return 0
        }
    }

    /// Waits until the reader has taken everything. Returns 0 or `errno`.
    func finish() -> Int32 {
        let spool = state.withLock { state in
            defer { state.spool = nil }
            return state.spool
        }
        return spool?.finish() ?? 0
    }

    /// Runs `body` unless a part of a text is being passed on. Returns whether it ran.
    func betweenTexts(_ body: () -> Void) -> Bool {
        guard let spool = state.withLockIfAvailable({ $0.spool }) ?? nil else {
            body()
            return true
        }
        return spool.betweenTexts(body)
    }

    /// What can be written at once to a descriptor that is ready.
    private var room: Int {
        guard capacity > portion else { return portion }
        var unread: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &unread) == 0 && unread == 0 ? capacity : portion
    }

    /// Waits until something can be written, as long as there is patience.
    private func isReady(_ patience: inout Duration) -> Bool {
        if poll(.zero) { return true }
        while patience > .zero {
            let before = ContinuousClock.now
            let isReady = poll(patience)
            patience -= ContinuousClock.now - before
            if isReady { return true }
        }
        return false
    }

    /// Returns whether something can be written, or the reader has left.
    private func poll(_ limit: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let (seconds, parts) = limit.components
        let milliseconds = Int32(clamping: seconds * 1000 + parts / 1_000_000_000_000_000)
        return Glibc.poll(&entry, 1, milliseconds) > 0
    }
}
