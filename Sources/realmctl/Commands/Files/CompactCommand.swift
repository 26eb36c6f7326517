import ArgumentParser
import Foundation
import RealmTools

/// `compact`: reclaim unused space of files.
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
                + "May be repeated; all must hold.", valueName: "cond"),
        completion: .list(["auto", "free-ratio=0.5", "free=50MB", "size=100MB"]))
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
    @OptionGroup(title: "General options") var general: GeneralOptions<CompactCommand>

    static let generalOptions: Set<GeneralOption> = .writing

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        var batch = try Batch(files, reader: reader, command: "compact")
        batch.tellsWork = !context.settings.isDryRun
        if output != nil, batch.count != 1 { throw Failure.usage("-o takes one input file.") }
        let work = Compaction(
            reader: reader, conditions: conditions, onlyChecks: check, skipsInUse: skipInUse, output: output,
            options: rewrite.options(force: context.settings.force, enumeration))
        return try batch.run(summarize: Compaction.summary) { input, progress in work.report(on: input, progress) }
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

    func report(on input: InputFile, _ progress: Progress) -> FileReport {
        let begin = Date()
        func report(
            _ status: String, _ text: String, reason: String? = nil, before: Int? = nil, after: Int? = nil,
            gain: Int? = nil, isFinding: Bool = false, _ failure: Failure? = nil
        ) -> FileReport {
            let reclaimed = before.flatMap { before in after.map { before - $0 } }
            let members: [(String, JSONValue)] = [
                ("path", .string(input.name)), ("status", .string(status)), ("reason", JSONValue(reason)),
                ("before", JSONValue(before)), ("after", JSONValue(after)), ("reclaimed", JSONValue(reclaimed)),
                ("wouldReclaim", JSONValue(gain)),
                ("seconds", .double((Date().timeIntervalSince(begin) * 1000).rounded() / 1000)),
            ]
            return FileReport(
                members, text: text.isEmpty ? "" : "\(input.name)  \(text)\n", isFinding: isFinding, failure: failure)
        }
        do {
            if output == nil, !onlyChecks { try input.checkIsReplaceable(settings) }
            if let info = try info(input) {
                guard conditions.allSatisfy({ $0.holds(for: info) }) else {
                    return report("skipped", "skipped: conditions", reason: "conditions")
                }
                try info.checkHistory(options)
                if onlyChecks || settings.isDryRun {
                    let text = "would be compacted (\(ByteSize(info.bytes))), giving \(ByteSize(info.freeBytes)) back"
                    return report(
                        "wouldCompact", text, before: info.bytes, gain: info.freeBytes, isFinding: onlyChecks)
                }
            }
            switch try compact(input, progress) {
            case .compacted(let before, let after):
                let seconds = (Date().timeIntervalSince(begin) * 10).rounded() / 10
                let text = "\(ByteSize(before)) -> \(ByteSize(after))  (\(seconds) s)"
                return report("compacted", text, before: before, after: after)
            case .skipped(.condition): return report("skipped", "skipped: conditions", reason: "conditions")
            case .skipped(.inUse(let processes)):
                guard skipsInUse else { throw Failure.inUse(input.name, processes) }
                return report("skipped", "skipped: \(Failure.use(of: input.name, processes))", reason: "inUse")
            }
        } catch {
            let failure = Failure(error, path: input.name)
            return report("failed", "", reason: failure.code == "inUse" ? "inUse" : nil, failure)
        }
    }

    /// The facts for the conditions, or for the report of a dry run; nil if neither is given.
    private func info(_ input: InputFile) throws -> Realm.FileInfo? {
        guard onlyChecks || settings.isDryRun || !conditions.isEmpty else { return nil }
        return try reader.withKey(for: input) { key in try reader.info(input, key: key, deep: settings.isDryRun) }
    }

    private func compact(_ input: InputFile, _ progress: Progress) throws -> Realm.CompactionResult {
        if let output { return try write(output, from: input, progress) }
        return try reader.withKey(for: input) { key in
            var configuration = Realm.Configuration(fileURL: input.url, encryptionKey: key)
            configuration.lockTimeout = settings.lockTimeout
            return try Realm.compact(for: configuration, options: options, progress: progress)
        }
    }

    private func write(
        _ output: String, from input: InputFile, _ progress: Progress
    ) throws -> Realm.CompactionResult {
        let target = try RealmOutput(output, from: input, in: reader.context)
        let opened = try reader.open(input)
        let after = try opened.realm.writeCopy(
            toFile: target.url, encryptionKey: opened.realm.configuration.encryptionKey, options: options,
            progress: progress)
        return .compacted(before: input.byteCount, after: after)
    }
}

extension Compaction {
    /// The outcomes of the files, counted.
    static func summary(_ files: [FileReport]) -> Batch.Summary {
        func count(_ status: String, _ reason: String? = nil) -> Int {
            files.count { $0.text("status") == status && (reason == nil || $0.text("reason") == reason) }
        }
        let (compacted, wouldCompact, skipped) = (count("compacted"), count("wouldCompact"), count("skipped"))
        func sum(_ member: String) -> Int { files.reduce(0) { $0 + ($1.number(member) ?? 0) } }
        let (reclaimed, gain) = (sum("reclaimed"), sum("wouldReclaim"))
        let reasons = list([(count("skipped", "conditions"), "by conditions"), (count("skipped", "inUse"), "in use")])
        let parts = list([
            (compacted, "compacted"), (wouldCompact, "would be compacted"), (skipped, "skipped (\(reasons))"),
            (files.count { $0.failure != nil }, "failed"),
        ])
        let space =
            if compacted > 0 { "; \(ByteSize(max(0, reclaimed))) reclaimed" } else if wouldCompact > 0 {
                "; \(ByteSize(gain)) would be reclaimed"
            } else { "" }
        return (
            [
                ("compacted", JSONValue(compacted)), ("wouldCompact", JSONValue(wouldCompact)),
                ("skipped", JSONValue(skipped)), ("reclaimed", JSONValue(reclaimed)), ("wouldReclaim", JSONValue(gain)),
            ], parts.isEmpty ? "" : ": " + parts + space
        )
    }

    private static func list(_ parts: [(Int, String)]) -> String {
        parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
