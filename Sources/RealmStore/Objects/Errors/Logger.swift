import Foundation
import Synchronization

/// How important a message is; a logger passes on those at its level and above.
@frozen public enum LogLevel: UInt, Sendable, CaseIterable {
    /// Nothing.
    case off = 0
    /// The library cannot continue.
    case fatal = 1
    /// Something failed; damage in a file, for one.
    case error = 2
    /// Something is odd but was dealt with.
    case warn = 3
    /// Occasional messages about normal work.
    case info = 4
    /// More detailed messages.
    case detail = 5
    /// For debugging.
    case debug = 6
    /// For tracing each step.
    case trace = 7
    /// Everything.
    case all = 8
}

/// The function of a logger: gets a level and a line of text, on any thread.
public typealias RLMLogFunction = @Sendable (LogLevel, String) -> Void

/// Receives the library's messages; safe to use from any thread. SDK names: `RLMLogger`, `Logger`.
open class RLMLogger: NSObject, @unchecked Sendable {
    // Subclasses may add state, so the class itself guarantees that its own state is safe: a mutex and a Sendable
    // function.
    private let threshold: Mutex<LogLevel>
    private let function: RLMLogFunction

    /// Creates a logger that passes messages at or above `level` to `logFunction`.
    public init(level: LogLevel, logFunction: @escaping RLMLogFunction) {
        threshold = Mutex(level)
        function = logFunction
    }

    /// The lowest importance that is passed on; `info` at first for the shared logger.
    public var level: LogLevel {
        get { threshold.withLock { $0 } }
        set {
            threshold.withLock { $0 = newValue }
            RLMLogger.sharedLogger.withLock { if $0 === self { RLMLogger.noteShared(newValue) } }
        }
    }

    /// The level of the shared logger, for code that runs often.
    private static let sharedLevel = Atomic<UInt>(LogLevel.info.rawValue)

    private static func noteShared(_ level: LogLevel) { sharedLevel.store(level.rawValue, ordering: .relaxed) }

    /// Whether the shared logger passes on messages of a level: O(1), without a lock.
    static func passes(_ level: LogLevel) -> Bool { level.rawValue <= sharedLevel.load(ordering: .relaxed) }

    /// Passes a message to the shared logger, and measures nothing if it is not passed on.
    ///
    /// - Parameter message: made of the time that `body` took.
    static func timed<Result, Failure: Error>(
        _ level: LogLevel, _ body: () throws(Failure) -> Result, _ message: (Result, Duration) -> String
    ) throws(Failure) -> Result {
        guard passes(level) else { return try body() }
        let start = ContinuousClock.now
        let result = try body()
        shared.log(level: level, message: message(result, ContinuousClock.now - start))
        return result
    }

    /// Warnings that were given already.
    private static let given = Mutex<Set<String>>([])

    /// Passes a warning to the shared logger the first time that this process gives it.
    static func warnOnce(_ message: String) {
        if given.withLock({ $0.insert(message).inserted }) { shared.log(level: .warn, message: message) }
    }

    private static let sharedLogger = Mutex(
        RLMLogger(level: .info) { level, message in
            FileHandle.standardError.write(Data("Realm: [\(level)] \(message)\n".utf8))
        })

    /// The logger of this process; by default it writes lines to standard error.
    public class var shared: RLMLogger {
        get { sharedLogger.withLock { $0 } }
        set {
            sharedLogger.withLock {
                $0 = newValue
                noteShared(newValue.level)
            }
        }
    }

    package func log(level: LogLevel, message: @autoclosure () -> String) {
        guard level != .off, level.rawValue <= self.level.rawValue else { return }
        function(level, message())
    }
}

/// Receives the library's messages.
public typealias Logger = RLMLogger
