import ArgumentParser
import Foundation
import Glibc
import RealmTools
import Synchronization

/// `backup create`: archive files, which may be in use.
struct BackupCreateCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Archive files, which may be in use.",
        discussion: """
            A compact copy of each file is verified, compressed and synced; then the archive appears as \
            NAME-YYYYMMDDTHHMMSSZ.realm.tar.zst. With --verify full, above level 9, and for files of older formats \
            the copy is first written to a scratch file. Archives have mode 0600 and are never replaced. \
            Encryption stays, and the key is never stored: keep it elsewhere. With --keep-... archives that no rule \
            keeps are removed from the directory once all files are archived; that asks first.
            """)

    static var name: String { "backup create" }

    @Option(
        name: [.customShort("d"), .long], help: ArgumentHelp("Where the archives go.", valueName: "dir"),
        completion: .directory)
    var directory: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The archive of one file; - is standard output.", valueName: "file"), completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("How much of the copy to verify: quick or full.", valueName: "level"))
    var verify = Level.quick

    @Option(help: ArgumentHelp("Compression, 1 (fast) to 22 (small). Encrypted files get 1.", valueName: "n"))
    var level = 3

    @Option(
        help: ArgumentHelp(
            "Look for long matches in a window of 2^n bytes, 10 to 31; --long alone is --long=27. From 28 on, programs "
                + "that unpack must be told: zstd -d --long=n.", valueName: "n"))
    var long: Int?

    @Option(help: ArgumentHelp("Threads that compress (default: up to 4, fewer at high levels).", valueName: "n"))
    var threads: Int?

    @Flag(help: "Archive encrypted files as plain ones. Asks first.")
    var decrypt = false

    @Flag(help: "Do not say in the archive from which machine and path the file comes.")
    var noOrigin = false

    @Flag(help: "Archive the file of a synchronised app as it is. It must be closed everywhere.")
    var keepSyncHistory = false

    @OptionGroup(title: "Removing old archives") var keep: KeepOptions
    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<BackupCreateCommand>

    static let generalOptions: Set<GeneralOption> = Set.writing.subtracting([.force]).union([.immutable])

    /// The extent of the verification of a copy.
    enum Level: String, ExpressibleByArgument, CaseIterable, Sendable {
        case quick, full
    }

    private static let defaultWindowLog = 27

    /// The arguments of a backup with a value for a lone `--long`: options of the parser have a value always or never.
    static func completed(_ arguments: [String]) -> [String] {
        let options = arguments.prefix { $0 != "--" }
        guard options.first(where: { !$0.hasPrefix("-") }) == "backup" else { return arguments }
        return options.map { $0 == "--long" ? "--long=\(defaultWindowLog)" : $0 } + arguments[options.endIndex...]
    }

    func validate() throws {
        guard (1...22).contains(level) else { throw ValidationError("--level is between 1 and 22.") }
        if let long, !(10...31).contains(long) { throw ValidationError("--long is between 10 and 31.") }
        if let threads, !(1...256).contains(threads) { throw ValidationError("--threads is between 1 and 256.") }
        if (directory == nil) == (output == nil) {
            throw ValidationError("Give one of -d DIR and -o FILE, to say where the archives go.")
        }
        if output != nil, keep.policy.hasRule { throw ValidationError("--keep-... goes with -d DIR.") }
        if decrypt, keepSyncHistory { throw ValidationError("--decrypt and --keep-sync-history exclude each other.") }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        var batch = try Batch(files, reader: reader, command: BackupCreateCommand.name)
        batch.tellsWork = !context.settings.isDryRun
        if output != nil, batch.count != 1 { throw Failure.usage("-o takes one file.") }
        if files.paths.contains("-") { throw Failure.usage("Standard input cannot be archived; name a file.") }
        if let directory { try BackupCreateCommand.check(directory) }
        if let long, long > BackupCreateCommand.defaultWindowLog {
            context.console.warn(
                "longWindow", "Programs that unpack these archives must be told so: zstd -d --long=\(long).")
        }
        let policy = keep.policy
        let work = Archiving(reader: reader, directory: directory, output: output, options: options)
        if decrypt || policy.hasRule, let refused = consent(to: batch, work) { return refused }
        if output == "-" { return try work.print(files.paths.first ?? "") }
        var result = try batch.run { input, progress in try work.report(on: input, progress) }
        guard let directory, policy.hasRule else { return result }
        guard result.failure == nil else {
            context.console.note("no old archives are removed, because not all files were archived")
            return result
        }
        if noOrigin, let name = batch.sharedName {
            context.console.warn(
                "sharedName",
                "No old archives are removed: several files are named '\(name)', and without --no-origin alone it can "
                    + "be told which archive is of which.")
            return result
        }
        try BackupPruneCommand.prune(directory, policy, context).add(to: &result)
        return result
    }

    /// Asks before keys are taken off and archives removed; returns the result of the command if the answer is no.
    private func consent(to batch: Batch, _ work: Archiving) -> CommandResult? {
        batch.consent { input in
            try work.checkCanArchive(input)
        } question: { accepted in
            var consequences = decrypt ? ["What is encrypted will be archived as plain files."] : []
            // Old archives stay unless there are new ones of all files.
            if let directory, keep.policy.hasRule, accepted == batch.count {
                consequences.append("Archives that no rule keeps will be removed from '\(directory)'.")
            }
            return consequences.isEmpty ? nil : consequences.joined(separator: " ") + " Go on?"
        }
    }

    /// Throws unless archives can be made in the directory.
    static func check(_ directory: String) throws(Failure) {
        var status = stat()
        let isMissing = stat(directory, &status) != 0
        if isMissing, errno != ENOENT, errno != ENOTDIR {
            throw Failure(errno: errno, "The directory '\(directory)' cannot be used")
        }
        guard !isMissing, status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(.cantCreate, nil, "There is no directory '\(directory)'.", path: directory)
        }
        try RealmOutput.checkDirectory(of: directory + "/archive")
    }

    private var options: RealmBackup.Options {
        var options = RealmBackup.Options()
        options.verification = verify == .full ? .full : .quick
        options.level = level
        options.longWindowLog = long
        options.threads = threads
        options.decrypts = decrypt
        options.namesOrigin = !noOrigin
        options.tool = "realmctl \(ToolVersion.text)"
        options.dropsSyncHistory = rewrite.dropSyncHistory
        options.keepsSyncHistory = keepSyncHistory
        options.checksSpace = !rewrite.noSpaceCheck
        return options
    }
}

