import Foundation

/// What a run, or a step of it, took; told with `--verbose`.
enum RunFigures {
    /// "took 1.2 s, at most 34.5 MB of memory, mapped files included".
    static func text(since begin: ContinuousClock.Instant) -> String {
        let memory = peakByteCount.map { ", at most \(ByteSize($0)) of memory, mapped files included" }
        return "took \(seconds(since: begin))" + (memory ?? "")
    }

    /// Memory of this program at its peak, with what the system shows of files and can take back. `getrusage` would
    /// tell that of a larger one that started it.
    private static var peakByteCount: Int? {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
        return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
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
