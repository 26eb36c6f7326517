import ArgumentParser
import RealmTools

/// `encrypt`: give plain files a key.
struct EncryptCommand: NewKeyCommand {
    static let configuration = CommandConfiguration(
        commandName: "encrypt",
        abstract: "Encrypt plain files.",
        discussion: """
            Each file is replaced by an encrypted one that was written beside it, synced and read back. It must be \
            closed everywhere. The file system may still hold the old plain text in blocks that are free now, and so \
            may backups.
            """)

    @OptionGroup var generated: GeneratedKeyOptions
    @OptionGroup(title: "Output") var change: KeyChangeOptions
    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Writing") var enumeration: EnumerationOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "New encryption key") var newKey: NewKeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<EncryptCommand>

    static let generalOptions: Set<GeneralOption> = .writing

    func execute(in context: CommandContext) throws -> CommandResult {
        try run(.encrypt, RealmReader(withoutKeyIn: context), in: context)
    }
}
