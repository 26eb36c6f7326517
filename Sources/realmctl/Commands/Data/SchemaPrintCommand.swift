import ArgumentParser
import Foundation
import RealmTools

/// `schema print`, or just `schema`: the classes and properties of a file.
struct SchemaPrintCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "print",
        abstract: "Print a file's classes and properties.",
        discussion: """
            YAML and JSON can be read back, by --expect among others. Swift is model classes. With --expect FILE the \
            schema is compared with that of a document in YAML or JSON: exits with 1 and the differences, if any.
            """)

    /// The name in JSON is older than the other commands for schemas.
    static var name: String { "schema" }

    /// The form of the printed schema.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case text, yaml, json, swift
    }

    @Option(help: "text, yaml, json or swift.")
    var format = Form.text

    @Option(
        name: .customLong("class"), help: ArgumentHelp("Only this class; may be repeated.", valueName: "name"),
        completion: FileNames.classes)
    var classes: [String] = []

    @Option(
        help: ArgumentHelp("Exit with 1, and show how, if the schema differs from this document.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var expect: String?

    @Argument(help: "The Realm file; - is standard input.", completion: .file(extensions: ["realm"]))
    var path: String

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<SchemaPrintCommand>

    func execute(in context: CommandContext) throws -> CommandResult {
        let expected = try expect.map(SchemaFile.read)
        let reader = try RealmReader(key, in: context)
        let input = try reader.input(path)
        let document = try Failure.about(path) {
            let opened = try reader.open(input)
            try opened.finish()
            return SchemaDocument(try selected(opened.realm.schema), version: opened.realm.schemaVersion)
        }
        if let expected { return compare(document, with: expected) }
        let text =
            switch format {
            case .text: SchemaTable.text(document)
            case .yaml: document.yaml()
            case .json: document.json()
            case .swift: document.swiftSource()
            }
        return CommandResult(SchemaTable.json(document), text: text)
    }

    private func selected(_ schema: Schema) throws -> Schema {
        if classes.isEmpty { return schema }
        for name in classes where schema[name] == nil {
            throw Failure.unknownClass(name, of: schema)
        }
        return Schema(schema.objectSchema.filter { classes.contains($0.className) })
    }

    /// The changes that would give the file the expected schema.
    private func compare(_ document: SchemaDocument, with expected: SchemaDocument) -> CommandResult {
        let wanted =
            classes.isEmpty
            ? expected : SchemaDocument(Schema(expected.schema.objectSchema.filter { classes.contains($0.className) }))
        var lines = wanted.differences(from: document.schema)
        if let version = wanted.version, version != document.version {
            let actual = document.version.map { "\($0)" } ?? "none"
            lines.insert("The schema version is \(actual), not \(version).", at: 0)
        }
        return CommandResult(
            [("matches", .bool(lines.isEmpty)), ("differences", JSONValue(lines))],
            text: lines.isEmpty ? "The schema is as expected.\n" : lines.map { "- \($0)\n" }.joined(),
            status: lines.isEmpty ? .ok : .finding)
    }
}
