import ArgumentParser

/// `completions`: a script that completes realmctl's commands, options and files.
struct CompletionsCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print completions for a shell.",
        discussion: """
            Where the script goes: bash, $XDG_DATA_HOME/bash-completion/completions/realmctl; zsh, _realmctl in a \
            directory of $fpath; fish, ~/.config/fish/completions/realmctl.fish.
            """)

    enum Shell: String, ExpressibleByArgument, CaseIterable, Sendable {
        case bash, zsh, fish

        var completionShell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    @OptionGroup(title: "General options") var general: GeneralOptions<CompletionsCommand>

    static let generalOptions: Set<GeneralOption> = []

    func execute(in context: CommandContext) throws -> CommandResult {
        let script = Realmctl.completionScript(for: shell.completionShell)
        return CommandResult(
            [("shell", .string(shell.rawValue)), ("script", .string(script))],
            text: script.hasSuffix("\n") ? script : script + "\n")
    }
}
