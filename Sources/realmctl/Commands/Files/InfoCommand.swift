import ArgumentParser
import Foundation
import RealmTools

/// `info`: what is this file?
struct InfoCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Say what a file is: size, format, schema version, free space, classes.",
        aliases: ["stat"])

    @Flag(help: "List the processes that have the file open, the versions that they use, and the files beside it.")
    var locks = false

    @Flag(help: "Count the bytes of each class, which reads everything.")
    var deep = false

    @Option(
        help: ArgumentHelp(
            "Write a page about one file: a map of its bytes, its classes, a diagram of its schema.",
            valueName: "file.html"),
        completion: .file(extensions: ["html"]))
    var report: String?

    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<InfoCommand>

    static let generalOptions: Set<GeneralOption> = .exporting

    func validate() throws {
        guard report != nil else { return }
        if files.paths.count != 1 || files.recursive || files.filesFrom != nil {
            throw ValidationError("--report is about one file: name just that.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        let batch = try Batch(files, reader: reader, command: "info")
        let style = context.console.outputStyle
        return try batch.run { [locks, deep] input, _ in
            let info = try reader.withKey(for: input) { key in
                try reader.info(input, key: key, deep: deep, asksHolders: locks)
            }
            let text = InfoText(info: info, name: input.name, style: style)
            var members = InfoJSON.members(of: info, input)
            if let report {
                try write(report, about: input, info, reader)
                members.append(("report", .string(report)))
            }
            return FileReport(members, text: text.text(locks: locks, deep: deep))
        }
    }

    private func write(
        _ report: String, about input: InputFile, _ info: Realm.FileInfo, _ reader: RealmReader
    ) throws {
        try reader.context.files.noteRealm(input, as: .source)
        let opened = try reader.open(input)
        let map = try opened.realm.spaceMap()
        try opened.finish()
        if reader.context.settings.isDryRun { return }
        let page = FileReportPage(name: input.name, info: info, map: map, schema: opened.realm.schema, time: Date())
        let output = try OutputFile(
            report, replacing: reader.context.settings.force, mode: input.outputMode(isEncrypted: info.encrypted),
            as: .report, in: reader.context)
        try output.write(Data(page.html().utf8))
        try output.commit()
    }
}

/// The facts about a file in JSON.
private enum InfoJSON {
    static func members(of info: Realm.FileInfo, _ input: InputFile) -> [(String, JSONValue)] {
        [
            ("path", .string(input.name)), ("bytes", JSONValue(info.bytes)), ("fileFormat", JSONValue(info.fileFormat)),
            ("encrypted", .bool(info.encrypted)), ("keyFingerprint", JSONValue(info.keyFingerprint)),
            ("schemaVersion", JSONValue(info.schemaVersion)), ("history", .string(info.history.rawValue)),
            ("streamingForm", .bool(info.streamingForm)), ("commitVersion", .unsigned(info.commitVersion)),
            ("usedBytes", JSONValue(info.usedBytes)), ("freeBytes", JSONValue(info.freeBytes)),
            ("freeRatio", .double(info.freeRatio)), ("freeBlocks", JSONValue(info.freeBlocks)),
            ("largestFreeBlock", JSONValue(info.largestFreeBlock)), ("activeVersions", JSONValue(info.activeVersions)),
            ("versionsInUse", .array(info.versionsInUse.map(members))),
            ("obstacles", .array(info.obstacles.map(members))),
            ("classes", .array(info.classes.map(members))),
            ("openBy", .array(info.openBy.map { JSONValue(Int($0)) })),
            ("companions", JSONValue(info.companions.map { input.companionName($0) })),
        ]
    }

    private static func members(of use: Realm.FileInfo.VersionsInUse) -> JSONValue {
        .object([
            ("pid", JSONValue(use.process.map { Int($0) })), ("oldest", .unsigned(use.oldest)),
            ("newest", .unsigned(use.newest)),
            ("since", JSONValue(use.since?.formatted(.iso8601))), ("heldBytes", JSONValue(use.heldBytes)),
        ])
    }

    private static func members(of obstacle: Realm.FileInfo.Obstacle) -> JSONValue {
        .object([
            ("kind", .string(obstacle.kind.rawValue)), ("pid", JSONValue(obstacle.process.map { Int($0) })),
            ("count", JSONValue(obstacle.count)), ("remedy", .string(obstacle.remedy)),
        ])
    }

    private static func members(of info: Realm.ClassInfo) -> JSONValue {
        .object([
            ("name", .string(info.name)), ("objects", JSONValue(info.objects)),
            ("properties", JSONValue(info.properties)), ("primaryKey", JSONValue(info.primaryKey)),
            ("embedded", .bool(info.embedded)), ("enumerated", .array(info.enumerated.map { .string($0) })),
            ("bytes", JSONValue(info.bytes)),
        ])
    }
}

/// The facts about a file as text.
private struct InfoText {
    let info: Realm.FileInfo
    let name: String
    let style: Style

    func text(locks: Bool, deep: Bool) -> String {
        summary + "\n" + space + "\n" + (locks ? holders : "") + classes(deep: deep)
    }

    private var summary: String {
        var parts = [
            style.bold(name), "\(ByteSize(info.bytes))", "format \(info.fileFormat)",
            info.schemaVersion.map { "schema version \($0)" } ?? "unversioned",
            info.encrypted ? "encrypted (key \(info.keyFingerprint ?? ""))" : "not encrypted",
            info.history == .none ? "no history" : "history \(info.history.rawValue)", "commit \(info.commitVersion)",
        ]
        if info.streamingForm { parts.append("streaming form") }
        if !info.openBy.isEmpty { parts.append("in use by " + info.openBy.map(ProcessName.of).joined(separator: ", ")) }
        return parts.joined(separator: "  ")
    }

    private var space: String {
        let free = Int((info.freeRatio * 100).rounded())
        var figures = "used \(ByteSize(info.usedBytes)) (\(100 - free) %), free \(ByteSize(info.freeBytes)) (\(free) %)"
        if info.freeBlocks > 0 {
            figures += " in \(info.freeBlocks.of("block")), the largest \(ByteSize(info.largestFreeBlock))"
        }
        guard info.freeRatio >= 0.5, info.freeBytes >= InfoText.worthwhileByteCount, name != "-" else { return figures }
        return "\(figures)  ->  realmctl compact \(ShellWord(name))"
    }

    /// Less free space than this is not worth a hint.
    private static let worthwhileByteCount = 1_000_000

    private var holders: String {
        let holders = info.openBy.isEmpty ? ["nobody"] : info.openBy.map(ProcessName.of)
        return holders.map { "open by \($0)\n" }.joined() + info.versionsInUse.map(line).joined()
            + info.obstacles.map(line).joined() + info.companions.map { "companion \($0)\n" }.joined()
    }

    private func line(of use: Realm.FileInfo.VersionsInUse) -> String {
        let versions = use.oldest == use.newest ? "version \(use.oldest)" : "versions \(use.oldest) to \(use.newest)"
        let held = use.heldBytes > 0 ? ", holds \(ByteSize(use.heldBytes))" : ""
        let user = use.process.map(ProcessName.of) ?? "apps on Realm Core"
        let since = use.since.map { " since \($0.formatted(.iso8601))" } ?? ""
        return "\(versions) in use by \(user)\(since)\(held)\n"
    }

    private func line(of obstacle: Realm.FileInfo.Obstacle) -> String {
        let process = obstacle.process.map(ProcessName.of) ?? ""
        let fact =
            switch obstacle.kind {
            case .stopped: "\(process) is stopped, and all others wait for it"
            case .hanging: "\(process) writes and waits for a process that was killed, and all writers wait for it"
            case .killed:
                obstacle.count == 1
                    ? "an app on Realm Core was killed" : "\(obstacle.count) apps on Realm Core were killed"
            }
        return "obstacle: \(fact): \(obstacle.remedy)\n"
    }

    private func classes(deep: Bool) -> String {
        guard !info.classes.isEmpty else { return "no classes\n" }
        var columns: [(String, TextTable.Alignment)] = [
            ("CLASS", .left), ("OBJECTS", .right), ("PROPERTIES", .right), ("PRIMARY KEY", .left),
        ]
        if deep { columns.append(("BYTES", .right)) }
        var table = TextTable(columns)
        for found in info.classes {
            let name = found.embedded ? "\(found.name) (embedded)" : found.name
            let cells = [name, found.objects.grouped, found.properties.grouped, found.primaryKey ?? ""]
            table.add(cells + (found.bytes.map { [$0.grouped] } ?? []))
        }
        let enumerated = info.classes.flatMap { found in found.enumerated.map { "\(found.name).\($0)" } }
        let note = enumerated.isEmpty ? "" : "texts stored once: \(enumerated.joined(separator: ", "))\n"
        return table.lines(title: style.bold) + note
    }
}

/// A process in readable form: number and name.
private enum ProcessName {
    static func of(_ pid: Int32) -> String {
        let comm = try? String(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/comm"), encoding: .utf8)
        let name = comm.map { $0.prefix { !$0.isNewline } } ?? ""
        return name.isEmpty ? "\(pid)" : "\(pid) (\(name))"
    }
}
