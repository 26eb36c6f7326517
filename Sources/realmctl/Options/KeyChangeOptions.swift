import ArgumentParser

/// The output of `encrypt`, `decrypt` and `rekey`.
struct KeyChangeOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write this file, and leave the source as it is.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp("Keep the old file beside the new one, with this added to its name.", valueName: "suffix"))
    var keepOld: String?

    func validate() throws {
        if let keepOld, keepOld.isEmpty || keepOld.contains("/") {
            throw ValidationError("--keep-old takes an end of a file name, such as .old")
        }
    }
}
