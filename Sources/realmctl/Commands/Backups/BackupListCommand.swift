import ArgumentParser
import Foundation
import RealmTools

/// `backup list`: list the content of archives.
struct BackupListCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Say what archives hold.",
        discussion: "Reads the manifests alone, a few hundred bytes of each archive. Takes no key.")

    static var name: String { "backup list" }

    @Argument(
        help: ArgumentHelp("Archives, or directories of them.", valueName: "path"), completion: .file())
    var paths: [String]

    @OptionGroup(title: "General options") var general: GeneralOptions<BackupListCommand>

    static let generalOptions: Set<GeneralOption> = []

    func execute(in context: CommandContext) throws -> CommandResult {
        var table = TextTable([
            ("CREATED", .left), ("NAME", .left), ("SCHEMA", .right), ("SIZE", .right), ("KEY", .left),
            ("ARCHIVE", .left), ("ORIGIN", .left),
        ])
        let archives = try paths.flatMap { try Archives.find($0) }
        var failures: [Failure] = []
        let files = archives.map { path -> JSONValue in
            do {
                let manifest = try RealmBackup.manifest(of: URL(fileURLWithPath: path))
                table.add([
                    Archives.time(manifest), manifest.realm.member, manifest.realm.schemaVersion.map(String.init) ?? "",
                    "\(ByteSize(manifest.realm.bytes))", manifest.realm.keyFingerprint ?? "not encrypted", path,
                    manifest.origin.map { "\($0.host):\($0.path)" } ?? "",
                ])
                return Archives.json(manifest, path)
            } catch {
                let failure = Failure(error, path: path)
                context.console.report(failure)
                failures.append(failure.alreadyReported)
                return .object([("archive", .string(path)), ("error", failure.json)])
            }
        }
        let text = archives.count == failures.count ? "" : table.lines(title: context.console.outputStyle.bold)
        var result = CommandResult([("files", .array(files))], text: text)
        result.failure =
            failures.count < archives.count && !failures.isEmpty
            ? Failure(.partial, nil, "\(failures.count) of \(archives.count) archives cannot be read.").alreadyReported
            : failures.first
        return result
    }
}
