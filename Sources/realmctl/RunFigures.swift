import Foundation
import Glibc

/// What a run, or a step of it, took; told with `--verbose`.
enum RunFigures {
    /// "took 1.2 s, at most 34.5 MB of memory".
    static func text(since begin: ContinuousClock.Instant) -> String {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return "took \(seconds(since: begin)), at most \(ByteSize(usage.ru_maxrss << 10)) of memory"
    }

    /// "0.012 s".
    static func seconds(since begin: ContinuousClock.Instant) -> String {
        let (seconds, attoseconds) = (ContinuousClock.now - begin).components
        return String(format: "%.3f s", Double(seconds) + Double(attoseconds) / 1e18)
    }
}

extension Console {
    /// Runs a step of a command, and tells with `--verbose` how long it took.
    ///
    /// - Parameter name: what was done, as in "verify 'app.realm'".
    func step<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        guard settings.verbosity >= .verbose else { return try body() }
        let begin = ContinuousClock.now
        defer { detail("\(name): \(RunFigures.seconds(since: begin))") }
        return try body()
    }
}
