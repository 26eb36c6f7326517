import Foundation
import RealmTools

/// The file of lines, or of records of CSV with their header, that an import puts aside.
final class ImportRejects {
    private let path: String
    private let context: CommandContext
    /// Nil until there is a line.
    private var file: OutputFile?
    private var count = 0

    /// Problems that are told one by one.
    private static let maximumTold = 10

    init(_ path: String, _ files: [RealmImporter.Input], in context: CommandContext) throws {
        if let other = files.first(where: { $0.format != .ndjson && ($0.format != .csv || $0.collection != nil) }) {
            throw Failure.usage(
                "Only lines of JSON and records of CSV are put aside, and '\(other.name)' has another format, or none "
                    + "of objects.")
        }
        if files.count > 1, files.contains(where: { $0.format == .csv }) {
            throw Failure.usage("Records of several files of CSV have no common header: import them one by one.")
        }
        for input in files { try context.files.note(input.url.path, as: .source) }
        try context.files.note(path, as: .rejects)
        try OutputFile.check(path, named: path, replacing: context.settings.force, mayStream: true)
        self.path = path
        self.context = context
    }

    func add(_ reject: RealmImporter.Reject) throws {
        count += 1
        if count <= ImportRejects.maximumTold {
            context.console.warn("rejected", reject.problem.localizedDescription)
        }
        if context.settings.isDryRun { return }
        let isFirst = self.file == nil
        let file =
            try file
            ?? OutputFile(
                path, replacing: context.settings.force, mode: 0o666, as: .rejects, in: context)
        self.file = file
        if isFirst, let header = reject.header { try file.write(header) }
        try file.write(reject.text.last == UInt8(ascii: "\n") ? reject.text : reject.text + [UInt8(ascii: "\n")])
    }

    /// Gives the file its name, if it has a line.
    func finish() throws {
        guard count > 0 else { return }
        try file?.commit()
        let verb = context.settings.isDryRun ? "would be" : "are"
        context.console.warn("rejects", "\(count.of("line")) \(verb) in '\(path)'.", path: path)
    }
}
