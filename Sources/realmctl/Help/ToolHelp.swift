/// The help of the program as a whole, and of commands that have parts.
struct ToolHelp {
    private let tool: CommandDescription
    private let lines: HelpLines

    init(_ tool: CommandDescription, width: Int) {
        self.tool = tool
        lines = HelpLines(width: width)
    }

    /// What people look for first.
    private static let groups: [(title: String, commands: [String])] = [
        ("Look", ["info", "diagnose", "verify", "schema", "schema-version", "query", "diff", "watch"]),
        ("Change", ["compact", "copy", "encrypt", "decrypt", "rekey", "keygen", "upgrade", "recover", "migrate"]),
        ("Move data", ["export", "import", "seed", "backup", "restore"]),
        ("Help", ["completions", "help"]),
    ]

    /// All commands, in groups.
    var long: String {
        var text = lines.paragraph(tool.abstract ?? "") + "\nUSAGE: realmctl COMMAND [OPTIONS] [PATH...]\n"
        var listed = Set<String>()
        for group in ToolHelp.groups {
            text += lines.chapter(group.title, entries(group.commands))
            listed.formUnion(group.commands)
        }
        text += lines.chapter("More", entries(tool.ownSubcommands.map(\.commandName).filter { !listed.contains($0) }))
        text += "\n" + lines.paragraph(tool.discussion ?? "")
        return text + "\n"
            + lines.paragraph(
                "'realmctl help COMMAND' explains a command, 'realmctl help options' the options of all of them; "
                    + "'realmctl help --man | man -l -' is the manual.")
    }

    /// A few lines for somebody who typed the name alone.
    var short: String {
        let begin = [
            ("info app.realm", "What is this file?"), ("diagnose app.realm", "Why does it not open?"),
            ("query app.realm Person", "Its objects."), ("export app.realm -o app.sqlite", "Take the data out."),
        ]
        let width = begin.map { $0.0.count }.max() ?? 0
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return "USAGE: realmctl COMMAND [OPTIONS] [PATH...]\n\n"
            + begin.map { "  realmctl \(padded($0.0, width))  \($0.1)\n" }.joined() + "\n"
            + ToolHelp.groups.map { "\(padded($0.title, 10))  \($0.commands.joined(separator: ", "))\n" }.joined()
            + "\n" + lines.paragraph("'realmctl help' says what they do, 'realmctl help COMMAND' how.")
    }

    /// A command that has parts.
    func group(_ command: CommandDescription) -> String {
        var text = lines.paragraph(command.abstract ?? "") + "\n"
        if let discussion = command.discussion, !discussion.isEmpty { text += lines.paragraph(discussion) + "\n" }
        let name = command.commandName
        text += "USAGE: realmctl \(name) COMMAND [OPTIONS]\n"
        text += lines.chapter("Commands", command.parts.map { ("\(name) \($0.commandName)", $0.abstract ?? "") })
        return text + "\n" + lines.paragraph("'realmctl help \(name) COMMAND' explains one.")
    }

    /// The options that all commands have.
    var options: String {
        lines.paragraph("The options of all commands, which list those that have an effect on them.")
            + lines.chapter("General options", tool.generalOptions.map { ($0.title, $0.meaning) })
    }

    private func entries(_ names: [String]) -> [(title: String, meaning: String)] {
        names.compactMap { name in
            tool.ownSubcommands.first { $0.commandName == name }.map { (name, $0.abstract ?? "") }
        }
    }
}
