/// The help of a command: what it does, its own options, examples and exit codes; the options of all commands come last
/// and by name only.
struct HelpText {
    private let command: CommandDescription
    private let name: String
    private let lines: HelpLines

    init(_ leaf: CommandDescription.Leaf, width: Int) {
        command = leaf.description
        name = leaf.names[0]
        lines = HelpLines(width: width)
    }

    /// - Parameter isLong: whether the explanation of the command is part of it.
    func text(isLong: Bool) -> String {
        var text = lines.paragraph(command.abstract ?? "") + "\n"
        if isLong, let discussion = command.discussion, !discussion.isEmpty {
            text += lines.paragraph(discussion) + "\n"
        }
        text += "USAGE: realmctl \(name) \(usage)\n"
        for (title, arguments) in sections {
            text += lines.chapter(title, arguments.map { ($0.title, $0.meaning) })
        }
        text += "\nEXAMPLES:\n" + CommandExamples.of(name).map { "  \($0.command)\n      \($0.meaning)\n" }.joined()
        text += lines.chapter("Exit codes", text: CommandExits.text(of: command, named: name))
        let title = "General options, which 'realmctl help options' explains"
        text += "\n\(title):\n" + lines.paragraph(command.generalNames, indent: 2)
        return isLong ? text : text + "\n" + lines.paragraph("'realmctl help \(name)' says more.")
    }

    private var own: [ArgumentDescription] { command.ownArguments }

    private var usage: String {
        let options = own.filter { !$0.isPositional }
        let required = options.filter { !$0.isOptional }.map(\.shortTitle)
        let arguments = own.filter(\.isPositional).map(\.title)
        return ((options.contains(where: \.isOptional) ? ["[OPTIONS]"] : []) + required + arguments)
            .joined(separator: " ")
    }

    /// Arguments, the command's own options, then those that it shares with others.
    private var sections: [(String, [ArgumentDescription])] {
        let options = own.filter { !$0.isPositional }
        var titles: [String?] = [nil]
        for title in options.map(\.sectionTitle) where !titles.contains(title) { titles.append(title) }
        return [("Arguments", own.filter(\.isPositional))]
            + titles.map { title in (title ?? "Options", options.filter { $0.sectionTitle == title }) }
    }
}
