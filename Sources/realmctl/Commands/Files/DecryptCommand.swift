import ArgumentParser
import RealmTools

/// `decrypt`: turn encrypted files into plain ones.
struct DecryptCommand: KeyChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "decrypt",
        abstract: "Decrypt encrypted files.",
        discussion: """
            Each file is replaced by a plain one that was written beside it, synced and read back. It must be closed \
            everywhere. Asks before it replaces anything. Whoever can read the disk can read the result, and its \
            blocks may stay on the disk after the file has gone.
            """)

    @OptionGroup(title: "Output") var change: KeyChangeOptions
    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Writing") var enumeration: EnumerationOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<DecryptCommand>

    static let generalOptions: Set<GeneralOption> = .writing

    func execute(in context: CommandContext) throws -> CommandResult {
        try run(.decrypt, RealmReader(key, in: context), newKey: nil, in: context)
    }
}
