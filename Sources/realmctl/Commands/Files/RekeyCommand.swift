import ArgumentParser
import RealmTools

/// `rekey`: give encrypted files another key.
struct RekeyCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey",
        abstract: "Encrypt files with another key.",
        discussion: """
            Each file is replaced by one that was written beside it with the new key, synced and read back. It must be \
            closed everywhere. Asks before it replaces anything. The file system may still hold blocks that the old \
            key fits.
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
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        return try KeyChange(
            purpose: .rekey, reader: reader,
            newKey: try NewKey(newKey, generating: generateKey, keys: reader.keys, in: context),
            options: change, rewrite: rewrite.options(force: context.settings.force, enumeration)
        ).run(files)
    }
}
