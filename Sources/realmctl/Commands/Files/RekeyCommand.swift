import ArgumentParser
import RealmTools

/// `rekey`: give encrypted files another key.
struct RekeyCommand: NewKeyCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey",
        abstract: "Encrypt files with another key.",
        discussion: """
            Each file is replaced by one that was written beside it with the new key, synced and read back. It must be \
            closed everywhere. Asks before it replaces anything. The file system may still hold blocks that the old \
            key fits.
            """)

    @OptionGroup var generated: GeneratedKeyOptions
    @OptionGroup(title: "Output") var change: KeyChangeOptions
    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Writing") var enumeration: EnumerationOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "New encryption key") var newKey: NewKeyOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<RekeyCommand>

    static let generalOptions: Set<GeneralOption> = .writing

    func execute(in context: CommandContext) throws -> CommandResult {
        try run(.rekey, RealmReader(key, in: context), in: context)
    }
}
