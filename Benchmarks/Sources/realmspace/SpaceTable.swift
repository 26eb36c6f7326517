import Foundation

/// Runs as a table in Markdown.
struct SpaceTable {
    let runs: [SpaceRun]

    private static let titles = [
        "workload", "readers", "engine", "commits", "file KB", "used KB", "free blocks", "written B/commit",
        "processor µs/commit", "commits/s", "maps",
    ]

    var text: String {
        let rows = runs.flatMap { run in
            run.samples.map { sample in
                [
                    run.workload.rawValue, run.mode.rawValue, run.engine, "\(sample.commits)",
                    "\(sample.fileBytes / 1000)", "\(sample.usedBytes / 1000)", "\(sample.freeBlocks)",
                    "\(sample.writtenBytesPerCommit)", "\(Int(sample.processorMicrosecondsPerCommit))",
                    "\(Int(sample.commitsPerSecond))", "\(sample.maps)",
                ]
            }
        }
        let lines = [SpaceTable.titles, SpaceTable.titles.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}
