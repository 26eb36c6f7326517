import Glibc

/// Wall-clock time and the CPU time of this process, in seconds.
struct Measurement: Encodable {
    var wallSeconds: Double
    var cpuSeconds: Double

    /// Measures `iterations` calls of `body`, each of which must return `expected`; the result is for one call.
    static func measure(
        iterations: Int, expecting expected: UInt64, _ body: () throws -> UInt64
    ) throws -> Measurement {
        let wallStart = seconds(of: CLOCK_MONOTONIC)
        let cpuStart = seconds(of: CLOCK_PROCESS_CPUTIME_ID)
        for _ in 0..<iterations {
            let result = try body()
            guard result == expected else { throw WrongResult(expected: expected, found: result) }
        }
        return Measurement(
            wallSeconds: (seconds(of: CLOCK_MONOTONIC) - wallStart) / Double(iterations),
            cpuSeconds: (seconds(of: CLOCK_PROCESS_CPUTIME_ID) - cpuStart) / Double(iterations)
        )
    }

    /// The medians of both times, taken separately.
    ///
    /// - Precondition: there is at least one measurement.
    static func median(of measurements: [Measurement]) -> Measurement {
        Measurement(
            wallSeconds: median(measurements.map(\.wallSeconds)),
            cpuSeconds: median(measurements.map(\.cpuSeconds))
        )
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
