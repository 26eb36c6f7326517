import ArgumentParser
import Foundation
import RealmTools

/// `copy`: a compact, consistent copy, even of a file in use.
struct CopyCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Write a compact, consistent copy of a file.",
        discussion: """
            The source may be in use. The copy appears under its name when it is whole, synced and read back. It has \
            the source's key unless a new one, or none, is asked for.
            """)

    @Flag(help: "Write a plain copy of an encrypted file.")
    var noEncryption = false

    @Argument(help: "The Realm file to copy.", completion: .file(extensions: ["realm"]))
    var source: String

    @Argument(
        help: "The copy: a file, a directory, or - for standard output.", completion: .file(extensions: ["realm"]))
    var destination: String

    @OptionGroup(title: "Writing") var rewrite: RewriteOptions
    @OptionGroup(title: "Writing") var enumeration: EnumerationOptions
    @OptionGroup(title: "New encryption key") var newKey: NewKeyOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<CopyCommand>

    static let generalOptions: Set<GeneralOption> = .exporting

    func execute(in context: CommandContext) throws -> CommandResult {
        guard source != "-" else { throw Failure.usage("Standard input cannot be copied; name a file.") }
        let reader = try RealmReader(key, in: context)
        let newKey = try NewKey(newKey, keys: reader.keys, in: context)
        if noEncryption { try self.newKey.checkIsMissing() }
        let input = try reader.input(source)
        let output = destination == "-" ? nil : try target(input, context)
        if output == nil, OutputStream.standardOutput.isTerminal {
            throw Failure.usage("A Realm file is not printed on a terminal; redirect it, or name a file.")
        }
        return try Failure.about(source) {
            let opened = try reader.open(input)
            let given = opened.realm.configuration.encryptionKey
            let key = noEncryption ? nil : newKey.isGiven ? try newKey.key() : given
            var options = rewrite.options(force: context.settings.force, enumeration)
            if context.settings.isDryRun {
                let info = try reader.info(input, key: given, deep: true)
                try info.checkHistory(options)
                context.console.note("would copy \(ByteSize(info.usedBytes)) to '\(output?.path ?? destination)'")
                return result(output, bytes: nil, key)
            }
            if let output {
                let bytes = try context.withProgress("copy", input) { progress in
                    try opened.realm.writeCopy(
                        toFile: output.url, encryptionKey: key, options: options, progress: progress)
                }
                context.console.note("\(ByteSize(bytes)) written to '\(output.path)'")
                return result(output, bytes: bytes, key)
            }
            let scratch = try context.scratch.name(
                in: context.settings.temporaryDirectory, environment: context.environment)
            options.isOwnerOnly = true
            try opened.realm.writeCopy(
                toFile: URL(fileURLWithPath: scratch), encryptionKey: key, options: options)
            try OutputStream.standardOutput.write(contentsOf: URL(fileURLWithPath: scratch))
            return .streamed
        }
    }

    private func target(_ input: InputFile, _ context: CommandContext) throws -> RealmOutput {
        try RealmOutput(destination, from: input, in: context)
    }

    private func result(_ output: RealmOutput?, bytes: Int?, _ key: Data?) -> CommandResult {
        CommandResult([
            ("source", .string(source)), ("output", .string(output?.path ?? destination)), ("bytes", JSONValue(bytes)),
            ("encrypted", .bool(key != nil)), ("keyFingerprint", JSONValue(key.map(Realm.keyFingerprint))),
        ])
    }
}
