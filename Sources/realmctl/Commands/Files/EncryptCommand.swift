import ArgumentParser
import RealmTools

/// `encrypt`: give plain files a key.
struct EncryptCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "encrypt",
        abstract: "Encrypt plain files.",
        discussion: """
            Each file is replaced by an encrypted one that was written beside it, synced and read back. It must be \
            closed everywhere. The file system may still hold the old plain text in blocks that are free now, and so \
            may backups.
            """)

    @Option(
        help: ArgumentHelp("Make a new key, in a new file of mode 0600, before anything else.", valueName: "file"),
        completion: .file())
    var generateKey: String?

    @OptionGroup(title: "Output") var change: KeyChangeOptions
    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Writing") var enumeration: EnumerationOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "New encryption key") var newKey: NewKeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = RealmReader(withoutKeyIn: context)
        return try KeyChange(
            purpose: .encrypt, reader: reader,
            newKey: try NewKey(newKey, generating: generateKey, keys: reader.keys, in: context),
            options: change, rewrite: rewrite.options(force: context.settings.force, enumeration)
        ).run(files)
    }
}
