import ArgumentParser
import Foundation

extension Workload: ExpressibleByArgument {}
extension ReaderMode: ExpressibleByArgument {}

/// The command `realmspace`.
@main
struct RealmSpace: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realmspace",
        abstract: "Measure how files grow under small commits, alone and beside readers, next to SQLite.")

    @Option(help: "Commits of each run at most.")
    var commits = 100_000

    @Option(help: "Seconds of each run at most.")
    var seconds = 86_400.0

    @Option(help: "Only this workload; can be given several times.")
    var workload: [Workload] = []

    @Option(help: "Only with these readers; can be given several times.")
    var readers: [ReaderMode] = []

    @Option(help: "Samples of each run.")
    var samples = 10

    @Flag(help: "Leave out SQLite.")
    var alone = false

    @Option(help: "Where the files go, each run's in a folder of its own; they are left there.", completion: .directory)
    var directory: String

    @Option(help: "Write a picture to this file.", completion: .file(extensions: ["svg"]))
    var svg: String?

    func validate() throws {
        guard commits >= 1, samples >= 1, seconds > 0 else {
            throw ValidationError("--commits, --samples and --seconds must be greater than 0.")
        }
    }

    func run() throws {
        let engines: [any SpaceEngine.Type] = [RealmSpaceEngine.self] + (alone ? [] : [SQLiteSpaceEngine.self])
        var runs: [SpaceRun] = []
        for workload in workload.isEmpty ? Workload.allCases : workload {
            for mode in readers.isEmpty ? ReaderMode.allCases : readers {
                for engine in engines {
                    let folder = URL(filePath: directory).appending(path: "\(workload)-\(mode)-\(engine.name)")
                    try? FileManager.default.removeItem(at: folder)
                    let run = try SpaceRun(
                        engine, workload, mode, commits: commits, seconds: seconds, sampleCount: samples, in: folder)
                    runs.append(run)
                    FileHandle.standardError.write(Data(SpaceTable(runs: [run]).text.utf8))
                }
            }
        }
        print(SpaceTable(runs: runs).text, terminator: "")
        if let svg { try Data(SpaceChart(runs: runs).svg.utf8).write(to: URL(filePath: svg)) }
    }
}
