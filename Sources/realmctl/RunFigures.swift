import Foundation

/// The time and memory of a run, or of a step; reported with `--verbose`.
enum RunFigures {
    /// "took 1.2 s, at most 34.5 MB of memory, mapped files included".
    static func text(since begin: ContinuousClock.Instant) -> String {
        let memory = peakByteCount.map { ", at most \(ByteSize($0)) of memory, mapped files included" }
        return "took \(seconds(since: begin))" + (memory ?? "")
    }

    /// Memory of this program at its peak, including reclaimable mappings of files. `getrusage` would report that of a
    /// larger parent process.
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
    /// Runs a step of a command, and reports its duration with `--verbose`.
    ///
    /// - Parameter name: a description of the step, as in "verify 'app.realm'".
    func step<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        guard settings.verbosity >= .verbose else { return try body() }
        let begin = ContinuousClock.now
        defer { detail("\(name): \(RunFigures.seconds(since: begin))") }
        return try body()
    }
}
