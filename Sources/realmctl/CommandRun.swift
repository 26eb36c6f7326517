import ArgumentParser
import Foundation
import RealmTools

/// One run of the program: parse, execute, print, and the exit status.
struct CommandRun {
    let arguments: [String]
    let scratch: ScratchFiles
    let terminal: Terminal
    private let environment = ProcessInfo.processInfo.environment

    init(arguments: [String], scratch: ScratchFiles, terminal: Terminal) {
        self.arguments = arguments
        self.scratch = scratch
        self.terminal = terminal
    }

    /// Returns when the reader of the output has taken it, too.
    func run() -> ExitStatus {
        let status = runCommand()
        do {
            try OutputStream.finish()
            return status
        } catch {
            Console(settings: Settings(), environment: environment).report(error)
            return error.status
        }
    }

    private func runCommand() -> ExitStatus {
        if arguments.isEmpty, let tool = try? CommandDescription.tool() {
            try? OutputStream.standardError.write(ToolHelp(tool, width: terminal.columns ?? 80).short)
            return .usage
        }
        do {
            var command = try Realmctl.parseAsRoot(BackupCreateCommand.completed(arguments))
            if let command = command as? any RealmctlCommand { return run(command) }
            if command is Realmctl { throw ValidationError(missingCommand) }
            if command is SeedCommand { throw ValidationError("'seed' is followed by 'build' or 'check'.") }
            if command is MigrateCommand {
                throw ValidationError("'migrate' is followed by 'new', 'lint', 'plan', 'status', 'apply' or 'hash'.")
            }
            // The parser's own command, for `--help`.
            try command.run()
            return .ok
        } catch {
            return answer(parserError: error)
        }
    }

    private var missingCommand: String {
        guard let word = words.first else { return "A command is missing." }
        return "There is no command '\(word)'\(CommandNames.question(for: [word]).map { "; \($0)" } ?? ".")"
    }

    /// The arguments that are not options, as far as that is clear without their command.
    private var words: [String] { arguments.prefix { $0 != "--" }.filter { !$0.hasPrefix("-") } }

    private func run(_ command: any RealmctlCommand) -> ExitStatus {
        let console = Console(settings: command.settings, environment: environment)
        CommandRun.passOnEngineLog(to: console)
        let context = CommandContext(
            console: console, scratch: scratch, terminal: terminal, environment: environment)
        PipedOutput.standard?.mayUse {
            try scratch.makeNameless(in: command.settings.temporaryDirectory, environment: environment).file
        }
        let name = type(of: command).name
        let begin = ContinuousClock.now
        defer { console.detail(RunFigures.text(since: begin)) }
        var result: CommandResult?
        do {
            let finished = try command.execute(in: context)
            result = finished
            if finished.isStreamed { return finished.status }
            try finished.tellsWork ? console.done(finished.text) : console.result(finished.text)
            return conclude(name, console, finished.failure?.status ?? finished.status, finished.json, finished.failure)
        } catch {
            let failure = Failure(error)
            return conclude(name, console, failure.status, result?.json, failure)
        }
    }

    private func conclude(
        _ command: String?, _ console: Console, _ status: ExitStatus, _ result: JSONValue?, _ failure: Failure?
    ) -> ExitStatus {
        let failure = failure?.advising(hasSpaceCheck: hasSpaceCheck)
        console.eraseProgress()
        if let failure { console.report(failure) }
        guard console.settings.json, failure?.code != Failure.brokenPipe.code else { return status }
        let envelope = Envelope(
            command: command, status: status, result: result, warnings: console.warnings, failure: failure)
        let printed = print(envelope.text, console)
        return printed == .ok ? status : printed
    }

    /// True if the command can be told not to ask for free space.
    private var hasSpaceCheck: Bool {
        let leaf = try? CommandDescription.leaf(words)
        return leaf?.description.arguments?.contains { $0.isNamed("no-space-check") } ?? false
    }

    private static func passOnEngineLog(to console: Console) {
        let level: LogLevel = console.settings.verbosity >= .engineLog ? .debug : .off
        RLMLogger.shared = RLMLogger(level: level) { level, message in console.detail("engine: [\(level)] \(message)") }
    }
}

extension CommandRun {
    /// Help or version was requested, or the arguments are invalid.
    private func answer(parserError error: any Error) -> ExitStatus {
        let options = arguments.prefix { $0 != "--" }
        let console = Console(settings: Settings(json: options.contains("--json")), environment: environment)
        let name = words.first
        let command = name.flatMap(CommandNames.name)
        guard Realmctl.exitCode(for: error) == .success else {
            let isUnknown = command == nil && name != nil
            let message = isUnknown ? missingCommand : CommandRun.asking(Realmctl.message(for: error), words)
            let failure = Failure.usage(message, hint: usageHint(command))
            return conclude(command, console, failure.status, nil, failure)
        }
        let text = Realmctl.fullMessage(for: error)
        if console.settings.json, options.contains("--version"), text == ToolVersion.text {
            return conclude(command, console, .ok, ToolVersion.json, nil)
        }
        let help = help(options)
        return print(help ?? (text.hasSuffix("\n") ? text : text + "\n"), console)
    }

    /// A message about an unknown option, with a question for the one that may have been meant.
    private static func asking(_ message: String, _ words: [String]) -> String {
        let beginning = "Unknown option '"
        guard message.hasPrefix(beginning), let leaf = try? CommandDescription.leaf(words) else {
            return message
        }
        let option = String(message.dropFirst(beginning.count).prefix { $0 != "'" })
        let question = OptionNames.question(for: option, of: leaf.description).map { "; \($0)" } ?? "."
        return "\(leaf.names[0]) has no option '\(option)'\(question)"
    }

    /// The help that was asked for with an option; nil if it was something else.
    private func help(_ options: ArraySlice<String>) -> String? {
        // A shell that asks for completions passes the whole line.
        guard options.first != "---completion", options.contains("--help") || options.contains("-h")
        else { return nil }
        return try? HelpCommand.text(
            of: Array(words.prefix(2)), width: terminal.columns ?? 80, isLong: options.contains("--help"))
    }

    private func print(_ text: String, _ console: Console) -> ExitStatus {
        do {
            try OutputStream.standardOutput.write(text)
            return .ok
        } catch {
            console.report(error)
            return error.status
        }
    }

    private func usageHint(_ command: String?) -> String {
        if command == "encrypt", arguments.contains(where: { $0.hasPrefix("--key-") }) {
            return "The file has no key yet; the new one is given with --new-key-file FILE or --generate-key FILE."
        }
        if command != nil, arguments.first?.hasPrefix("-") == true { return "Options go behind the command." }
        if command != nil, let question = CommandNames.question(for: words) { return question }
        return command.map { "See 'realmctl help \($0)'." } ?? "See 'realmctl help'."
    }
}
