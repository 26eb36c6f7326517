import ArgumentParser
import Foundation
import Glibc
import RealmTools

/// `keygen`: make, convert or check an encryption key.
struct KeygenCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Make, convert or check an encryption key.",
        discussion: """
            A key is 64 bytes: the AES-256 key, then the HMAC key. A new one comes from the system's random generator. \
            The file of -o has mode 0600 and never replaces another one. The fingerprint, by which a key can be \
            recognised, goes to standard error.
            """)

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write the key to this file.", valueName: "file"), completion: .file())
    var output: String?

    @Option(help: "raw, hex or base64 (default: hex to standard output, raw to a file).")
    var format: KeyText.OutputForm?

    @Option(
        help: ArgumentHelp("Write the key of this file (- is standard input) in another form.", valueName: "file"),
        completion: .file())
    var convert: String?

    @Option(help: "The form of the key to convert; decimal is a list of 64 numbers: [1, -2, 250].")
    var from: KeyText.InputForm?

    @Option(
        help: ArgumentHelp(
            "Print form and fingerprint of the key in this file (- is standard input).", valueName: "file"),
        completion: .file())
    var check: String?

    @OptionGroup(title: "General options") var general: GeneralOptions<KeygenCommand>

    static let generalOptions: Set<GeneralOption> = [.dryRun]

    func validate() throws {
        if check != nil, convert != nil || output != nil || format != nil {
            throw ValidationError("--check goes with no other option of keygen but --from.")
        }
        if from != nil, convert == nil, check == nil {
            throw ValidationError("--from needs --convert or --check.")
        }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        SecretMemory.keepOutOfCoreFiles()
        if let check {
            let (key, form) = try read(check, context)
            let fingerprint = Realm.keyFingerprint(key)
            return CommandResult(
                [("format", .string(form.rawValue)), ("fingerprint", .string(fingerprint))],
                text: "\(form.rawValue)  fingerprint \(fingerprint)\n")
        }
        let form = format ?? (output == nil ? .hex : .raw)
        if output == nil {
            try checkOutput(form, context.settings)
            PipedOutput.standard?.staysOffDisk()
        }
        let key = try convert.map { try read($0, context).key } ?? Realm.generateEncryptionKey()
        let fingerprint = Realm.keyFingerprint(key)
        if let output {
            try KeyFile.checkIsNew(output)
            if context.settings.isDryRun {
                context.console.note("would write a key to '\(output)'")
            } else {
                try KeyFile.create(output, form.content(of: key))
            }
        } else if !context.settings.json {
            try OutputStream.standardOutput.write(form.content(of: key))
        }
        context.console.note("fingerprint \(fingerprint)")
        return CommandResult([
            ("format", .string(form.rawValue)), ("fingerprint", .string(fingerprint)), ("output", JSONValue(output)),
            ("key", output == nil && context.settings.json ? .string(keyText(key, form)) : .null),
        ])
    }

    /// The key for JSON, which keeps its strings in memory.
    private func keyText(_ key: Data, _ form: KeyText.OutputForm) -> String {
        String(decoding: form.content(of: key).dropLast(), as: UTF8.self)
    }

    private func read(_ path: String, _ context: CommandContext) throws -> (key: Data, form: KeyText.Form) {
        let name = path == "-" ? "standard input" : "'\(path)'"
        let content =
            path == "-"
            ? try KeySource.content(of: STDIN_FILENO, name) : try KeySource.content(of: path, context.console)
        return try (from ?? .auto).decode(content, from: name)
    }

    /// Raw bytes would garble a terminal, and cannot be in JSON.
    private func checkOutput(_ form: KeyText.OutputForm, _ settings: Settings) throws(Failure) {
        guard form == .raw else { return }
        if settings.json { throw .usage("A raw key cannot be printed as JSON; give -o FILE or another --format.") }
        if OutputStream.standardOutput.isTerminal {
            throw .usage("A raw key is not printed on a terminal; give -o FILE or another --format.")
        }
    }
}
