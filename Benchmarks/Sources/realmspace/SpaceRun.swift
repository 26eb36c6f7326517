import Foundation

/// The state of a run at one moment.
struct Sample: Codable {
    var commits: Int
    var seconds: Double
    var fileBytes: Int
    var usedBytes: Int
    var freeBlocks: Int
    /// Since the previous sample.
    var commitsPerSecond: Double
    /// Processor time of the process, readers included: other load on the machine hardly shows here.
    var processorMicrosecondsPerCommit: Double
    var writtenBytesPerCommit: Int
    /// Memory maps of the process.
    var maps: Int
}

/// One workload on one engine, starting from an empty file.
struct SpaceRun: Codable {
    let engine: String
    let workload: Workload
    let mode: ReaderMode
    private(set) var samples: [Sample] = []

    /// - Parameters:
    ///   - commits: the maximum number of commits, those after a leaving reader excepted.
    ///   - seconds: the time after which to stop.
    ///   - sampleCount: the number of samples.
    init(
        _ engine: any SpaceEngine.Type, _ workload: Workload, _ mode: ReaderMode, commits: Int, seconds: Double,
        sampleCount: Int, in directory: URL
    ) throws {
        (self.engine, self.workload, self.mode) = (engine.name, workload, mode)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let database = try engine.init(workload, in: directory)
        var readers = try Readers(mode, commits: commits) { try engine.hold(workload, in: directory) }
        let commits = commits + mode.additional(to: commits)
        var changes = ChangeSequence(workload)
        let begin = Date()
        var last = (
            commits: 0, seconds: 0.0, processor: SpaceRun.processorSeconds, written: SpaceRun.writtenBytes
        )
        for number in 1...commits {
            try database.commit(changes.next())
            try readers.advance(to: number)
            let elapsed = -begin.timeIntervalSinceNow
            let isLast = number == commits || elapsed >= seconds
            let share = max(Double(number) / Double(commits), elapsed / seconds)
            guard isLast || share * Double(sampleCount) >= Double(samples.count + 1) else { continue }
            let use = try database.usage()
            let (processor, written) = (SpaceRun.processorSeconds, SpaceRun.writtenBytes)
            let count = number - last.commits
            samples.append(
                Sample(
                    commits: number, seconds: elapsed, fileBytes: use.file, usedBytes: use.used,
                    freeBlocks: use.freeBlocks,
                    commitsPerSecond: Double(count) / max(elapsed - last.seconds, 1e-9),
                    processorMicrosecondsPerCommit: (processor - last.processor) * 1e6 / Double(count),
                    writtenBytesPerCommit: (written - last.written) / count, maps: SpaceRun.mapCount))
            last = (number, elapsed, SpaceRun.processorSeconds, written)
            if isLast { break }
        }
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Bytes that the process passed to the system to write. The number then written depends on the page size, which
    /// newer systems choose themselves.
    private static var writtenBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("wchar:") }
        return line.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
    }

    private static var mapCount: Int {
        // Its length is not known in advance.
        let file = FileHandle(forReadingAtPath: "/proc/self/maps")
        return (try? file?.readToEnd())?.count { $0 == 10 } ?? 0
    }
}
