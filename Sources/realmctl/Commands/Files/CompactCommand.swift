import ArgumentParser
import Foundation
import RealmTools
import Synchronization

/// `compact`: give back the space that files do not use.
struct CompactCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Rewrite files without their free space.",
        discussion: """
            A file is replaced, under its lock, by a compact one that was written beside it, synced and read back; \
            a crash leaves the old or the new one. It must be closed everywhere. The key stays; the history of past \
            changes, which nobody needs while the file is closed, goes. With -o another file is written, and the \
            source may be in use.
            """)

    @Option(
        name: .customLong("if"),
        help: ArgumentHelp(
            "Only files with at least: free-ratio=0.5, free=50MB, size=100MB; auto is size=50MB and free-ratio=0.5. "
                + "May be repeated; all must hold.", valueName: "cond"))
    var conditions: [CompactCondition] = []

    @Flag(help: "Write nothing; exit with 1 if some file meets the conditions.")
    var check = false

    @Flag(help: "Skip files that are in use; without it they fail.")
    var skipInUse = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write this file, and leave the source as it is.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Writing") var enumeration: EnumerationOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        var batch = try Batch(files, reader: reader, command: "compact")
        batch.tellsWork = !context.settings.isDryRun
        if output != nil, batch.count != 1 { throw Failure.usage("-o takes one input file.") }
        let work = Compaction(
            reader: reader, conditions: conditions, onlyChecks: check, skipsInUse: skipInUse, output: output,
            options: rewrite.options(force: context.settings.force, enumeration))
        let counts = CompactionCounts()
        let summarize = { (files: [FileReport]) in counts.summary(failed: files.count { $0.failure != nil }) }
        return try batch.run(summarize: summarize) { input, progress in
            let report = work.report(on: input, progress)
            counts.add(report)
            return report.file
        }
    }
}

/// What `compact` did with one file.
private struct CompactionReport: Sendable {
    enum Status: Sendable {
        case compacted(before: Int, after: Int)
        case wouldCompact(before: Int)
        case skippedByConditions
        case skippedInUse([Int32])
        case failed(Failure)
    }

    let path: String
    let status: Status
    let seconds: Double
    /// With `--check`, a file that would be compacted is what was looked for.
    let isFinding: Bool

    var file: FileReport { FileReport(members, text: text, isFinding: isFinding, failure: failure) }

    private var failure: Failure? { if case .failed(let failure) = status { failure } else { nil } }

    private var members: [(String, JSONValue)] {
        let (name, reason, before, after): (String, String?, Int?, Int?) =
            switch status {
            case .compacted(let before, let after): ("compacted", nil, before, after)
            case .wouldCompact(let before): ("wouldCompact", nil, before, nil)
            case .skippedByConditions: ("skipped", "conditions", nil, nil)
            case .skippedInUse: ("skipped", "inUse", nil, nil)
            case .failed(let failure): ("failed", failure.code == "inUse" ? "inUse" : nil, nil, nil)
            }
        let reclaimed = before.flatMap { before in after.map { before - $0 } }
        return [
            ("path", .string(path)), ("status", .string(name)), ("reason", JSONValue(reason)),
            ("before", JSONValue(before)), ("after", JSONValue(after)), ("reclaimed", JSONValue(reclaimed)),
            ("seconds", .double((seconds * 1000).rounded() / 1000)),
        ]
    }

    private var text: String {
        switch status {
        case .compacted(let before, let after):
            "\(path)  \(ByteSize(before)) -> \(ByteSize(after))  (\((seconds * 10).rounded() / 10) s)\n"
        case .wouldCompact(let before): "\(path)  would be compacted (\(ByteSize(before)))\n"
        case .skippedByConditions: "\(path)  skipped: conditions\n"
        case .skippedInUse(let processes): "\(path)  skipped: \(Failure.inUse(processes))\n"
        case .failed: "\(path)  failed\n"
        }
    }
}

/// The work on one file.
private struct Compaction: Sendable {
    let reader: RealmReader
    let conditions: [CompactCondition]
    let onlyChecks: Bool
    let skipsInUse: Bool
    let output: String?
    let options: Realm.FileWriteOptions

    private var settings: Settings { reader.context.settings }

