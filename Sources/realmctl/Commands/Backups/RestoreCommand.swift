import ArgumentParser
import Foundation
import RealmTools

/// `restore`: bring back a file from an archive.
struct RestoreCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a file from a backup archive.",
        discussion: """
            The Realm is unpacked beside the target, checked against the digest in the archive, opened, synced, and \
            only then takes the name. An existing target is replaced with --force, under its lock, after a question; \
            it must be closed everywhere, and stays beside the new file as TARGET.before-restore-TIME. Also takes a \
            Realm file that is compressed with zstd, or plain.
            """)

    @Argument(help: "The archive; - is standard input.", completion: .file(extensions: ["zst", "realm"]))
    var archive: String

    @Argument(
        help: "The file to restore: a path or a directory (default: the original name, in this directory).",
        completion: .file(extensions: ["realm"]))
    var target: String?

    @Flag(help: "Keep no copy of a file that is replaced.")
    var noSafetyCopy = false

    @Flag(help: "Restore an encrypted Realm as a plain file.")
    var noEncryption = false

    @Option(
        help: ArgumentHelp(
            "The most bytes that the Realm may have: 500, 10KB, 10MiB (default: 64GiB for a Realm compressed with "
                + "zstd).",
            valueName: "size"))
    var maxSize: ByteSize?

    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "New encryption key") var newKey: NewKeyOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<RestoreCommand>

    static let generalOptions: Set<GeneralOption> = .writing

    func execute(in context: CommandContext) throws -> CommandResult {
        let begin = Date()
        let reader = try RealmReader(key, in: context)
        let newKey = try NewKey(newKey, keys: reader.keys, in: context)
        if noEncryption { try self.newKey.checkIsMissing() }
        let input = try reader.input(archive)
        return try Failure.about(archive) {
            let manifest = try manifest(of: input)
            let path = try target(for: input, manifest)
            let exists = FileManager.default.fileExists(atPath: path)
            try context.files.note(path, as: .output)
            if exists {
                try OutputFile.check(path, named: path, replacing: context.settings.force)
                try OutputFile.check(path, isNot: input.url.path, named: path)
                try InputFile(path).checkIsReplaceable(context.settings)
            } else {
                try RealmOutput.checkDirectory(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            }
            let encryption: RealmBackup.RestoreOptions.Encryption =
                noEncryption ? .changed(nil) : newKey.isGiven ? .changed(try newKey.key()) : .kept
            if exists {
                try InputFile(path).checkIsClosed(context.settings)
                try checkKey(manifest, reader)
                try context.confirm("The file '\(path)' will be replaced; go on?")
            }
            if context.settings.isDryRun { return try dryRun(input, path, manifest, reader) }
            let restored = try context.withProgress("restore", input) { progress in
                try reader.withKey(for: input) { key in
                    try restore(input, to: path, key: key, encryption, context, progress)
                }
            }
            let hasKey = reader.keys.source != nil && !newKey.isGiven
            return result(restored, path, seconds: Date().timeIntervalSince(begin), hasKey: hasKey, context)
        }
    }

    /// Throws if the given key is not that of the archived Realm.
    private func checkKey(_ manifest: RealmBackup.Manifest?, _ reader: RealmReader) throws {
        guard let known = manifest?.realm.keyFingerprint, let key = try reader.keys.givenKey(),
            Realm.keyFingerprint(key) != known
        else { return }
        throw Failure(
            .key, "wrongKey", "The key does not fit the Realm in '\(archive)', whose key has fingerprint \(known).",
            path: archive)
    }

    private func restore(
        _ input: InputFile, to path: String, key: Data?, _ encryption: RealmBackup.RestoreOptions.Encryption,
        _ context: CommandContext, _ progress: Progress
    ) throws -> RealmBackup.Restoration {
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path), encryptionKey: key)
        configuration.lockTimeout = context.settings.lockTimeout
        var options = RealmBackup.RestoreOptions()
        options.encryption = encryption
        options.replacesExisting = context.settings.force
        options.replacesHardLinks = context.settings.force
        options.keepsSafetyCopy = !noSafetyCopy
        options.dropsSyncHistory = rewrite.dropSyncHistory
        options.checksSpace = !rewrite.noSpaceCheck
        options.maximumByteCount = maxSize.map { Int($0.bytes) }
        return try RealmBackup.restore(input.url, to: configuration, options: options, progress: progress)
    }

    /// The manifest of an archive; nil for another file that can be restored.
    private func manifest(of input: InputFile) throws -> RealmBackup.Manifest? {
        try RealmBackup.isArchive(input.url) ? RealmBackup.manifest(of: input.url) : nil
    }

    private func target(for input: InputFile, _ manifest: RealmBackup.Manifest?) throws -> String {
        var name = manifest?.realm.member
        if name == nil, !input.isPrivate {
            let own = input.url.lastPathComponent
            name = own.hasSuffix(".zst") ? String(own.dropLast(4)) : own
        }
        guard let target else {
            guard let name else { throw Failure.usage("Standard input has no name: say which file to restore.") }
            return name
        }
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: target, isDirectory: &isDirectory), isDirectory.boolValue else {
            return target
        }
        guard let name else { throw Failure.usage("Standard input has no name: say which file to restore.") }
        return (target as NSString).appendingPathComponent(name)
    }

    private func dryRun(
        _ input: InputFile, _ path: String, _ manifest: RealmBackup.Manifest?, _ reader: RealmReader
    ) throws -> CommandResult {
        if manifest != nil {
            let report = try reader.withKey(for: input) { key in
                try RealmBackup.verify(
                    input.url, encryptionKey: key, deep: key != nil || manifest?.realm.encrypted == false,
                    scratchDirectory: reader.context.settings.scratchDirectory)
            }
            if let stage = report.failed {
                var failure = Failure(.dataError, "badArchive", report.message ?? "The archive is bad.", path: archive)
                failure.detail = .object([("stage", .string(stage.rawValue))])
                throw failure
            }
        }
        reader.context.console.note("'\(path)' would be restored")
        return CommandResult([
            ("archive", .string(archive)), ("target", .string(path)), ("bytes", JSONValue(manifest?.realm.bytes)),
            ("manifest", manifest.map { .written($0.json) } ?? .null),
        ])
    }

    private func result(
        _ restored: RealmBackup.Restoration, _ path: String, seconds: Double, hasKey: Bool, _ context: CommandContext
    ) -> CommandResult {
        if hasKey, restored.manifest?.realm.encrypted == false {
            context.console.warn(
                "keyIgnored", "The archived Realm is not encrypted; the key is ignored. --new-key-file encrypts it.",
                path: archive)
        }
        context.console.note("\(ByteSize(restored.bytes)) restored to '\(path)'")
        if let copy = restored.safetyCopy { context.console.note("the file that was there is '\(copy.path)'") }
        if !restored.isStructureChecked {
            context.console.warn(
                "notOpened", "The Realm is encrypted, and was not opened for want of its key; its digest is right.",
                path: path)
        }
        return CommandResult([
            ("archive", .string(archive)), ("target", .string(path)), ("bytes", JSONValue(restored.bytes)),
            ("safetyCopy", JSONValue(restored.safetyCopy?.path)),
            ("structureChecked", .bool(restored.isStructureChecked)),
            ("seconds", .double((seconds * 1000).rounded() / 1000)),
            ("manifest", restored.manifest.map { .written($0.json) } ?? .null),
        ])
    }
}
