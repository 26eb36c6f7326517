import ArgumentParser
import Foundation
import RealmTools

/// `schema`: the classes and properties of a file.
struct SchemaCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print a file's classes and properties.",
        discussion: """
            YAML and JSON can be read back, by --expect among others. Swift is model classes. With --expect FILE the \
            schema is compared with that of a document in YAML or JSON: exits with 1 and the differences, if any.
            """)

    /// The form of the printed schema.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case text, yaml, json, swift
    }

    @Option(help: "text, yaml, json or swift.")
    var format = Form.text

    @Option(name: .customLong("class"), help: ArgumentHelp("Only this class; may be repeated.", valueName: "name"))
    var classes: [String] = []

    @Option(
        help: ArgumentHelp("Exit with 1, and show how, if the schema differs from this document.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var expect: String?

    @Argument(help: "The Realm file; - is standard input.", completion: .file(extensions: ["realm"]))
    var path: String

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions

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
            let names = schema.objectSchema.map(\.className).joined(separator: ", ")
            throw Failure.usage("The file has no class '\(name)'.", hint: "Its classes are: \(names).")
        }
        return Schema(schema.objectSchema.filter { classes.contains($0.className) })
    }

    /// What would have to change in the file to make it what is expected.
    private func compare(_ document: SchemaDocument, with expected: SchemaDocument) -> CommandResult {
        let wanted =
            classes.isEmpty
            ? expected : SchemaDocument(Schema(expected.schema.objectSchema.filter { classes.contains($0.className) }))
        var lines = wanted.differences(from: document.schema)
        if let version = wanted.version, version != document.version {
            let found = document.version.map { "\($0)" } ?? "none"
            lines.insert("The schema version is \(found), not \(version).", at: 0)
        }
        return CommandResult(
            [("matches", .bool(lines.isEmpty)), ("differences", JSONValue(lines))],
            text: lines.isEmpty ? "The schema is as expected.\n" : lines.map { "- \($0)\n" }.joined(),
            status: lines.isEmpty ? .ok : .finding)
    }
}

/// A schema for people, and for the envelope.
enum SchemaTable {
    static func text(_ document: SchemaDocument) -> String {
        var text = "schema version \(document.version.map { "\($0)" } ?? "none")\n"
        for schema in document.schema.objectSchema {
            let kind = schema.isEmbedded ? "  embedded" : schema.isAsymmetric ? "  asymmetric" : ""
            text += "\n\(schema.className)\(kind)\n"
            let width = schema.properties.map { $0.name.columnCount }.max() ?? 0
            for property in schema.properties {
                let notes = notes(property).map { "  \($0)" }.joined()
                let padding = String(repeating: " ", count: width - property.name.columnCount)
                text += "  \(property.name)\(padding)  \(property.typeNotation)\(notes)\n"
            }
        }
        return text
    }

    private static func notes(_ property: Property) -> [String] {
        if property.isPrimaryKey { return ["primary key"] }
        return (property.isIndexed ? ["indexed"] : []) + (property.isFullTextIndexed ? ["full text"] : [])
    }

    static func json(_ document: SchemaDocument) -> [(String, JSONValue)] {
        let classes = document.schema.objectSchema.map { schema -> JSONValue in
            .object([
                ("name", .string(schema.className)), ("primaryKey", JSONValue(schema.primaryKeyProperty?.name)),
                ("embedded", .bool(schema.isEmbedded)), ("asymmetric", .bool(schema.isAsymmetric)),
                (
                    "properties",
                    .array(
                        schema.properties.map { property in
                            .object([
                                ("name", .string(property.name)), ("type", .string(property.typeNotation)),
                                ("indexed", .bool(property.isIndexed)), ("fulltext", .bool(property.isFullTextIndexed)),
                            ])
                        })
                ),
            ])
        }
        return [("schemaVersion", JSONValue(document.version)), ("classes", .array(classes))]
    }
}
