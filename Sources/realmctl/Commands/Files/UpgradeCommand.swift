import ArgumentParser
import Foundation
import RealmTools

/// `upgrade`: give files of older formats the newest one.
struct UpgradeCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Give files of older formats the newest one, 24.",
        discussion: """
            Nothing has to be upgraded to be read. A file is replaced, under its lock, by an upgraded, compact one \
            that was written beside it, synced and verified in full; a crash leaves the old or the new one. It must be \
            closed everywhere. The old file stays beside it as NAME.vN.backup.realm, where N is its format, unless \
            there is one. Programs with an engine that does not know format 24 cannot open the new file. Files of \
            format 24 are left as they are.
            """)

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write this file, and leave the source as it is.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Keep no backup of the old file.")
    var noBackup = false

    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<UpgradeCommand>

    static let generalOptions: Set<GeneralOption> = .writing

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        var batch = try Batch(files, reader: reader, command: "upgrade")
        batch.tellsWork = !context.settings.isDryRun
        if output != nil, batch.count != 1 { throw Failure.usage("-o takes one input file.") }
        let work = FormatChange(
            reader: reader, output: output, keepsBackup: !noBackup,
            options: rewrite.options(force: context.settings.force))
        return try batch.run { input, progress in try work.report(on: input, progress) }
    }
}

/// The upgrade of one file.
private struct FormatChange: Sendable {
    let reader: RealmReader
    let output: String?
    let keepsBackup: Bool
    let options: Realm.FileWriteOptions

    private var settings: Settings { reader.context.settings }
    private static let newestFormat = RealmStoreInformation.readableFileFormats.last ?? 0

    func report(on input: InputFile, _ progress: Progress) throws -> FileReport {
        let begin = Date()
        let target = try output.map { try RealmOutput($0, from: input, in: reader.context) }
        if target == nil { try input.checkIsReplaceable(settings) }
        let before = input.byteCount
        let info = try reader.withKey(for: input) { key in
            try reader.info(input, key: key, deep: settings.isDryRun)
        }
        let from = info.fileFormat
        let isOld = from < FormatChange.newestFormat && from != 0
        if isOld || target != nil {
            try info.checkHistory(options)
            if !settings.isDryRun { try upgrade(input, to: target, progress) }
        }
        if isOld {
            let name = target?.path ?? input.name
            let when = settings.isDryRun ? "after the upgrade" : target == nil ? "any more" : "at all"
            reader.context.console.warn(
                "olderPrograms",
                "Programs that do not know format \(FormatChange.newestFormat) cannot open '\(name)' \(when).",
                path: input.name)
        }
        let status = !isOld ? "current" : settings.isDryRun ? "wouldUpgrade" : "upgraded"
        let verb = settings.isDryRun ? "would be upgraded from format" : "format"
        let change = isOld ? "\(verb) \(from) -> \(FormatChange.newestFormat)" : "is of format \(from)"
        return FileReport(
            [
                ("path", .string(input.name)), ("status", .string(status)), ("from", JSONValue(from)),
                ("to", JSONValue(isOld ? FormatChange.newestFormat : from)), ("output", JSONValue(target?.path)),
                ("before", JSONValue(before)),
                ("after", JSONValue(settings.isDryRun ? nil : target?.byteCount ?? input.byteCount)),
                ("seconds", .double((Date().timeIntervalSince(begin) * 1000).rounded() / 1000)),
            ], text: "\(input.name)  \(change)\(target.map { "  -> \($0.path)" } ?? "")\n")
    }

    private func upgrade(_ input: InputFile, to target: RealmOutput?, _ progress: Progress) throws {
        if let target {
            let opened = try reader.open(input)
            try opened.realm.writeCopy(
                toFile: target.url, encryptionKey: opened.realm.configuration.encryptionKey, options: options,
                progress: progress)
            return
        }
        try reader.withKey(for: input) { key in
            var configuration = Realm.Configuration(fileURL: input.url, encryptionKey: key)
            configuration.lockTimeout = settings.lockTimeout
            _ = try Realm.upgradeFileFormat(
                for: configuration, replacing: options, keepsBackup: keepsBackup, progress: progress)
        }
    }
}
