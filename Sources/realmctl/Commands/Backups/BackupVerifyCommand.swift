import ArgumentParser
import Foundation
import RealmTools

/// `backup verify`: can the archives be restored?
struct BackupVerifyCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Look for faults in archives.",
        discussion: """
            In four stages: compression (zstd frames and their checksums), structure (tar members and manifest), \
            contents (size and SHA-256 of the Realm), and with --deep realm (unpacks to a scratch file and verifies \
            every node and value; needs the key of an encrypted Realm). Exits with 1 and the name of the stage if one \
            fails. Still test a restore from time to time.
            """)

    static var name: String { "backup verify" }

    @Flag(help: "Unpack the Realm and verify it in full.")
    var deep = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Work on this many archives at a time (default: up to 4).", valueName: "n"))
    var jobs: Int?

    @Flag(help: "Stop at the first archive that fails.")
    var failFast = false

    @Argument(
        help: ArgumentHelp("Archives, or directories of them.", valueName: "path"), completion: .file())
    var paths: [String]

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<BackupVerifyCommand>

    static let generalOptions: Set<GeneralOption> = [.noInput, .progress, .tmpdir]

    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("The number of jobs must be between 1 and 1024.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        var batch = Batch(
            try paths.flatMap { try Archives.find($0) }, jobs: jobs, failsFast: failFast, reader: reader,
            command: BackupVerifyCommand.name)
        batch.tellsWork = !context.settings.isDryRun
        let style = context.console.outputStyle
        return try batch.run { [deep] input, progress in
            let report = try reader.withKey(for: input) { key in
                try RealmBackup.verify(
                    input.url, encryptionKey: deep ? key : nil, deep: deep,
                    scratchDirectory: context.settings.scratchDirectory, progress: progress)
            }
            let passed = report.passed.map(\.rawValue)
            let verdict = report.failed.map { "bad (\($0.rawValue)): \(report.message ?? "")" }
            let sound = "sound (\(passed.joined(separator: ", ")))"
            return FileReport(
                [
                    ("archive", .string(input.name)), ("sound", .bool(report.isSound)), ("passed", JSONValue(passed)),
                    ("failed", JSONValue(report.failed?.rawValue)), ("message", JSONValue(report.message)),
                    ("created", JSONValue(report.manifest.map(Archives.time))),
                    ("name", JSONValue(report.manifest?.realm.member)),
                    ("realmBytes", JSONValue(report.manifest?.realm.bytes)),
                ], text: "\(style.bold(input.name))  \(verdict ?? sound)\n", isFinding: !report.isSound)
        }
    }
}
