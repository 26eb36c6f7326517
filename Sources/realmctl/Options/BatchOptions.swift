import ArgumentParser

/// The files that a batch command processes, and the options for that.
struct BatchOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Realm files; with -r directories, too; - is standard input.", valueName: "path"),
        completion: .file(extensions: ["realm"]))
    var paths: [String] = []

    @Flag(name: [.customShort("r"), .long], help: "Look for files in directories.")
    var recursive = false

    @Option(
        help: ArgumentHelp(
            "With -r: take files whose name matches (default: *.realm, without the backups of upgrades).",
            valueName: "glob"))
    var include: [String] = []

    @Option(help: ArgumentHelp("With -r: leave out files and directories whose name matches.", valueName: "glob"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read more paths from a file, separated by newlines or NULs; - is standard input.", valueName: "file"),
        completion: .file())
    var filesFrom: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Work on this many files at a time (default: up to 4).", valueName: "n"))
    var jobs: Int?

    @Flag(help: "Stop at the first file that fails.")
    var failFast = false

    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("The number of jobs must be between 1 and 1024.")
        }
    }
}
