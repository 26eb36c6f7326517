import ArgumentParser

/// The names of commands.
enum CommandNames {
    /// The name of the command for `word`, a name or an alias.
    static func name(of word: String) -> String? { command(word)?.configuration.commandName }

    /// A suggestion for words that are not a command, in full: `backup list`. Nil if nothing is close, or if there is
    /// such a command.
    static func question(for words: [String]) -> String? {
        guard let first = words.first else { return nil }
        guard let command = command(first) else {
            return nearest(to: first, among: Realmctl.configuration.subcommands).map { "did you mean '\($0)'?" }
        }
        let parts = command.configuration.subcommands
        guard !parts.isEmpty, words.count > 1, !parts.contains(where: { names(of: $0).contains(words[1]) }) else {
            return nil
        }
        return nearest(to: words[1], among: parts).map { "did you mean '\(first) \($0)'?" }
    }

    private static func command(_ word: String) -> (any ParsableCommand.Type)? {
        Realmctl.configuration.subcommands.first { names(of: $0).contains(word) }
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName ?? ""] + command.configuration.aliases
    }

    private static func nearest(to word: String, among commands: [any ParsableCommand.Type]) -> String? {
        NearestName.of(word, among: commands.flatMap(names))
    }
}
