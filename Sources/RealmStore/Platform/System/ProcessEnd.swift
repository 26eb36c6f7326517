import Glibc
import Synchronization

/// Work for the end of the process.
enum ProcessEnd {
    private static let work = Mutex<[@Sendable () -> Void]>([])
    private static let process = getpid()

    /// Calls `body` when the process ends by `exit`, or by returning from its main function; not in a child that was
    /// forked off, which has the memory of its parent.
    static func run(_ body: @escaping @Sendable () -> Void) {
        let isFirst = work.withLock { work in
            work.append(body)
            return work.count == 1
        }
        guard isFirst else { return }
        _ = process
        atexit {
            guard getpid() == ProcessEnd.process else { return }
            for body in ProcessEnd.work.withLock({ $0 }) { body() }
        }
    }
}
