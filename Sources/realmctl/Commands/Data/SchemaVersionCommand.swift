import ArgumentParser

/// `schema-version`: which schema version does the file have?
struct SchemaVersionCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema-version",
        abstract: "Print a file's schema version.",
        discussion: """
            Prints the number, or 'unversioned'. Exits with 1 for a file without a version and for one that does not \
            meet --expect, --min or --max. A missing file is an error (66), and is never created.
            """)

    @Option(help: ArgumentHelp("Exit with 1 unless this is the version.", valueName: "n"))
    var expect: UInt64?

    @Option(help: ArgumentHelp("Exit with 1 if the version is lower.", valueName: "n"))
    var min: UInt64?

    @Option(help: ArgumentHelp("Exit with 1 if the version is higher.", valueName: "n"))
    var max: UInt64?

    @Argument(help: "The Realm file; - is standard input.", completion: .file(extensions: ["realm"]))
    var path: String

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<SchemaVersionCommand>

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        let input = try reader.input(path)
        let version = try Failure.about(path) {
            let opened = try reader.open(input)
            try opened.finish()
            return opened.realm.schemaVersion
        }
        return CommandResult(
            [("schemaVersion", JSONValue(version))], text: version.map { "\($0)\n" } ?? "unversioned\n",
            status: isAccepted(version) ? .ok : .finding)
    }

    private func isAccepted(_ version: UInt64?) -> Bool {
        guard let version else { return false }
        return (expect ?? version) == version && (min ?? 0) <= version && version <= (max ?? .max)
    }
}
