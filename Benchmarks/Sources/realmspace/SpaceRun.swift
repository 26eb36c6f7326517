import Foundation

/// What a run had come to at one moment.
struct Sample: Codable {
    var commits: Int
    var seconds: Double
    var fileBytes: Int
    var usedBytes: Int
    var freeBlocks: Int
    /// Since the sample before.
    var commitsPerSecond: Double
    var writtenBytesPerCommit: Int
    /// Memory maps of the process.
    var maps: Int
}

/// One workload on one engine, from an empty file on.
struct SpaceRun: Codable {
    let engine: String
    let workload: Workload
    let mode: ReaderMode
    private(set) var samples: [Sample] = []

    /// - Parameters:
    ///   - commits: how many to make at most.
    ///   - seconds: when to stop before.
    ///   - sampleCount: how many samples are taken of them.
    init(
        _ engine: any SpaceEngine.Type, _ workload: Workload, _ mode: ReaderMode, commits: Int, seconds: Double,
        sampleCount: Int, in directory: URL
    ) throws {
        (self.engine, self.workload, self.mode) = (engine.name, workload, mode)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let database = try engine.init(workload, in: directory)
        let readers = Readers(mode, engine, workload, in: directory)
        var changes = ChangeSequence(workload)
        let begin = Date()
        var last = (commits: 0, seconds: 0.0, written: SpaceRun.writtenBytes)
        for number in 1...commits {
            try database.commit(changes.next())
            let elapsed = -begin.timeIntervalSinceNow
            let isLast = number == commits || elapsed >= seconds
            let share = max(Double(number) / Double(commits), elapsed / seconds)
            guard isLast || share * Double(sampleCount) >= Double(samples.count + 1) else { continue }
            let use = try database.usage()
            let written = SpaceRun.writtenBytes
            samples.append(
                Sample(
                    commits: number, seconds: elapsed, fileBytes: use.file, usedBytes: use.used,
                    freeBlocks: use.freeBlocks,
                    commitsPerSecond: Double(number - last.commits) / max(elapsed - last.seconds, 1e-9),
                    writtenBytesPerCommit: (written - last.written) / (number - last.commits), maps: SpaceRun.mapCount))
            last = (number, elapsed, written)
            if isLast { break }
        }
        try readers.stop()
    }

    /// Bytes that the process made the system write, in whole pages; 0 on a file system in memory.
    private static var writtenBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("write_bytes:") }
        return line.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
    }

    private static var mapCount: Int {
        // Its length is not known beforehand.
        let file = FileHandle(forReadingAtPath: "/proc/self/maps")
        return (try? file?.readToEnd())?.count { $0 == 10 } ?? 0
    }
}
