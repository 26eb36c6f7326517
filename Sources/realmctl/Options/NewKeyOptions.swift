import ArgumentParser

/// The source of a new file's key: one at most.
struct NewKeyOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read the new key from a file (- is standard input): 64 raw bytes, 128 hex digits or 88 base64 characters.",
            valueName: "file"),
        completion: .file())
    var newKeyFile: String?

    @Option(
        name: .customLong("new-key-env"),
        help: ArgumentHelp("Read it from an environment variable.", valueName: "var"))
    var newKeyVariable: String?

    @Option(
        name: .customLong("new-key-fd"), help: ArgumentHelp("Read it from an open file descriptor.", valueName: "n"))
    var newKeyDescriptor: Int32?

    @Flag(name: .long, help: "Ask for it on the terminal, twice.")
    var newKeyPrompt = false

    /// The given source; nil without one. `REALMCTL_NEW_KEY_FILE` is used without an option.
    func source(environment: [String: String]) throws(Failure) -> KeySource? {
        var given: [KeySource] = []
        if let newKeyFile { given.append(newKeyFile == "-" ? .standardInput : .file(newKeyFile)) }
        if let newKeyVariable { given.append(.variable(newKeyVariable)) }
        if let newKeyDescriptor { given.append(.descriptor(newKeyDescriptor)) }
        if newKeyPrompt { given.append(.newPrompt) }
        guard given.count <= 1 else {
            throw .usage(
                "More than one source of the new key is given; give one of --new-key-file, --new-key-env, "
                    + "--new-key-fd, --new-key-prompt.")
        }
        if let source = given.first { return source }
        let file = environment["REALMCTL_NEW_KEY_FILE"] ?? ""
        return file.isEmpty ? nil : .file(file)
    }

    /// Throws if there is an option for a new key besides `--no-encryption`.
    func checkIsMissing() throws(Failure) {
        guard try source(environment: [:]) == nil else {
            throw .usage("--no-encryption and a new key exclude each other.")
        }
    }
}
