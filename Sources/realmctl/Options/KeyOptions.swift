import ArgumentParser

/// The source of an encrypted file's key: one at most.
struct KeyOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read the key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.",
            valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Option(name: .customLong("key-env"), help: ArgumentHelp("Read it from an environment variable.", valueName: "var"))
    var keyVariable: String?

    @Option(name: .customLong("key-fd"), help: ArgumentHelp("Read it from an open file descriptor.", valueName: "n"))
    var keyDescriptor: Int32?

    @Flag(name: .long, help: "Ask for it on the terminal.")
    var keyPrompt = false

    @Flag(name: .long, help: "Fail if a key is given for a file that is not encrypted.")
    var keyStrict = false

    /// The given source; nil without one. `REALMCTL_KEY_FILE` is used without an option.
    func source(environment: [String: String]) throws(Failure) -> KeySource? {
        var given: [KeySource] = []
        if let keyFile { given.append(keyFile == "-" ? .standardInput : .file(keyFile)) }
        if let keyVariable { given.append(.variable(keyVariable)) }
        if let keyDescriptor { given.append(.descriptor(keyDescriptor)) }
        if keyPrompt { given.append(.prompt) }
        guard given.count <= 1 else {
            throw .usage(
                "More than one source of the key is given; give one of --key-file, --key-env, --key-fd, --key-prompt.")
        }
        if let source = given.first { return source }
        let file = environment["REALMCTL_KEY_FILE"] ?? ""
        return file.isEmpty ? nil : .file(file)
    }
}