/// The work on one file.
private struct Archiving: Sendable {
    let reader: RealmReader
    let directory: String?
    let output: String?
    let options: RealmBackup.Options
    let names = ArchiveNames()

    private var context: CommandContext { reader.context }

    func report(on input: InputFile, _ progress: Progress) throws -> FileReport {
        let begin = Date()
        let target = try target(for: input)
        if context.settings.isDryRun { return try dryReport(on: input, target) }
        let manifest = try archive(input, to: target, progress)
        let seconds = Date().timeIntervalSince(begin)
        let bytes = InputFile(target.path).byteCount
        let ratio = bytes == 0 ? 0 : Double(manifest.realm.bytes) / Double(bytes)
        let took = "\((seconds * 10).rounded() / 10) s"
        return FileReport(
            [
                ("path", .string(input.name)), ("status", .string("created")), ("archive", .string(target.path)),
                ("bytes", JSONValue(bytes)), ("realmBytes", JSONValue(manifest.realm.bytes)),
                ("ratio", .double((ratio * 1000).rounded() / 1000)), ("sha256", .string(manifest.realm.sha256)),
                ("seconds", .double((seconds * 1000).rounded() / 1000)), ("manifest", .written(manifest.json)),
            ],
            text: "\(input.name)  \(ByteSize(manifest.realm.bytes)) -> \(target.path)  (\(ByteSize(bytes)), \(took))\n")
    }

    /// Archives to a scratch file, and prints that.
    func print(_ path: String) throws -> CommandResult {
        if OutputStream.standardOutput.isTerminal {
            throw Failure.usage("An archive is not printed on a terminal; redirect it, or name a file.")
        }
        let input = try reader.input(path)
        return try Failure.about(path) {
            if context.settings.isDryRun {
                _ = try dryReport(on: input, URL(fileURLWithPath: "-"))
                return .streamed
            }
            let scratch = URL(
                fileURLWithPath: try context.scratch.name(
                    in: context.settings.temporaryDirectory, environment: context.environment))
            _ = try context.withProgress(BackupCreateCommand.name, input) { try archive(input, to: scratch, $0) }
            try OutputStream.standardOutput.write(contentsOf: scratch)
            return .streamed
        }
    }

    /// Throws if the file cannot be archived, as far as that is known in advance.
    func checkCanArchive(_ input: InputFile) throws {
        if output != nil, output != "-" { _ = try target(for: input) }
        try reader.withKey(for: input) { key in try reader.info(input, key: key, deep: false) }.checkHistory(writing)
    }

    /// The options for writing a copy, as far as a dry run checks them.
    private var writing: Realm.FileWriteOptions {
        var writing = Realm.FileWriteOptions()
        writing.dropsSyncHistory = options.dropsSyncHistory || options.keepsSyncHistory
        return writing
    }

    private func target(for input: InputFile) throws -> URL {
        guard let directory else {
            let path = output ?? ""
            try OutputFile.check(
                path, named: path, replacing: false, hint: "Archives are never replaced: name another file.")
            try RealmOutput.checkDirectory(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            return URL(fileURLWithPath: path, isDirectory: false)
        }
        return names.next(for: input.url, in: URL(fileURLWithPath: directory, isDirectory: true))
    }

    private func archive(_ input: InputFile, to target: URL, _ progress: Progress) throws -> RealmBackup.Manifest {
        let manifest = try reader.withKey(for: input) { key in
            try RealmBackup.create(
                from: reader.configuration(for: input, key: key), to: target, options: options, progress: progress)
        }
        if manifest.realm.encrypted, options.level > 1 {
            context.console.note("'\(input.name)' is encrypted, which does not get smaller: archived with level 1")
        }
        return manifest
    }

    private func dryReport(on input: InputFile, _ target: URL) throws -> FileReport {
        let info = try reader.withKey(for: input) { key in try reader.info(input, key: key, deep: true) }
        try info.checkHistory(writing)
        return FileReport(
            [
                ("path", .string(input.name)), ("status", .string("wouldCreate")), ("archive", .string(target.path)),
                ("realmBytes", JSONValue(info.usedBytes)),
            ], text: "\(input.name)  would be archived to \(target.path)  (\(ByteSize(info.usedBytes)))\n")
    }
}

/// The names of a batch's archives: files of the same name archived at the same time must not share one.
private final class ArchiveNames: Sendable {
    private let taken = Mutex(Set<URL>())

    func next(for file: URL, in directory: URL) -> URL {
        taken.withLock { taken in
            let name = RealmBackup.archiveURL(forFileAt: file, in: directory, except: taken)
            taken.insert(name)
            return name
        }
    }
}
