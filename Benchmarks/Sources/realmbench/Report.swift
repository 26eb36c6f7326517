import Foundation

/// The measurements, with the parameters needed to repeat them.
struct Report: Encodable {
    var rows: Int
    var lookUps: Int
    var commits: Int
    var seed: UInt64
    var runs: Int
    /// Sizes of the data files in bytes, by engine.
    var fileBytes: [String: Int]
    var cases: [CaseReport]

    /// The report as JSON: times in seconds, sizes in bytes.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The report as a table: wall-clock milliseconds (and CPU time) for one pass through the case.
    func text() -> String {
        var lines = [
            "\(rows) rows, \(lookUps) look-ups, \(commits) small commits, median of \(runs) runs; "
                + "milliseconds (processor time)", "",
        ]
        var lastEngines: [String]?
        for report in cases {
            let engines = report.engines.map(\.engine)
            if engines != lastEngines {
                if lastEngines != nil { lines.append("") }
                lines.append(line("case", engines + engines.dropFirst().map { "ratio to \($0)" }))
            }
            lastEngines = engines
            let times = report.engines.map { Self.milliseconds($0.median) }
            lines.append(line(report.title, times + report.ratios.map { String(format: "%.2f", $0) }))
        }
        lines += sizeLines()
        lines += ["", "ratio: time of the other / time of RealmStore; above 1, RealmStore is faster"]
        return lines.joined(separator: "\n")
    }

    /// Sizes of the files that writing cases leave.
    private func sizeLines() -> [String] {
        let written = cases.filter { $0.sizeRatio != nil }
        if written.isEmpty { return [] }
        return ["", "bytes of the file afterwards, and ratio"] + written.map { report in
            let sizes = report.engines.map { String($0.fileBytes ?? 0) }
            return line(report.title, sizes + [String(format: "%.2f", report.sizeRatio ?? 0)])
        }
    }

    private func line(_ title: String, _ columns: [String]) -> String {
        let cells = columns.map { String(repeating: " ", count: max(0, 24 - $0.count)) + $0 }
        return title.padding(toLength: 32, withPad: " ", startingAt: 0) + cells.joined()
    }

    private static func milliseconds(_ time: Measurement) -> String {
        String(format: "%.3f (%.3f)", time.wallSeconds * 1000, time.cpuSeconds * 1000)
    }
}
