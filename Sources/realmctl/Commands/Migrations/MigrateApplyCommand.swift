import ArgumentParser
import Foundation
import RealmTools

/// `migrate apply`: run the migration files.
struct MigrateApplyCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Run migration files on Realm files.",
        discussion: """
            The file must be closed everywhere. A backup archive is made, the steps run on a copy, which is verified \
            and takes the file's place at once: a failure or crash leaves the old file or the new one. With --in-place \
            each migration file is one transaction in the Realm itself. Asks before steps run that may lose data.
            """)

    static var name: String { "migrate apply" }

    @Option(
        help: ArgumentHelp("Where the backup archives go (default: beside the files).", valueName: "dir"),
        completion: .directory)
    var backupDir: String?

    @Flag(help: "Make no backup.")
    var noBackup = false

    @Flag(help: "Change the Realm itself, a transaction for each migration file.")
    var inPlace = false

    @OptionGroup(title: "Migration files") var migrations: MigrationOptions
    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<MigrateApplyCommand>

    static let generalOptions: Set<GeneralOption> = .writing

    func execute(in context: CommandContext) throws -> CommandResult {
        if noBackup, backupDir != nil { throw Failure.usage("--no-backup and --backup-dir exclude each other.") }
        let reader = try RealmReader(key, in: context)
        var batch = try Batch(files, reader: reader, command: MigrateApplyCommand.name)
        batch.tellsWork = !context.settings.isDryRun
        let work = MigrationWork(
            reader: reader, source: try migrations.source(), backupDirectory: backupDir, makesBackup: !noBackup,
            inPlace: inPlace,
            options: rewrite.options(force: context.settings.force))
        if let refused = work.consent(to: batch) { return refused }
        let summarize = { (files: [FileReport]) in MigrationWork.summary(files) }
        return try batch.run(summarize: summarize) { input, progress in try work.report(on: input, progress) }
    }
}

/// The work on one file.
private struct MigrationWork: Sendable {
    let reader: RealmReader
    let source: MigrationSource
    let backupDirectory: String?
    let makesBackup: Bool
    let inPlace: Bool
    let options: Realm.FileWriteOptions

    private var settings: Settings { reader.context.settings }

    func report(on input: InputFile, _ progress: Progress) throws -> FileReport {
        try input.checkIsReplaceable(settings)
        let plan = try source.plan(for: input, reader)
        try checkBackupDirectory(of: plan, input)
        let report = try reader.withKey(for: input) { key in
            var configuration = Realm.Configuration(fileURL: input.url, encryptionKey: key)
            configuration.lockTimeout = settings.lockTimeout
            return try plan.apply(
                to: configuration, dryRun: settings.isDryRun, inPlace: inPlace,
                backupDirectory: makesBackup && !plan.files.isEmpty ? directory(for: input) : nil, options: options,
                progress: progress)
        }
        let status = plan.files.isEmpty ? "current" : settings.isDryRun ? "wouldMigrate" : "migrated"
        return FileReport(
            [("path", .string(input.name)), ("status", .string(status))] + MigrationWork.members(report, input),
            text: text(report, plan, input))
    }

    /// Asks once, for all files of a batch, whether steps that lose data may run; returns the result of the command if
    /// not.
    func consent(to batch: Batch) -> CommandResult? {
        var losses: [String] = []
        return batch.consent { input in
            try input.checkIsReplaceable(settings)
            let plan = try source.plan(for: input, reader)
            if plan.files.isEmpty { return }
            if !inPlace { try input.checkHasOneName(settings) }
            try checkBackupDirectory(of: plan, input)
            try input.checkIsClosed(settings)
            for loss in plan.losses where !losses.contains(loss) { losses.append(loss) }
        } question: { _ in
            losses.isEmpty ? nil : "Steps may lose data:\n\(losses.joined(separator: "\n"))\nGo on?"
        }
    }

    private func checkBackupDirectory(of plan: MigrationPlan, _ input: InputFile) throws(Failure) {
        guard makesBackup, !plan.files.isEmpty, !settings.isDryRun else { return }
        try BackupCreateCommand.check(directory(for: input).path)
    }

    private func directory(for input: InputFile) -> URL {
        backupDirectory.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? input.url.resolvingSymlinksInPath().deletingLastPathComponent()
    }

    private static func members(_ report: MigrationReport, _ input: InputFile) -> [(String, JSONValue)] {
        let files = report.files.map { file in
            let steps = file.steps.map { step in
                JSONValue.object([
                    ("line", JSONValue(step.line)), ("op", .string(step.op)), ("rows", JSONValue(step.rows)),
                    ("ms", JSONValue(step.ms)),
                ])
            }
            return JSONValue.object([("name", .string(file.name)), ("steps", .array(steps))])
        }
        return [
            ("from", JSONValue(report.from)), ("to", .unsigned(report.to)), ("files", .array(files)),
            ("backup", JSONValue(report.backup?.path)), ("before", JSONValue(report.before)),
            ("after", JSONValue(report.after)),
        ]
    }

    private func text(_ report: MigrationReport, _ plan: MigrationPlan, _ input: InputFile) -> String {
        let verb = plan.files.isEmpty ? ": nothing to do" : settings.isDryRun ? " (dry run)" : ""
        var lines = ["\(input.name)  \(plan.route)\(verb)"]
        if settings.isDryRun || settings.verbosity >= .verbose {
            for file in report.files {
                lines += file.steps.map { "  \(file.name):\($0.line)  \($0.op)  \($0.rows) rows  \($0.ms) ms" }
            }
        }
        if let backup = report.backup { lines.append("  backup: \(backup.path)") }
        return lines.joined(separator: "\n") + "\n"
    }

    static func summary(_ files: [FileReport]) -> Batch.Summary {
        func count(_ status: String) -> Int {
            files.count { file in
                file.members.contains { name, value in
                    if name == "status", case .string(status) = value { true } else { false }
                }
            }
        }
        let counts = [
            ("migrated", count("migrated")), ("wouldMigrate", count("wouldMigrate")), ("current", count("current")),
        ]
        let words = ["wouldMigrate": "would be migrated"]
        let failed = files.count { $0.failure != nil }
        let parts = (counts + [("failed", failed)]).filter { $0.1 > 0 }.map { "\($0.1) \(words[$0.0] ?? $0.0)" }
        return (counts.map { ($0.0, JSONValue($0.1)) }, ": " + parts.joined(separator: ", "))
    }
}
