import ArgumentParser
import Foundation
import RealmTools

/// `import`: put data in.
struct ImportCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the objects of JSON lines, a JSON document, CSV files or a SQLite database to a file.",
        discussion: """
            Takes what export writes, typed or plain, also compressed by zstd or gzip. A missing file is made with the \
            schema of --schema; without one with that of the SQLite database (tables become classes, foreign keys \
            links), or with one that fits the data: types are those of the values, properties that are missing or null \
            somewhere are optional; --dry-run prints it. Objects go in by large transactions, or ones of --batch \
            objects; the first error stops with FILE:LINE (SQLite: FILE:TABLE:ROWID) and a sentence, unless --rejects \
            takes the line. What was committed before stays; a missing file is made when all is in it, or not at all. \
            Links may lead to objects further down. With --resume an import that was killed or stopped by an error is \
            continued by the same command, exactly where its last transaction ended. With --dry-run everything is \
            checked and nothing is written.
            """)

    /// The handling of an object whose primary key is taken.
    enum Rule: String, CaseIterable, ExpressibleByArgument {
        case error, modified, all

        var policy: Realm.UpdatePolicy {
            switch self {
            case .error: .error
            case .modified: .modified
            case .all: .all
            }
        }
    }

    @Option(
        help: ArgumentHelp("The file, or a directory of files; - is standard input.", valueName: "file"),
        completion: .file())
    var from: String

    @Option(help: "ndjson, json, csv or sqlite (default: as the file's suffix says).")
    var format: RealmImporter.Format?

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "The class of objects that do not name it (CSV: default is the file's name).", valueName: "name"))
    var className: String?

    @Option(
        help: ArgumentHelp("Make the file with this schema if it is missing.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var schema: String?

    @Option(
        help: ArgumentHelp(
            "Without --schema: the property that is the primary key, of all classes that have it, or of one "
                + "(Class.property); may be repeated.", valueName: "name"))
    var primaryKey: [String] = []

    @Option(
        help: ArgumentHelp(
            "Without --schema: the class whose keys a property holds, as Class.property=Class; may be repeated.",
            valueName: "link"))
    var link: [String] = []

    @Option(help: "If an object has the same primary key: error, modified (set what differs) or all (set everything).")
    var update = Rule.error

    @Option(help: ArgumentHelp("Objects in each transaction (default: some 100 MB of them).", valueName: "n"))
    var batch: Int?

    @Flag(help: "Import everything in one transaction: all or nothing.")
    var singleTransaction = false

    @Flag(
        help: ArgumentHelp(
            "JSON lines and CSV only: go on where an import of the same files was interrupted, or record how far this "
                + "one comes, so that another one can."))
    var resume = false

    @Option(
        help: ArgumentHelp(
            "Put lines of JSON, or records of CSV, with a problem into this file, and go on.", valueName: "file"),
        completion: .file())
    var rejects: String?

    @Argument(help: "The Realm file.", completion: .file(extensions: ["realm"]))
    var path: String

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<ImportCommand>

    static let generalOptions: Set<GeneralOption> = [.dryRun, .force, .noInput, .progress, .tmpdir, .lockTimeout]

    func validate() throws {
        if let batch, batch < 1 { throw ValidationError("--batch must be at least 1.") }
        if schema != nil, !primaryKey.isEmpty || !link.isEmpty {
            throw ValidationError("--primary-key and --link are for a schema made of the data; --schema has its own.")
        }
        if path == "-" { throw ValidationError("Standard input cannot be written; name a Realm file.") }
        if resume, singleTransaction || rejects != nil || from == "-" {
            throw ValidationError(
                "--resume is for several transactions of lines that can be read again, all of which go in: leave out "
                    + "--single-transaction and --rejects, and name a file.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        if from == "-", reader.keys.source?.isStandardInput == true {
            throw Failure.usage("Standard input cannot give both the key and the data.")
        }
        let input = InputFile(path)
        try context.files.noteRealm(input, as: .target)
        if let schema { try context.files.note(schema, as: .schema) }
        if context.settings.immutable {
            throw Failure(
                .cantCreate, nil, "The file '\(path)' cannot be written without a lock.", path: path,
                hint: "Leave out --immutable.")
        }
        let files = try ImportSource.files(from, format: format, className: className, in: context)
        let (document, notes) = try document(for: input, files, in: context)
        let place = resume && !context.settings.isDryRun ? try ResumableImport(of: input.url) : nil
        let (realm, isNew) = try Failure.about(path) { try open(input, document, reader, at: place?.file) }
        var importer = RealmImporter(realm)
        importer.resumes = place != nil
        importer.update = update.policy
        importer.batchSize = batch
        // A file that is missing is made as a whole in any case.
        importer.isSingleTransaction = singleTransaction && !isNew
        importer.isDryRun = context.settings.isDryRun
        let rejects = try rejects.map { try ImportRejects($0, files, in: context) }
        if let rejects { importer.reject = rejects.add }
        var report = RealmImporter.Report()
        do {
            report = try Failure.about(from) {
                // All objects are there, and no record of progress: only the name is missing.
                let isWhole = isNew && !importer.isInterrupted && !realm.isEmpty
                if let place, place.isDone || isWhole { return report }
                return try context.withProgress("import", input) { progress in
                    importer.progress = progress
                    return try importer.importFiles(files) { report = $0 }
                }
            }
        } catch {
            var failure = Failure(error)
            // Objects that were committed stay: then what was put aside between them is needed, too.
            if isNew, place == nil { report = RealmImporter.Report() } else { try? rejects?.finish() }
            if report.transactions > 0 {
                failure.hint =
                    "\(report.objects.of("object")) imported before, in \(report.transactions.of("transaction"))"
                    + (place == nil ? "." : "; the same command goes on from there.")
            }
            return CommandResult(report.json(context.settings), failure: failure)
        }
        if isNew, !context.settings.isDryRun {
            try Failure.about(path) { try NewRealm.place(realm, at: input.url, keepsName: place != nil) }
            place?.finish()
        }
        try rejects?.finish()
        report.tell(context.console, path: from, more: notes)
        let verb = context.settings.isDryRun ? "would be imported" : "imported"
        context.console.note("\(report.objects.of("object")) \(verb) into '\(path)'")
        return CommandResult(report.json(context.settings))
    }

    /// The schema for a file that is missing: that of `--schema`, else that of the imported data.
    private func document(
        for input: InputFile, _ files: [RealmImporter.Input], in context: CommandContext
    ) throws -> (document: SchemaDocument?, notes: [String]) {
        if let schema { return (try SchemaFile.read(schema), []) }
        guard !FileManager.default.fileExists(atPath: input.url.path) else { return (nil, []) }
        if let database = files.first, files.count == 1, database.format == .sqlite {
            let found = try RealmImporter.databaseSchema(of: database.url, name: database.name)
            return (found.document, found.notes)
        }
        let hints = try SchemaHintOptions(primaryKey, link, className: className).hints
        let found = try Failure.about(from) {
            try RealmImporter.schema(of: files, hints, skipsFaults: rejects != nil)
        }
        if context.settings.isDryRun { try context.console.result(found.document.yaml()) }
        return (found.document, found.isWhole ? [] : ["The schema is that of the first 64 MB of the data."])
    }

    /// Opens the file; instead of a missing one a scratch file, from which it is created at the end.
    ///
    /// - Parameter place: that of a file that is made by several commands.
    private func open(
        _ input: InputFile, _ document: SchemaDocument?, _ reader: RealmReader, at place: URL?
    ) throws -> (realm: Realm, isNew: Bool) {
        let isMissing = !FileManager.default.fileExists(atPath: input.url.path)
        if !isMissing {
            try input.checkCanBeLocked()
        } else if document != nil {
            try RealmOutput.checkDirectory(of: input.url.path)
        }
        return try reader.withKey(for: input) { key in
            var configuration = reader.configuration(for: input, key: key)
            // Programs that use the file may not support the newest format.
            configuration.disableFormatUpgrade = true
            guard let document else { return (try Realm(configuration: configuration), false) }
            if !isMissing {
                let realm = try Realm(configuration: configuration)
                // A file without commits gets the schema like a new one.
                if realm.schemaVersion != nil || !realm.schema.objectSchema.isEmpty {
                    try check(realm, document, path: input.url.path)
                    return (realm, false)
                }
            }
            configuration.schemaMode = .explicit(document.schema)
            configuration.schemaVersion = document.version ?? 0
            if isMissing, let place {
                configuration.fileURL = place
            } else if isMissing {
                let context = reader.context
                let beside = input.url.resolvingSymlinksInPath().deletingLastPathComponent().path
                let directory = try context.scratch.makeDirectory(
                    in: context.settings.temporaryDirectory ?? (context.settings.isDryRun ? nil : beside),
                    environment: context.environment)
                configuration.fileURL = URL(fileURLWithPath: directory).appendingPathComponent("new.realm")
            }
            return (try Realm(configuration: configuration), isMissing)
        }
    }

    /// An import does not change the schema of a file that has one.
    private func check(_ realm: Realm, _ document: SchemaDocument, path: String) throws {
        let lines = document.differences(from: realm.schema)
        guard !lines.isEmpty else { return }
        let message = "The schema of the file '\(path)' is not the one that was given:"
        throw Realm.Error(
            .schemaMismatch,
            userInfo: [
                NSLocalizedDescriptionKey: message + lines.map { "\n- \($0)" }.joined(), NSFilePathErrorKey: path,
            ])
    }
}

extension RealmImporter.Report {
    /// The result of an import, for programs.
    func json(_ settings: Settings) -> [(String, JSONValue)] {
        let counts = classes.map { counted in
            JSONValue.object([
                ("name", .string(counted.name)), ("created", JSONValue(counted.created)),
                ("updated", JSONValue(counted.updated)),
            ])
        }
        return [
            ("objects", JSONValue(objects)), ("transactions", JSONValue(transactions)),
            ("ownerlessObjects", JSONValue(ownerlessObjects)), ("rejected", JSONValue(rejected)),
            ("dryRun", .bool(settings.isDryRun)), ("classes", .array(counts)),
        ]
    }

    /// Warns of omissions.
    ///
    /// - Parameter more: observations before the import.
    func tell(_ console: Console, path: String, more: [String] = []) {
        if ownerlessObjects > 0 {
            console.warn(
                "ownerlessObjects", "\(ownerlessObjects.grouped) embedded objects without owner were left out.",
                path: path)
        }
        for note in more + notes.filter({ !more.contains($0) }) { console.warn("databaseMapping", note, path: path) }
    }
}