    func report(on input: InputFile, _ progress: Progress) -> CompactionReport {
        let begin = Date()
        var status: CompactionReport.Status
        do {
            status = try compact(input, progress)
        } catch {
            status = .failed(Failure(error, path: input.name))
        }
        var isFinding = false
        if onlyChecks, case .wouldCompact = status { isFinding = true }
        return CompactionReport(
            path: input.name, status: status, seconds: Date().timeIntervalSince(begin), isFinding: isFinding)
    }

    private func compact(_ input: InputFile, _ progress: Progress) throws -> CompactionReport.Status {
        if output == nil, !onlyChecks { try input.checkIsReplaceable(settings) }
        if onlyChecks || settings.isDryRun || !conditions.isEmpty {
            let info = try reader.withKey(for: input) { key in
                try reader.info(input, key: key, deep: settings.isDryRun)
            }
            guard conditions.allSatisfy({ $0.holds(for: info) }) else { return .skippedByConditions }
            try info.checkHistory(options)
            if onlyChecks || settings.isDryRun { return .wouldCompact(before: info.bytes) }
        }
        if let output { return try write(output, from: input, progress) }
        let result = try reader.withKey(for: input) { key in
            var configuration = Realm.Configuration(fileURL: input.url, encryptionKey: key)
            configuration.lockTimeout = settings.lockTimeout
            return try Realm.compact(for: configuration, options: options, progress: progress)
        }
        switch result {
        case .compacted(let before, let after): return .compacted(before: before, after: after)
        case .skipped(.condition): return .skippedByConditions
        case .skipped(.inUse(let processes)):
            if skipsInUse { return .skippedInUse(processes) }
            throw Failure.inUse(input.name, processes)
        }
    }

    private func write(
        _ output: String, from input: InputFile, _ progress: Progress
    ) throws
        -> CompactionReport.Status
    {
        let target = try RealmOutput(output, from: input, replacing: settings.force)
        let opened = try reader.open(input)
        let after = try opened.realm.writeCopy(
            toFile: target.url, encryptionKey: opened.realm.configuration.encryptionKey, options: options,
            progress: progress)
        return .compacted(before: input.byteCount, after: after)
    }
}

extension Failure {
    /// The failure for a file that other processes have open.
    static func inUse(_ name: String, _ processes: [Int32]) -> Failure {
        Failure(
            .busy, "inUse", "The file '\(name)' is \(inUse(processes)).", path: name,
            hint: "Try again later, wait with --lock-timeout DURATION, or write another file with -o.",
            detail: .object([("pids", .array(processes.map { .integer(Int64($0)) }))]))
    }

    /// "in use by 4711 (app)".
    static func inUse(_ processes: [Int32]) -> String {
        let names = processes.map { process in
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return name.map { "\(process) (\($0.trimmingCharacters(in: .newlines)))" } ?? "\(process)"
        }
        return names.isEmpty ? "in use" : "in use by \(names.joined(separator: ", "))"
    }
}

/// Counts what became of the files.
private final class CompactionCounts: Sendable {
    private struct Counts {
        var compacted = 0
        var wouldCompact = 0
        var conditions = 0
        var inUse = 0
        var reclaimed = 0
    }

    private let counts = Mutex(Counts())

    func add(_ report: CompactionReport) {
        counts.withLock { counts in
            switch report.status {
            case .compacted(let before, let after):
                counts.compacted += 1
                counts.reclaimed += before - after
            case .wouldCompact: counts.wouldCompact += 1
            case .skippedByConditions: counts.conditions += 1
            case .skippedInUse: counts.inUse += 1
            case .failed: break
            }
        }
    }

    func summary(failed: Int) -> Batch.Summary {
        let counts = counts.withLock { $0 }
        let skipped = counts.conditions + counts.inUse
        let reasons = CompactionCounts.list([(counts.conditions, "by conditions"), (counts.inUse, "in use")])
        let parts = CompactionCounts.list([
            (counts.compacted, "compacted"), (counts.wouldCompact, "would be compacted"),
            (skipped, "skipped (\(reasons))"), (failed, "failed"),
        ])
        let reclaimed = counts.compacted > 0 ? "; \(ByteSize(max(0, counts.reclaimed))) reclaimed" : ""
        return (
            [
                ("compacted", JSONValue(counts.compacted)), ("wouldCompact", JSONValue(counts.wouldCompact)),
                ("skipped", JSONValue(skipped)), ("reclaimed", JSONValue(counts.reclaimed)),
            ], parts.isEmpty ? "" : ": " + parts + reclaimed
        )
    }

    private static func list(_ parts: [(Int, String)]) -> String {
        parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
