import ArgumentParser

/// The page of a command in Markdown, made from the same source as `help`.
struct CommandPage {
    private let command: CommandDescription

    /// - Parameter command: one of the first level.
    init(_ command: CommandDescription) { self.command = command }

    var text: String {
        let name = command.commandName
        var lines = ["# realmctl \(name)", "", command.abstract ?? ""]
        if let aliases = command.aliases, !aliases.isEmpty {
            lines += ["", "Also: " + aliases.map { "`\($0)`" }.joined(separator: ", ") + "."]
        }
        if let discussion = command.discussion, !discussion.isEmpty { lines += ["", discussion] }
        if command.parts.isEmpty {
            lines += usage(of: command, named: name)
        }
        for part in command.parts {
            lines += ["", "## \(name) \(part.commandName)", "", part.abstract ?? ""]
            if let discussion = part.discussion, !discussion.isEmpty { lines += ["", discussion] }
            lines += usage(of: part, named: "\(name) \(part.commandName)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The page that lists all commands, and their shared options.
    static func index(of tool: CommandDescription) -> String {
        var lines = ["# The commands", "", tool.discussion ?? "", "", "| command | |", "|---|---|"]
        for command in tool.ownSubcommands {
            let name = command.commandName
            lines.append("| [\(name)](\(name).md) | \(cell(command.abstract)) |")
        }
        lines += ["", "## General options", ""] + table(tool.generalOptions)
        return lines.joined(separator: "\n") + "\n"
    }

    private func usage(of command: CommandDescription, named name: String) -> [String] {
        let arguments = command.ownArguments
        let positional = arguments.filter { $0.kind == "positional" }.map(\.title)
        let hasOptions = arguments.count > positional.count
        let words = ["realmctl", name] + (hasOptions ? ["[OPTIONS]"] : []) + positional
        let synopsis = ["", "```", words.joined(separator: " "), "```"]
        let table = arguments.isEmpty ? synopsis : synopsis + [""] + CommandPage.table(arguments)
        let examples = CommandExamples.of(name).flatMap { ["# \($0.meaning)", $0.command] }
        return table
            + ["", "[General options](README.md#general-options): `\(command.generalNames)`."]
            + ["", "Exit codes: \(CommandExits.text(of: command, named: name))"]
            + ["", "```sh"] + examples + ["```"]
    }

    private static func table(_ arguments: [ArgumentDescription]) -> [String] {
        ["| option | meaning |", "|---|---|"]
            + arguments.map { "| `\($0.title.replacing("|", with: "\\|"))` | \(cell($0.abstract)) |" }
    }

    private static func cell(_ text: String?) -> String {
        (text ?? "").replacing("|", with: "\\|").replacing("\n", with: " ").replacing("<", with: "&lt;")
    }
}
