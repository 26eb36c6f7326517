import ArgumentParser

/// `schema`: classes and properties, of files and in source code.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print a file's classes and properties; convert model classes from '@objc dynamic'.",
        discussion: "'schema PATH' is short for 'schema print PATH'.",
        subcommands: [SchemaPrintCommand.self, SchemaConvertCommand.self],
        defaultSubcommand: SchemaPrintCommand.self)
}
