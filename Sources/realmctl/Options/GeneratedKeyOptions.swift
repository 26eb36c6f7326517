import ArgumentParser

/// Options for a key that a command generates.
struct GeneratedKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Make a new key, in a new file of mode 0600, before anything else.", valueName: "file"),
        completion: .file())
    var generateKey: String?
}
