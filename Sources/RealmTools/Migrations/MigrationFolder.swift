import Foundation
import RealmStore

/// A folder of migration files: `NNNN_name.yaml` (or `.yml`, `.json`), NNNN being the schema version after the file.
///
///     let folder = try MigrationFolder(directory: Bundle.module.url(forResource: "migrations", withExtension: nil)!)
///     let plan = try folder.plan(from: version, to: nil)
///     let report = try plan.apply(to: configuration, backupDirectory: nil)
///
/// The format is documented in docs/migrations.md. Additional to the SDK.
public struct MigrationFolder: Sendable {
    /// The folder.
    public let directory: URL
    /// The name of the file with the digests of the others, `realmctl.sum`.
    public static let sumFileName = "realmctl.sum"

    /// The readable files, ascending by version.
    let files: [MigrationFile]
    /// Names of all migration files, ascending, and the digests of their contents.
    let digests: [(name: String, sha256: String)]
    /// The lowest version of an unreadable file: the schema after it is unknown.
    private let unreadableVersion: UInt64?
    private let problems: [Diagnostic]

    private static let suffixes = ["yaml", "yml", "json"]

    /// Reads all files of a folder. `lint` and `plan` report problems in them.
    ///
    /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed` for the folder; Foundation's errors for
    ///   unreadable files in it.
    public init(directory: URL) throws {
        self.directory = directory
        let names = try FolderNames.all(in: directory)
            .filter { name in MigrationFolder.suffixes.contains { name.hasSuffix(".\($0)") } }
        var files: [MigrationFile] = []
        var problems: [Diagnostic] = []
        var digests: [(String, String)] = []
        var namesByVersion: [UInt64: String] = [:]
        var unreadable: [UInt64] = []
        for name in names {
            let path = MigrationFolder.path(of: name, in: directory)
            let place = SourcePlace(file: path)
            if FileName.isReplaced(directory.appendingPathComponent(name).path) {
                problems.append(Diagnostic(place, "the name is not in UTF-8", code: .encoding))
                unreadable.append(MigrationFolder.version(of: name) ?? 0)
                continue
            }
            let bytes = try Data(contentsOf: directory.appendingPathComponent(name))
            digests.append((name, MigrationFolder.digest(bytes)))
            guard let version = MigrationFolder.version(of: name) else {
                problems.append(
                    Diagnostic(
                        place, "the name must be NNNN_name.yaml, with a number from 1 to \(Int64.max) as the version",
                        code: .versions))
                continue
            }
            if let other = namesByVersion.updateValue(name, forKey: version) {
                problems.append(Diagnostic(place, "'\(other)' leads to version \(version), too", code: .versions))
            }
            guard let text = String(data: bytes, encoding: .utf8) else {
                problems.append(Diagnostic(place, "the text is not in UTF-8", code: .encoding))
                unreadable.append(version)
                continue
            }
            let read = MigrationFileReader.read(text, named: name, version: version, path: path)
            problems += read.problems
            if let file = read.file { files.append(file) } else { unreadable.append(version) }
        }
        self.digests = digests
        unreadableVersion = unreadable.min()
        self.files = files.sorted { $0.version < $1.version }
        self.problems = problems
    }

    /// The name of a file in messages: as a path in the given folder.
    private static func path(of name: String, in directory: URL) -> String {
        let folder = directory.relativePath
        return folder.isEmpty || folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The number at the beginning of a file's name; nil if the name has another form.
    static func version(of name: String) -> UInt64? {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        guard let version = UInt64(digits), (1...MigrationFileReader.highestVersion).contains(version),
            let mark = name.dropFirst(digits.count).first, mark == "_"
        else { return nil }
        let rest = name.dropFirst(digits.count + 1)
        return rest.firstIndex(of: ".").map { $0 > rest.startIndex } ?? false ? version : nil
    }

    /// The versions to which the files lead, ascending.
    public var versions: [UInt64] { files.map(\.version) }

    /// True if the first file is a baseline: only then can steps be checked without a database.
    public var hasBaseline: Bool { files.first?.baseline != nil }

    // MARK: Checking

    /// Checks the files without a database: reads them, and follows the schema from the baseline through every step.
    ///
    /// - Returns: all problems, by file and place.
    /// - Complexity: O(number of steps * number of properties)
    public func lint() -> [Diagnostic] {
        var diagnostics = problems + chainProblems()
        let known = files.prefix { $0.version < unreadableVersion ?? .max }
        if let schema = known.first?.baseline, SchemaValidation.problems(of: schema).isEmpty {
            diagnostics += MigrationFolder.simulate(known.dropFirst(), from: schema).problems
        }
        return diagnostics.sorted()
    }

    /// Problems of the files in relation to each other.
    private func chainProblems() -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for (index, file) in files.enumerated() {
            if file.baseline != nil, index > 0 {
                diagnostics.append(
                    Diagnostic(file.place, "only the first file can be a baseline ('schema')", code: .versions))
            }
            guard let from = file.from else { continue }
            if index == 0, file.baseline != nil {
                diagnostics.append(
                    Diagnostic(from.place, "a baseline is for files without version: leave out 'from'", code: .versions)
                )
            }
            // Files of lower versions are run first.
            let before = index > 0 ? files[index - 1].version : 0
            if file.version > before, !from.value.overlaps(before...file.version - 1) {
                diagnostics.append(
                    Diagnostic(
                        from.place,
                        "the file is never run: the one before leads to version \(before), and 'from' says "
                            + "\(from.value)", code: .versions))
            }
        }
        return diagnostics
    }

    /// Follows the schema through the steps of files.
    static func simulate(
        _ files: some Sequence<MigrationFile>, from schema: Schema
    ) -> (schema: Schema, problems: [Diagnostic]) {
        var sketch = SchemaSketch(schema, at: SourcePlace(file: ""))
        for file in files {
            for step in file.steps { sketch.apply(step) }
        }
        return (sketch.schema, sketch.problems)
    }
}
