import Foundation
import Glibc
import Synchronization

/// Ends the process on SIGINT, SIGTERM and SIGHUP after it has tidied up; broken pipes and limits of the file size are
/// left to be reported as errors.
enum SignalWatch {
    /// To be called before any other thread exists: threads inherit the blocked signals from the first one.
    ///
    /// - Parameter tidyUp: runs on a thread of its own; what it returns becomes the exit code.
    static func start(tidyUp: @escaping @Sendable (ExitStatus) -> ExitStatus) {
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
            // Who does not wait for the rest of a line that nobody reads sends a second signal.
            while !OutputStream.betweenWholeTexts({ _exit(status.rawValue) }) {
                var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
                if sigtimedwait(&set, nil, &pause) > 0 { _exit(status.rawValue) }
            }
        }
    }

    private static let interruptStatus = Mutex(ExitStatus.interrupted)

    /// From now on an interrupt is how the command is meant to end.
    static func expectInterrupt() { interruptStatus.withLock { $0 = .ok } }

    /// A shell starts background work with signals ignored, and that has to stay so.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        return sigaction(number, nil, &action) == 0
            && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
