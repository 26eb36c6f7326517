import Foundation
import Glibc
import Synchronization

/// Ends the process on SIGINT, SIGTERM and SIGHUP after cleaning up; broken pipes and file size limits are reported as
/// errors instead.
enum SignalWatch {
    /// Must be called before any other thread exists: threads inherit the blocked signals from the first one.
    ///
    /// - Parameters:
    ///   - tidyUp: runs on a separate thread; its result becomes the exit code.
    ///   - leave: runs last, when nothing is printed any more.
    static func start(
        tidyUp: @escaping @Sendable (ExitStatus) -> ExitStatus, leave: @escaping @Sendable () -> Void
    ) {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let watched = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
        guard !watched.isEmpty else { return }
        var set = sigset_t()
        sigemptyset(&set)
        for number in watched { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let blocked = set
        Thread.detachNewThread {
            var set = blocked
            var number: Int32 = 0
            while sigwait(&set, &number) != 0 {}
            let status = tidyUp(number == SIGINT ? interruptStatus.withLock { $0 } : .terminated)
            func end() -> Never {
                leave()
                _exit(status.rawValue)
            }
            // A second signal ends the wait for the rest of a line that is not being read.
            while !OutputStream.betweenWholeTexts({ end() }) {
                var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
                if sigtimedwait(&set, nil, &pause) > 0 { end() }
            }
        }
    }

    private static let interruptStatus = Mutex(ExitStatus.interrupted)

    /// From now on an interrupt is the normal end of the command.
    static func expectInterrupt() { interruptStatus.withLock { $0 = .ok } }

    /// A shell starts background jobs with signals ignored, which must stay so.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        return sigaction(number, nil, &action) == 0
            && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
