import ArgumentParser

/// The options that all commands have.
struct GeneralOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing but errors and what was asked for.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print time and memory of the run and its steps; twice: the engine's log, too.")
    var verbose: Int

    @Flag(name: [.customShort("n"), .long], help: "Read and check everything, write nothing but temporary files.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Replace an existing output file.")
    var force = false

    @Flag(name: .shortAndLong, help: "Answer yes to confirmations.")
    var yes = false

    @Flag(name: .long, help: "Never ask; what would be asked becomes an error.")
    var noInput = false

    @Option(name: .long, help: "Progress on standard error: auto (on a terminal), never, or plain lines.")
    var progress = Settings.ProgressRule.auto

    @Option(name: .long, help: "Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.")
    var color = Style.Rule.auto

    @Option(
        name: .customLong("tmpdir"),
        help: ArgumentHelp("Where scratch files go (default: $TMPDIR, else /tmp).", valueName: "dir"),
        completion: .directory)
    var temporaryDirectory: String?

    @Option(name: .long, help: ArgumentHelp("Wait this long for a busy file: 90s, 15m, 12h, 7d.", valueName: "dur"))
    var lockTimeout = TimeSpan(.zero)

    @Flag(name: .long, help: "Open without lock files; you promise that nobody writes the file.")
    var immutable = false

    /// The values, for use outside of the parser.
    var settings: Settings {
        let verbosity: Settings.Verbosity =
            quiet ? .quiet : verbose == 0 ? .normal : verbose == 1 ? .verbose : .engineLog
        return Settings(
            json: json, verbosity: verbosity, isDryRun: dryRun, force: force, yes: yes, noInput: noInput,
            progress: progress, color: color, temporaryDirectory: temporaryDirectory,
            lockTimeout: lockTimeout.duration, immutable: immutable)
    }
}

extension Settings.ProgressRule: ExpressibleByArgument {}
extension Style.Rule: ExpressibleByArgument {}
