import RealmTools

/// A command that gives files another key, or none.
protocol KeyChangeCommand: RealmctlCommand {
    var change: KeyChangeOptions { get }
    var rewrite: RewriteOptions { get }
    var enumeration: EnumerationOptions { get }
    var files: BatchOptions { get }
}

extension KeyChangeCommand {
    func run(
        _ purpose: KeyChange.Purpose, _ reader: RealmReader, newKey: NewKey?, in context: CommandContext
    ) throws -> CommandResult {
        try KeyChange(
            purpose: purpose, reader: reader, newKey: newKey, options: change,
            rewrite: rewrite.options(force: context.settings.force, enumeration)
        ).run(files)
    }
}

/// A command that gives files a key that is read or generated.
protocol NewKeyCommand: KeyChangeCommand {
    var generated: GeneratedKeyOptions { get }
    var newKey: NewKeyOptions { get }
}

extension NewKeyCommand {
    func run(
        _ purpose: KeyChange.Purpose, _ reader: RealmReader, in context: CommandContext
    ) throws -> CommandResult {
        let key = try NewKey(newKey, generating: generated.generateKey, keys: reader.keys, in: context)
        return try run(purpose, reader, newKey: key, in: context)
    }
}
