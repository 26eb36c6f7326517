import ArgumentParser
import Foundation
import RealmTools

/// `seed check`: can an app be shipped with this file?
struct SeedCheckCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Tell whether a file is fit to be a seed.",
        discussion: """
            The file must be sound, in the newest format, compact, and open as an app opens a copy of it. Exits with 1 \
            and a list of what is wrong, if anything is.
            """)

    static var name: String { "seed check" }

    @Option(
        help: ArgumentHelp("The schema that the file must have.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var schema: String?

    @Option(help: ArgumentHelp("The schema version that the file must have.", valueName: "n"))
    var schemaVersion: UInt64?

    @Option(help: ArgumentHelp("The most bytes that the file may have: 500, 10KB, 10MiB.", valueName: "size"))
    var maxSize: ByteSize?

    @Argument(help: "The seed file.", completion: .file(extensions: ["realm"]))
    var path: String

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<SeedCheckCommand>

    static let generalOptions: Set<GeneralOption> = [.noInput, .progress, .tmpdir, .lockTimeout]

    private static let newestFormat = 24
    private static let largestFreeRatio = 0.05
    /// The unused ends of the last page, and of the cipher's own page, are not waste.
    private static let pageEnds = 2 * 4096

    func execute(in context: CommandContext) throws -> CommandResult {
        let document = try schema.map(SchemaFile.read)
        let reader = try RealmReader(key, in: context)
        let input = try reader.input(path)
        let problems = try Failure.about(path) {
            try reader.withKey(for: input) { key in
                let info = try Realm.fileInfo(
                    at: input.url, encryptionKey: key, lockMode: .immutable,
                    lockTimeout: context.settings.lockTimeout, scratchDirectory: context.settings.scratchDirectory)
                let damage = try damage(of: input, key)
                // The content of a damaged file is not worth comparing.
                if let damage { return [damage] }
                return try form(info) + content(input, key, document) + opening(input, key, context)
            }
        }
        return CommandResult(
            [("accepted", .bool(problems.isEmpty)), ("problems", JSONValue(problems))],
            text: problems.isEmpty ? "The file is fit to be a seed.\n" : problems.map { "- \($0)\n" }.joined(),
            status: problems.isEmpty ? .ok : .finding)
    }

    private func damage(of input: InputFile, _ key: Data?) throws -> String? {
        let report = try Realm.verify(at: input.url, encryptionKey: key, level: .full, lockMode: .immutable)
        guard !report.isSound else { return nil }
        return "The file is damaged: \(report.problems.first?.message ?? "see 'realmctl verify'")"
    }

    private func form(_ info: Realm.FileInfo) -> [String] {
        var problems: [String] = []
        if info.fileFormat != SeedCheckCommand.newestFormat {
            problems.append("The file format is \(info.fileFormat), not \(SeedCheckCommand.newestFormat).")
        }
        let isWasteful = info.freeRatio >= SeedCheckCommand.largestFreeRatio
        if !info.streamingForm, isWasteful, info.freeBytes > SeedCheckCommand.pageEnds {
            let percent = Int((info.freeRatio * 100).rounded())
            problems.append("\(percent) % of the file is free; see 'realmctl compact'.")
        }
        if let maxSize, info.bytes > maxSize.bytes {
            problems.append("The file has \(info.bytes.grouped) bytes, more than \(Int(maxSize.bytes).grouped).")
        }
        if info.history == .syncClient || info.history == .other {
            problems.append("The file belongs to a synchronised app; see 'realmctl copy --drop-sync-history'.")
        }
        return problems
    }

    private func content(_ input: InputFile, _ key: Data?, _ document: SchemaDocument?) throws -> [String] {
        var configuration = Realm.Configuration(fileURL: input.url, encryptionKey: key, readOnly: true)
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        var problems = document?.differences(from: realm.schema) ?? []
        if let wanted = schemaVersion ?? document?.version, wanted != realm.schemaVersion {
            let actual = realm.schemaVersion.map { "\($0)" } ?? "none"
            problems.append("The schema version is \(actual), not \(wanted).")
        }
        return problems
    }

    /// Opens a copy for writing, like an app started for the first time.
    private func opening(_ input: InputFile, _ key: Data?, _ context: CommandContext) throws -> [String] {
        let directory = try context.scratch.makeDirectory(
            in: context.settings.temporaryDirectory, environment: context.environment)
        let copy = URL(fileURLWithPath: directory).appendingPathComponent("copy.realm")
        try FileManager.default.copyItem(at: input.url.resolvingSymlinksInPath(), to: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        var configuration = Realm.Configuration(fileURL: copy, encryptionKey: key)
        configuration.schemaMode = .discovered
        do {
            let realm = try Realm(configuration: configuration)
            try realm.write {}
        } catch let error as Realm.Error {
            return ["A copy of the file does not open for writing: \(error.localizedDescription)"]
        }
        return []
    }
}
