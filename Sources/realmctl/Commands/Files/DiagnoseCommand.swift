import ArgumentParser
import Foundation
import RealmTools

/// `diagnose`: why does this file not open?
struct DiagnoseCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose",
        abstract: "Find out why a file does not open, and what to do next.",
        discussion: """
            Says what the file is, whether its key is right, whether it is damaged, too old or in use, what may be \
            done with it and what could be saved, and the command that comes next. Nothing is written into the file \
            or beside it, and no lock is taken. Exits with 0 if the file can be opened, even if damage was found in \
            it; else with the code of opening it. A bundle holds structure, sizes, versions and findings, nothing of \
            the objects; names of classes and properties are replaced and paths left out, unless --names is given.
            """)

    @Flag(help: "Look for damage in header, sizes, free space, descriptions of the classes and pages only.")
    var quick = false

    @Option(
        help: ArgumentHelp("Write a report to send to somebody who helps.", valueName: "file.tar.zst"),
        completion: .file(extensions: ["zst"]))
    var bundle: String?

    @Flag(help: "Keep the names of classes and properties, and paths, in the bundle.")
    var names = false

    @Argument(help: "The file.", completion: .file())
    var path: String

    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<DiagnoseCommand>

    static let generalOptions: Set<GeneralOption> = [.dryRun, .force, .progress, .tmpdir, .lockTimeout]

    func validate() throws {
        if names, bundle == nil { throw ValidationError("--names is about the bundle: give --bundle FILE, too.") }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        guard path != "-" else {
            throw Failure.usage("Standard input cannot be diagnosed; copy it to a file first.")
        }
        let ring = try KeyRing(key, in: context)
        let input = InputFile(path)
        if let bundle { try OutputFile.check(bundle, isNot: input.url.path, named: bundle) }
        let diagnosis = try diagnosis(of: input, key: ring.givenKey(), context)
        let advice = DiagnosisAdvice(diagnosis, name: path, keyOption: ring.source?.option).steps
        if let bundle, !context.settings.isDryRun { try write(diagnosis, to: bundle, context) }
        var members = DiagnosisJSON.members(of: diagnosis, path, advice)
        members.append(("bundle", JSONValue(context.settings.isDryRun ? nil : bundle)))
        var text = DiagnosisText(
            diagnosis: diagnosis, name: path, advice: advice, style: context.console.outputStyle
        ).text
        if let bundle, !context.settings.isDryRun { text += "  bundle   \(bundle)\(names ? " (with names)" : "")\n" }
        return CommandResult(members, text: text, failure: failure(of: diagnosis, ring, context))
    }

    private func diagnosis(of input: InputFile, key: Data?, _ context: CommandContext) throws -> FileDiagnosis {
        let work = WorkInProgress(total: 1)
        let printer = ProgressPrinter("diagnose", work, context.console)
        defer { printer.finish() }
        return try work.track(0, input) { progress in
            try Realm.diagnose(
                at: input.url, encryptionKey: key, level: quick ? .quick : .full,
                lockTimeout: context.settings.lockTimeout, scratchDirectory: context.settings.scratchDirectory,
                progress: progress)
        }
    }

    /// What opening the file would fail with; nil if it opens.
    private func failure(of diagnosis: FileDiagnosis, _ ring: KeyRing, _ context: CommandContext) -> Failure? {
        if let error = diagnosis.openingError {
            var failure = Failure(error, path: path)
            // The text says what to do.
            if !general.json { failure.hint = nil }
            return failure
        }
        guard diagnosis.key == .ignored else { return nil }
        guard ring.isStrict else {
            context.console.warn(
                "keyIgnored", "The file '\(path)' is not encrypted; the key is ignored.", path: path)
            return nil
        }
        return Failure(
            .key, "notEncrypted", "The file '\(path)' is not encrypted, but a key was given.", path: path)
    }

    private func write(_ diagnosis: FileDiagnosis, to bundle: String, _ context: CommandContext) throws {
        let bytes = try diagnosis.bundle(includingNames: names, tool: "realmctl \(ToolVersion.text)")
        let output = try OutputFile(bundle, replacing: context.settings.force, mode: 0o600, in: context)
        try output.write(bytes)
        try output.commit()
    }
}
