import ArgumentParser
import Foundation
import RealmTools

/// `migrate new`: a migration file to begin with.
struct MigrateNewCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the skeleton of the next migration file.",
        discussion: """
            The file gets the number behind the highest in the folder, which is made if it is missing. The first file \
            is a baseline: the schema of a new Realm.
            """)

    static var name: String { "migrate new" }

    @Argument(help: ArgumentHelp("What the migration is called: letters, digits, _ and -.", valueName: "name"))
    var title: String

    @OptionGroup(title: "Migration files") var folder: FolderOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<MigrateNewCommand>

    static let generalOptions: Set<GeneralOption> = [.dryRun]

    func execute(in context: CommandContext) throws -> CommandResult {
        let isProper = title.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-")
        }
        guard isProper, !title.isEmpty else {
            throw Failure.usage("A migration's name has letters, digits, _ and - only, not '\(title)'.")
        }
        let directory = folder.directory
        if !context.settings.isDryRun {
            try Failure.about(directory) {
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            }
        }
        let exists = FileManager.default.fileExists(atPath: directory)
        let highest = exists ? try folder.folder().versions.last : nil
        let version = (highest ?? 0) + 1
        let digits = String(version)
        let name = "\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)_\(title).yaml"
        let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
        let text = highest == nil ? MigrateNewCommand.baseline : MigrateNewCommand.steps(version)
        if !context.settings.isDryRun {
            try Failure.about(path) {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            }
        }
        return CommandResult([("file", .string(path)), ("version", .unsigned(version))], text: "\(path)\n")
    }

    private static let baseline = """
        version: 1
        description: the first schema
        schema:
          classes:
            Example:
              primaryKey: id
              properties:
                id: int
                name: {type: string, indexed: true}
                note: string?

        """

    private static func steps(_ version: UInt64) -> String {
        """
        version: \(version)
        description: what changes, and why
        steps:
          # The steps run in this order, all in one transaction. For example:
          # - add_property:    {class: Example, name: count, type: int, value: 0}
          # - rename_property: {class: Example, from: note, to: remark}
          []

        """
    }
}
