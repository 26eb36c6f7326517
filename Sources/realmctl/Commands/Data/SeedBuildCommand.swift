import ArgumentParser
import Foundation
import RealmTools

/// `seed build`: a file with a schema and data.
struct SeedBuildCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Make a seed file from a schema and data.",
        discussion: """
            The same schema and data give the same bytes, unless the file is encrypted. The file is compact, in the \
            newest format, and has no companions.
            """)

    static var name: String { "seed build" }

    @Option(
        help: ArgumentHelp("The schema: a document in YAML or JSON.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var schema: String

    @Option(
        help: ArgumentHelp(
            "Data: Class.csv, Class.ndjson, any .json, a directory of these, or Class=FILE; may be repeated.",
            valueName: "path"),
        completion: .file())
    var data: [String] = []

    @Option(help: ArgumentHelp("The schema version (default: that of the schema, else 0).", valueName: "n"))
    var schemaVersion: UInt64?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The seed file to write.", valueName: "file"),
        completion: .file(extensions: ["realm"]))
    var output: String

    @Flag(help: "Do not ask the file system for free space first.")
    var noSpaceCheck = false

    @OptionGroup(title: "Writing") var enumeration: EnumerationOptions
    @OptionGroup(title: "New encryption key") var newKey: NewKeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<SeedBuildCommand>

    static let generalOptions: Set<GeneralOption> = [.dryRun, .force, .noInput, .tmpdir]

    /// Objects in a transaction: a new file has no waiting readers.
    private static let batchSize = 10_000

    func execute(in context: CommandContext) throws -> CommandResult {
        let settings = context.settings
        try context.files.note(output, as: .output)
        let document = try SchemaFile.read(schema)
        let files = try data.flatMap { try ImportSource.seedFiles($0) }
        let newKey = try NewKey(self.newKey, keys: KeyRing(withoutKeyIn: context), in: context)
        let key = newKey.isGiven ? try newKey.key() : nil
        let target = URL(fileURLWithPath: output, isDirectory: false)
        for source in [schema] + data { try OutputFile.check(output, isNot: source, named: source) }
        try OutputFile.check(output, named: output, replacing: settings.force)
        try RealmOutput.checkDirectory(of: target.resolvingSymlinksInPath().path)
        let directory = try context.scratch.makeDirectory(
            in: settings.temporaryDirectory ?? target.resolvingSymlinksInPath().deletingLastPathComponent().path,
            environment: context.environment)
        var configuration = Realm.Configuration(
            fileURL: URL(fileURLWithPath: directory).appendingPathComponent("seed.realm"), encryptionKey: key,
            schemaVersion: schemaVersion ?? document.version ?? 0)
        configuration.schemaMode = .explicit(document.schema)
        let realm = try Failure.about(schema) { try Realm(configuration: configuration) }
        var importer = RealmImporter(realm)
        importer.batchSize = SeedBuildCommand.batchSize
        let report = try context.withProgress("seed build", InputFile(output)) { progress in
            importer.progress = progress
            return try importer.importFiles(files)
        }
        report.tell(context.console, path: output)
        let bytes = settings.isDryRun ? nil : try Failure.about(output) { try write(realm, to: target, key, settings) }
        let what = report.objects.of("object") + (bytes.map { ", \(ByteSize($0))," } ?? "")
        context.console.note(
            settings.isDryRun ? "\(what) would be written to '\(output)'" : "\(what) written to '\(output)'")
        return CommandResult(
            [
                ("output", .string(output)), ("bytes", JSONValue(bytes)),
                ("schemaVersion", .unsigned(configuration.schemaVersion)), ("encrypted", .bool(key != nil)),
                ("keyFingerprint", JSONValue(key.map(Realm.keyFingerprint))),
            ] + report.json(settings))
    }

    private func write(_ realm: Realm, to target: URL, _ key: Data?, _ settings: Settings) throws -> Int {
        var options = Realm.FileWriteOptions()
        options.replacesExisting = settings.force
        options.replacesHardLinks = settings.force
        options.checksSpace = !noSpaceCheck
        options.enumeratesStrings = enumeration.enumerate
        return try realm.writeCopy(toFile: target, encryptionKey: key, options: options)
    }
}
