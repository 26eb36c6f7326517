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
        let ranked = commands.flatMap(names).map { (distance: distance(word, $0), name: $0) }
        return ranked.filter { $0.distance <= max(1, word.count / 3) }.min { $0 < $1 }?.name
    }

    /// The number of letters to change, add, drop, or swap with the next.
    private static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.utf8.prefix(64)), Array(second.utf8))
        var rows = [Array(0...second.count)]
        for (index, letter) in first.enumerated() {
            var row = [index + 1]
            for (column, other) in second.enumerated() {
                var least = min(
                    rows[index][column] + (letter == other ? 0 : 1), rows[index][column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, letter == second[column - 1], first[index - 1] == other {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
