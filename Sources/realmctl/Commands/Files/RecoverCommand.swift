import ArgumentParser
import Foundation
import RealmTools

extension Realm.RecoveryStrategy: @retroactive ExpressibleByArgument {}

/// `recover`: save the recoverable content of a damaged file.
struct RecoverCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Save what can be saved of a damaged file into a new one.",
        discussion: """
            The damaged file is only read, without a lock: close it everywhere before. The new file is verified in \
            full before it gets its name, and has the same key. Strategy 'auto' takes the newest version if it is \
            sound; 'previous' and 'scan' look for an older version that is; 'salvage' reads object by object and \
            leaves out what cannot be read: lost values become null or empty, links to lost objects null. Exits with \
            0 if the newest version was sound and nothing was lost, with 1 if something was lost, or values may be \
            others than they were, and with 65 if nothing could be read.
            """)

    @Option(help: ArgumentHelp("auto, previous, scan or salvage.", valueName: "name"))
    var strategy = Realm.RecoveryStrategy.auto

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"),
        completion: .file(extensions: ["realm"]))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Write what has no place in the new file, such as objects without owner, as lines of JSON.",
            valueName: "file"),
        completion: .file(extensions: ["ndjson"]))
    var lostAndFound: String?

    @Option(
        help: ArgumentHelp("Write the result as JSON to a file as well.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var report: String?

    @Flag(help: "Do not ask the file system for free space first.")
    var noSpaceCheck = false

    @Argument(help: "The damaged Realm file.", completion: .file(extensions: ["realm"]))
    var path: String

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<RecoverCommand>

    static let generalOptions: Set<GeneralOption> = [.dryRun, .force, .noInput, .tmpdir]

    func execute(in context: CommandContext) throws -> CommandResult {
        guard path != "-" else { throw Failure.usage("Standard input cannot be recovered; copy it to a file first.") }
        let reader = try RealmReader(key, in: context)
        let input = try reader.input(path)
        let target = try RealmOutput(output, from: input, in: context)
        for (other, role) in [(lostAndFound, NamedFiles.Role.lostAndFound), (report, .report)] {
            guard let other else { continue }
            try context.files.note(other, as: role)
            try OutputFile.check(other, named: other, replacing: context.settings.force, mayStream: true)
        }
        return try Failure.about(path) { try recover(input, to: target, reader) }
    }

    private func recover(_ input: InputFile, to target: RealmOutput, _ reader: RealmReader) throws -> CommandResult {
        let (context, settings) = (reader.context, reader.context.settings)
        let isDry = settings.isDryRun
        // Whether the file is encrypted, which decides who may read the output; known once the file was opened.
        var isEncrypted = false
        func sideFile(_ path: String, _ role: NamedFiles.Role) throws -> OutputFile {
            try OutputFile(
                path, replacing: settings.force, mode: input.outputMode(isEncrypted: isEncrypted), as: role,
                in: context)
        }
        var lost: OutputFile?
        // A dry run does everything, then removes the file again.
        let directory = target.url.resolvingSymlinksInPath().deletingLastPathComponent().path
        let file =
            try isDry
            ? URL(
                fileURLWithPath: context.scratch.name(
                    in: settings.temporaryDirectory ?? directory, environment: context.environment))
            : target.url
        var options = Realm.FileWriteOptions()
        options.replacesExisting = settings.force
        options.replacesHardLinks = settings.force
        options.checksSpace = !noSpaceCheck
        var problem: (any Error)?
        let found = try reader.withKey(for: input) { key in
            isEncrypted = key != nil
            return try context.console.step("recover '\(path)'") {
                try Realm.recover(
                    from: input.url, to: file, encryptionKey: key, strategy: strategy, options: options,
                    scratchDirectory: settings.scratchDirectory,
                    lostAndFound: (isDry ? nil : lostAndFound).map { path in
                        { line in
                            do {
                                if problem != nil { return }
                                if lost == nil { lost = try sideFile(path, .lostAndFound) }
                                try lost?.write(line)
                            } catch { problem = error }
                        }
                    })
            }
        }
        if isDry { try? FileManager.default.removeItem(at: file) }
        if let problem { throw Failure(problem, path: lostAndFound) }
        if let lostAndFound, !isDry { try (lost ?? sideFile(lostAndFound, .lostAndFound)).commit() }
        let result = RecoveryText(report: found, path: path, output: isDry ? nil : target.path)
        if let report, !isDry {
            let file = try sideFile(report, .report)
            try file.write(Data((JSONValue.object(result.members).text + "\n").utf8))
            try file.commit()
        }
        if found.lostAndFound > 0, lostAndFound == nil {
            context.console.note("--lost-and-found FILE keeps what has no place in the new file")
        }
        if !found.skippedPages.isEmpty {
            context.console.warn(
                "skippedPages", "\(found.skippedPages.count.grouped) pages of '\(path)' do not fit their checksums.",
                path: path)
        }
        return CommandResult(
            result.members, text: result.text(context.console.outputStyle), status: found.isComplete ? .ok : .finding)
    }
}

/// A recovery in JSON and as text.
private struct RecoveryText {
    let report: RecoveryReport
    let path: String
    /// Nil for a dry run.
    let output: String?

    var members: [(String, JSONValue)] {
        [
            ("path", .string(path)), ("strategy", .string(report.source.rawValue)),
            ("commitVersion", JSONValue(report.commitVersion)), ("complete", .bool(report.isComplete)),
            (
                "classes",
                .array(
                    report.classes.map {
                        .object([
                            ("name", .string($0.name)), ("expected", JSONValue($0.expected)),
                            ("recovered", JSONValue($0.recovered)), ("lost", JSONValue($0.lost)),
                            ("counted", .bool($0.isCounted)), ("described", .bool($0.isDescribed)),
                        ])
                    })
            ),
            ("brokenLinks", JSONValue(report.brokenLinks)), ("lostValues", JSONValue(report.lostValues)),
            ("lostAndFound", JSONValue(report.lostAndFound)),
            ("doubt", JSONValue(report.doubt)),
            ("skippedPages", .array(report.skippedPages.map { JSONValue($0) })), ("output", JSONValue(output)),
            ("bytes", JSONValue(output == nil ? nil : report.bytes)),
        ]
    }

    func text(_ style: Style) -> String {
        let objects = report.classes.reduce(0) { $0 + $1.recovered }
        let place = output.map { "  ->  \($0) (\(ByteSize(report.bytes)))" } ?? ""
        var text = "\(style.bold(path))  \(way): \(RecoveryText.counted(objects, "object"))\(place)\n"
        var table = TextTable([("CLASS", .left), ("EXPECTED", .right), ("RECOVERED", .right), ("LOST", .right)])
        for found in report.classes {
            let (expected, lost) = (found.expected.grouped, found.lost.grouped)
            table.add([
                found.name, found.isCounted ? expected : "unknown", found.recovered.grouped,
                found.isCounted ? lost : "unknown",
            ])
        }
        text += table.lines(title: style.bold)
        let losses = [
            (report.lostValues, "lost value"), (report.brokenLinks, "broken link"),
            (report.lostAndFound, "entry without a place in the file"), (report.skippedPages.count, "skipped page"),
        ].filter { $0.0 > 0 }.map { RecoveryText.counted($0, $1) }
        if !losses.isEmpty { text += losses.joined(separator: ", ") + "\n" }
        return text + doubts.joined()
    }

    /// The uncertainties about the classes.
    private var doubts: [String] {
        let uncounted = report.classes.filter { !$0.isCounted }.map(\.name)
        let undescribed = report.classes.filter { !$0.isDescribed }.map(\.name)
        var doubts =
            report.doubt.map {
                ["The version is not sound (\($0)): what was saved may be other than it was.\n"]
            } ?? []
        if !uncounted.isEmpty {
            doubts.append(
                "The list of objects is lost, so that deleted ones may be back and others missing: "
                    + uncounted.joined(separator: ", ") + "\n")
        }
        if !undescribed.isEmpty {
            doubts.append(
                "The description is damaged, so that primary key, properties and links may be missing: "
                    + undescribed.joined(separator: ", ") + "\n")
        }
        return doubts
    }

    private var way: String {
        let version = report.commitVersion.map { " \($0)" } ?? ""
        return switch report.source {
        case .current: "sound version\(version)"
        case .previous: "older version\(version), which the header names"
        case .scan: "version\(version), found in the file"
        case .salvage: "salvaged from version\(version.isEmpty ? " unknown" : version)"
        }
    }

    private static func counted(_ count: Int, _ thing: String) -> String {
        if count == 1 { return "1 \(thing)" }
        let plural = thing.hasPrefix("entry") ? "entries\(thing.dropFirst("entry".count))" : "\(thing)s"
        return "\(count.grouped) \(plural)"
    }
}
