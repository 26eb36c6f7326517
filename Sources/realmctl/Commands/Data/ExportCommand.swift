import ArgumentParser
import Foundation
import Glibc
import RealmTools

extension RealmExporter.Format: @retroactive ExpressibleByArgument {}

/// `export`: get the data out.
struct ExportCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a file's objects as JSON, CSV, or tables for SQLite and PostgreSQL.",
        discussion: """
            Typed values (the default for ndjson and json) lose nothing: {"$date":"..."}, {"$link":["Dog",KEY]} and so \
            on. Plain values are text and numbers alone. CSV makes a directory with a file for each class, and one for \
            each collection, named CLASS__property.csv; one class without collections may go to a single file, or to \
            standard output. SQLite makes a database with the same tables, postgres a script for psql. Embedded \
            objects have rows of their own there. --where picks objects of a class, and what is embedded in them; \
            links to others stay.
            """,
        aliases: ["dump"])

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file, for csv the directory, to write; - is standard output.", valueName: "file"),
        completion: .file())
    var output = "-"

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "ndjson, json, csv, sqlite or postgres (default: as FILE ends, or ndjson).", valueName: "format"))
    var givenFormat: RealmExporter.Format?

    private var format: RealmExporter.Format { givenFormat ?? namedFormat ?? .ndjson }

    /// The format according to the suffix of the output's name.
    private var namedFormat: RealmExporter.Format? {
        switch (output as NSString).pathExtension.lowercased() {
        case "ndjson", "jsonl": .ndjson
        case "json": .json
        case "csv": .csv
        case "sqlite", "sqlite3", "db": .sqlite
        case "sql": .postgres
        default: nil
        }
    }

    @Option(
        name: .customLong("class"), help: ArgumentHelp("Only this class; may be repeated.", valueName: "name"),
        completion: FileNames.classes)
    var classes: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Of this class only objects that meet a condition, as in 'query'; may be repeated for other classes.",
            valueName: "class=predicate"))
    var conditions: [ClassCondition] = []

    @Flag(help: "Write values with their types, so that nothing is lost.")
    var typed = false

    @Flag(help: "Write values as plain text and numbers.")
    var plain = false

    @Argument(help: "The Realm file; - is standard input.", completion: .file(extensions: ["realm"]))
    var path: String

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<ExportCommand>

    static let generalOptions: Set<GeneralOption> = .exporting

    func validate() throws {
        if typed, plain { throw ValidationError("--typed and --plain exclude each other.") }
        if format == .sqlite, output == "-" {
            throw ValidationError("SQLite needs a file of its own: name it with -o FILE.")
        }
        if let namedFormat, namedFormat != format {
            throw ValidationError(
                "The name '\(output)' says \(namedFormat.rawValue), and --format says \(format.rawValue): leave out "
                    + "--format, or give -o another name.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        let input = try reader.input(path)
        var destination = ExportDestination.nowhere
        let report = try Failure.about(path) {
            let opened = try reader.open(input)
            try checkClasses(opened.realm)
            let selections = try conditions.map { try $0.objects(in: opened.realm) }
            var exporter = try Failure.ofUsage {
                try RealmExporter(
                    opened.realm, format: format, values: typed ? .typed : plain ? .plain : nil,
                    classes: classes.isEmpty ? nil : classes, selections: selections)
            }
            destination = try self.destination(opened, context)
            return try context.withProgress("export", input) { progress in
                exporter.progress = progress
                let report = try write(exporter, to: destination, in: context)
                try opened.finish()
                return report
            }
        }
        try destination.commit()
        warn(report, context.console)
        // Bare lines on standard output are not followed by an envelope.
        if output == "-" { return .streamed }
        context.console.note("\(report.objects.of("object")), \(ByteSize(report.bytes)) written to '\(output)'")
        return CommandResult([
            ("output", .string(output)), ("format", .string(format.rawValue)), ("objects", JSONValue(report.objects)),
            ("bytes", JSONValue(report.bytes)),
            (
                "classes",
                .array(
                    report.classes.map { .object([("name", .string($0.name)), ("objects", JSONValue($0.objects))]) })
            ),
        ])
    }

    private func destination(_ opened: OpenedRealm, _ context: CommandContext) throws -> ExportDestination {
        let isDirectory = try format == .csv && !isOneTable(opened.realm)
        if context.settings.isDryRun { return .nowhere }
        if output == "-" { return .standardOutput }
        try context.files.noteRealm(opened.input, as: .source)
        try context.files.note(output, as: .output)
        let mode = opened.input.outputMode(isEncrypted: opened.realm.configuration.encryptionKey != nil)
        if isDirectory { return .directory(try ExportDirectory(output, mode: mode, in: context)) }
        return .file(
            try OutputFile(
                output, replacing: context.settings.force, mode: mode, mayStream: format != .sqlite, in: context))
    }

    /// Whether the output is a single CSV file; throws if its name or kind says so, but there is more than one table.
    private func isOneTable(_ realm: Realm) throws(Failure) -> Bool {
        let isStandardOutput = output == "-"
        let isStream = isStandardOutput || OutputFile.isStream(output)
        guard isStream || namedFormat == .csv && !FileSearch.isDirectory(output) else { return false }
        let exported = realm.schema.objectSchema.filter { classes.isEmpty || classes.contains($0.className) }
        let collections = exported.flatMap(\.properties).filter { $0.isArray || $0.isSet || $0.isMap }
        guard exported.count == 1, collections.isEmpty else {
            throw Failure.usage(
                (isStandardOutput ? "Standard output takes" : "'\(output)' is")
                    + " one file, and CSV has one for each class and each collection, "
                    + "\((exported.count + collections.count).grouped) here.",
                hint: "Name a directory: --format csv -o DIR; or pick one class without collections with --class.")
        }
        return true
    }

    private func write(
        _ exporter: RealmExporter, to destination: ExportDestination, in context: CommandContext
    ) throws -> RealmExporter.Report {
        if format == .csv {
            return try exporter.exportFiles { file, bytes in try destination.write(bytes, file: file) }
        }
        if format == .sqlite {
            if case .file(let output) = destination { return try exporter.exportDatabase(toFile: output.scratchFile) }
            // A dry run creates the database nevertheless.
            let scratch = try context.scratch.make(in: nil, environment: context.environment)
            return try exporter.exportDatabase(toFile: URL(fileURLWithPath: scratch.path))
        }
        return try exporter.export { bytes in try destination.write(bytes, file: nil) }
    }

    /// One class and the condition on its objects.
    struct ClassCondition: ExpressibleByArgument, Sendable {
        let className: String
        let predicate: String

        init?(argument: String) {
            guard let equals = argument.firstIndex(of: "=") else { return nil }
            className = String(argument[..<equals])
            predicate = String(argument[argument.index(after: equals)...])
        }

        func objects(in realm: Realm) throws -> Results<DynamicObject> {
            try QueryText.telling(predicate) {
                try realm.dynamicObjects(parsing: className).filter(parsing: predicate, arguments: [])
            }
        }
    }

    private func checkClasses(_ realm: Realm) throws {
        for name in classes where realm.schema[name] == nil {
            throw Failure.unknownClass(name, of: realm.schema)
        }
    }

    private func warn(_ report: RealmExporter.Report, _ console: Console) {
        let warnings = [
            ("unresolvedLinks", report.unresolvedLinks, "links to objects that do not exist were written as null"),
            (
                "nullKeyLinks", report.nullKeyLinks,
                "links to an object whose primary key is null were written as null; JSON keeps them"
            ),
            ("oversizedValues", report.oversizedValues, "values over 16 MiB, which read as null, were written as null"),
            ("approximatedValues", report.approximatedValues, "values were rounded to what PostgreSQL can hold"),
            ("ownerlessObjects", report.ownerlessObjects, "embedded objects without owner were written on their own"),
        ]
        for (code, count, text) in warnings where count > 0 {
            console.warn(code, "\(count.grouped) \(text).", path: path)
        }
    }
}
