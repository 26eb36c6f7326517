import ArgumentParser
import Foundation
import RealmTools

/// `verify`: is the file sound?
struct VerifyCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Look for damage in files.",
        discussion: """
            Checks every node and every value: sizes, refs, free space, object keys, links and backlinks, primary \
            keys, search indexes, text; of an encrypted file the checksums of its pages. Exits with 1 for a damaged \
            file that still opens, and with 65 for one that does not. A plain file has no checksums of its data: a \
            value changed into another one is not found.
            """)

    @Flag(help: "Check header, sizes, free space, descriptions of the classes and checksums of pages only.")
    var quick = false

    @Option(
        help: ArgumentHelp("Compare what a sound file holds with this backup archive.", valueName: "archive"),
        completion: .file(extensions: ["zst"]))
    var against: String?

    @Option(help: ArgumentHelp("List at most so many problems of a file; the others are counted.", valueName: "n"))
    var maxProblems = 100

    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<VerifyCommand>

    func validate() throws {
        guard maxProblems >= 0 else { throw ValidationError("--max-problems must not be negative.") }
        if quick, against != nil { throw ValidationError("--quick and --against exclude each other.") }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        var batch = try Batch(files, reader: reader, command: "verify")
        batch.tellsWork = !context.settings.isDryRun
        let style = context.console.outputStyle
        let backup = against.map { URL(fileURLWithPath: $0, isDirectory: false) }
        if let against, !FileManager.default.fileExists(atPath: against) {
            throw Failure(.noInput, "fileNotFound", "The backup '\(against)' does not exist.", path: against)
        }
        return try batch.run { [quick, maxProblems] input, progress in
            let settings = context.settings
            let report = try reader.withKey(for: input) { key in
                if let backup {
                    return try Realm.verify(
                        at: input.url, against: backup, encryptionKey: key, maxProblems: maxProblems,
                        lockMode: input.lockMode(settings), lockTimeout: settings.lockTimeout,
                        scratchDirectory: settings.scratchDirectory, progress: progress)
                }
                return try Realm.verify(
                    at: input.url, encryptionKey: key, level: quick ? .quick : .full, maxProblems: maxProblems,
                    lockMode: input.lockMode(settings), lockTimeout: settings.lockTimeout,
                    scratchDirectory: settings.scratchDirectory, progress: progress)
            }
            return FileReport(
                VerifyJSON.members(of: report, input.name, isCompared: backup != nil),
                text: VerifyText(report: report, name: input.name, isCompared: backup != nil, style: style).text,
                isFinding: !report.isSound, failure: report.opens ? nil : unopened(report, input.name))
        }
    }
}

/// The failure for a file too damaged to be opened.
private func unopened(_ report: VerificationReport, _ path: String) -> Failure {
    let what = report.problems.first.map { ": \($0.message)" } ?? ""
    return Failure(.dataError, "damaged", "The file '\(path)' is damaged and does not open\(what).", path: path)
}

/// A report as text: the verdict and what was checked, then a line for each problem.
private struct VerifyText {
    let report: VerificationReport
    let name: String
    let isCompared: Bool
    let style: Style

    var text: String {
        let lines = report.problems.map { problem in
            let place = [problem.where, problem.ref.map { "node \($0)" }].compactMap(\.self).joined(separator: ", ")
            return "  \(problem.severity.rawValue): \(place.isEmpty ? "" : "\(place): ")\(problem.message)\n"
        }
        let hidden = report.errorCount + report.noteCount - report.problems.count
        let rest = hidden > 0 ? "  and \(hidden.grouped) more\n" : ""
        return "\(style.bold(name))  \(verdict)\nchecked \(checked)\n" + lines.joined() + rest
    }

    private var verdict: String {
        let notes = report.noteCount == 0 ? "" : ", \(report.noteCount.of("note"))"
        if report.isSound {
            let sound = isCompared ? "sound, and equal to the backup" : "sound"
            return (report.level == .quick ? "sound at a quick look" : sound) + notes
        }
        if report.problems.contains(where: { $0.code == .differs }) {
            return "sound, but not equal to the backup: \(report.errorCount.of("difference"))\(notes)"
        }
        return report.errorCount.of("error") + notes + (report.opens ? "" : ", does not open")
    }

    private var checked: String {
        let counts = report.checked
        let nodes = "\(report.nodes.of("node")) (\(ByteSize(report.bytesChecked)))"
        var parts = [nodes, counts.tables.of("table")]
        if report.level == .full {
            parts += [
                counts.objects.of("object"), counts.values.of("value"), counts.links.of("link"),
                "\(counts.indexes.grouped) \(counts.indexes == 1 ? "index" : "indexes")",
            ]
        }
        let largest = counts.freeBlocks > 0 ? " (the largest \(ByteSize(counts.largestFreeBlock)))" : ""
        parts.append(counts.freeBlocks.of("free block") + largest)
        if counts.pages > 0 { parts.append(counts.pages.of("page")) }
        if let leaked = report.leakedBytes, leaked > 0 { parts.append("\(ByteSize(leaked)) leaked") }
        return parts.joined(separator: ", ")
    }
}
