import ArgumentParser

/// The options that all commands have; those without an effect on a command are not listed in its help.
struct GeneralOptions<Scope: OptionScope>: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing but errors and what was asked for.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print time and memory of the run and its steps; twice: the engine's log, too.")
    var verbose: Int

    @Flag(
        name: [.customShort("n"), .long],
        help: .general(.dryRun, of: Scope.self, "Read and check everything, write nothing but temporary files."))
    var dryRun = false

    @Flag(name: .shortAndLong, help: .general(.force, of: Scope.self, "Replace an existing output file."))
    var force = false

    @Flag(name: .shortAndLong, help: .general(.yes, of: Scope.self, "Answer yes to confirmations."))
    var yes = false

    @Flag(
        name: .long, help: .general(.noInput, of: Scope.self, "Never ask; what would be asked becomes an error."))
    var noInput = false

    @Option(
        name: .long,
        help: .general(
            .progress, of: Scope.self, "Progress on standard error: auto (on a terminal), never, or plain lines."))
    var progress = Settings.ProgressRule.auto

    @Option(name: .long, help: "Colours: auto obeys NO_COLOR, TERM=dumb and whether it is a terminal.")
    var color = Style.Rule.auto

    @Option(
        name: .customLong("tmpdir"),
        help: .general(
            .tmpdir, of: Scope.self, "Where scratch files go (default: $TMPDIR, else /tmp).", valueName: "dir"),
        completion: .directory)
    var temporaryDirectory: String?

    @Option(
        name: .long,
        help: .general(
            .lockTimeout, of: Scope.self, "Wait this long for a busy file: 90s, 15m, 12h, 7d.", valueName: "dur"))
    var lockTimeout = TimeSpan(.zero)

    @Flag(
        name: .long,
        help: .general(
            .immutable, of: Scope.self, "Open without lock files; you promise that nobody writes the file."))
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
