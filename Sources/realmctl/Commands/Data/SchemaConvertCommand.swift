import ArgumentParser
import Foundation

/// `schema convert`: model classes with `@objc dynamic` properties become such with `@Persisted` ones.
struct SchemaConvertCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert model classes from '@objc dynamic' to '@Persisted'.",
        discussion: """
            Prints the converted source, of several files each below a comment with its name; files are changed with \
            --in-place only. Name all files with model classes at once: whether a class is a model is seen from its \
            superclasses. What cannot be converted stays, is marked by a comment with the reason, and is listed on \
            standard error as FILE:LINE: REASON, with the line that it had; the command exits with 1 then. The work is \
            done by the program realm-model-converter, which is built and installed by itself ('make \
            install-converter') and is looked for beside realmctl and in ../libexec/realmctl.
            """)

    static var name: String { "schema convert" }
    static let generalOptions: Set<GeneralOption> = [.dryRun, .force, .yes, .noInput, .tmpdir]

    @Flag(help: "Rewrite the files, after their differences were shown. Asks first.")
    var inPlace = false

    @Flag(help: "Print the differences instead of the converted source.")
    var diff = false

    @Option(
        help: ArgumentHelp("The program that converts (default: the installed one).", valueName: "program"),
        completion: .file())
    var converter: String?

    @Argument(
        help: ArgumentHelp("Swift files; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["swift"]))
    var files: [String]

    @OptionGroup(title: "General options") var general: GeneralOptions<SchemaConvertCommand>

    func validate() throws {
        if inPlace, diff { throw ValidationError("--in-place shows the differences, too; leave out --diff.") }
        if let twice = Dictionary(grouping: files, by: \.self).filter({ $0.value.count > 1 }).keys.min() {
            throw ValidationError("'\(twice)' is named twice.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        if inPlace, files.contains("-") { throw Failure.notRewritable }
        let sources = try files.map(ModelFile.init)
        let program = try ModelConverterProgram(converter)
        let converted = try program.convert(sources, in: context)
        let files = zip(sources, converted).map(ConvertedModel.init)
        for file in files {
            for note in file.notes {
                let hint = note.kind == .hint ? "note: " : ""
                context.console.note("\(file.source.name):\(note.line): \(hint)\(note.message)")
            }
        }
        let changed = files.filter(\.isChanged)
        if inPlace, !changed.isEmpty { try rewrite(changed, in: context) }
        return result(files, context)
    }

    private func rewrite(_ files: [ConvertedModel], in context: CommandContext) throws {
        try context.console.done(files.map { $0.diff.text(context.console.outputStyle) }.joined())
        if context.settings.isDryRun { return }
        let what = files.count == 1 ? "'\(files[0].source.name)'" : "\(files.count) files"
        try context.confirm("Rewrite \(what)?")
        for file in files { try file.rewrite(in: context) }
    }

    private func result(_ files: [ConvertedModel], _ context: CommandContext) -> CommandResult {
        let isWritten = inPlace && !context.settings.isDryRun
        let left = files.reduce(0) { $0 + $1.left }
        let changed = files.count { $0.isChanged }
        var result = CommandResult([
            ("files", .array(files.map { $0.json(isWritten: isWritten && $0.isChanged) })),
            ("changed", JSONValue(changed)), ("left", JSONValue(left)),
        ])
        result.status = left == 0 ? .ok : .finding
        if !inPlace {
            result.text =
                diff ? files.map { $0.diff.text(context.console.outputStyle) }.joined() : printed(files)
        }
        let done = isWritten ? "rewritten" : "with changes"
        context.console.note(
            "\(files.count == 1 ? "1 file" : "\(files.count) files"), \(changed) \(done)"
                + (left == 0 ? "" : "; \(left == 1 ? "1 place is" : "\(left) places are") left to be changed by hand"))
        return result
    }

    private func printed(_ files: [ConvertedModel]) -> String {
        if files.count == 1 { return files[0].text }
        return files.map { "// \($0.source.name)\n\($0.text)\($0.text.hasSuffix("\n") ? "" : "\n")" }.joined()
    }
}
