import ArgumentParser

/// The source of the key of the second of two files, if it is not that of the first: one at most.
struct OtherKeyOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read the key of B from a file (- is standard input); without these options it is the key of A.",
            valueName: "file"),
        completion: .file())
    var otherKeyFile: String?

    @Option(
        name: .customLong("other-key-env"),
        help: ArgumentHelp("Read it from an environment variable.", valueName: "var"))
    var otherKeyVariable: String?

    @Option(
        name: .customLong("other-key-fd"), help: ArgumentHelp("Read it from an open file descriptor.", valueName: "n"))
    var otherKeyDescriptor: Int32?

    @Flag(name: .long, help: "Ask for it on the terminal.")
    var otherKeyPrompt = false

    /// The given source; nil without one.
    func source() throws(Failure) -> KeySource? {
        var given: [KeySource] = []
        if let otherKeyFile { given.append(otherKeyFile == "-" ? .standardInput : .file(otherKeyFile)) }
        if let otherKeyVariable { given.append(.variable(otherKeyVariable)) }
        if let otherKeyDescriptor { given.append(.descriptor(otherKeyDescriptor)) }
        if otherKeyPrompt { given.append(.prompt) }
        guard given.count <= 1 else {
            throw .usage(
                "More than one source of the key of B is given; give one of --other-key-file, --other-key-env, "
                    + "--other-key-fd, --other-key-prompt.")
        }
        return given.first
    }
}
