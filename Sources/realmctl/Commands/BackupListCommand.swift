import ArgumentParser
import Foundation
import RealmTools

/// `backup list`: what archives hold.
struct BackupListCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Say what archives hold.",
        discussion: "Reads the manifests alone, a few hundred bytes of each archive. Takes no key.")

    static var name: String { "backup list" }

    @Argument(
        help: ArgumentHelp("Archives, or directories of them.", valueName: "path"), completion: .file())
    var paths: [String]

    @OptionGroup(title: "General options") var general: GeneralOptions

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

/// Archives as commands name and show them.
enum Archives {
    /// The archives that `path` stands for: itself, or those in the directory, by name.
    static func find(_ path: String) throws -> [String] {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            return [path]
        }
        return try Failure.about(path) {
            try RealmBackup.archives(in: URL(fileURLWithPath: path, isDirectory: true)).map {
                (path as NSString).appendingPathComponent($0.lastPathComponent)
            }
        }
    }

    static func time(_ manifest: RealmBackup.Manifest) -> String { manifest.created.formatted(.iso8601) }

    static func json(_ manifest: RealmBackup.Manifest, _ path: String) -> JSONValue {
        .object([
            ("archive", .string(path)), ("bytes", JSONValue(InputFile(path).byteCount)),
            ("created", .string(time(manifest))), ("name", .string(manifest.realm.member)),
            ("schemaVersion", JSONValue(manifest.realm.schemaVersion)),
            ("realmBytes", JSONValue(manifest.realm.bytes)), ("encrypted", .bool(manifest.realm.encrypted)),
            ("keyFingerprint", JSONValue(manifest.realm.keyFingerprint)), ("manifest", .written(manifest.json)),
        ])
    }
}
