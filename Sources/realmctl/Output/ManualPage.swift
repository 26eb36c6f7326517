/// The manual page `realmctl(1)` in roff, made from what the parser knows of the commands.
struct ManualPage {
    private let tool: CommandDescription

    init(_ tool: CommandDescription) { self.tool = tool }

    var text: String {
        var lines = [".TH REALMCTL 1 \"\" \"realmctl \(ToolVersion.text)\" \"User Commands\""]
        lines += [".SH NAME", "realmctl \\- " + roff(tool.abstract ?? "")]
        lines += [".SH SYNOPSIS", ".B realmctl", ".I COMMAND", "[\\fIOPTIONS\\fR] [\\fIPATH\\fR...]"]
        lines += [".SH DESCRIPTION", roff(tool.discussion ?? "")]
        lines.append(".SH COMMANDS")
        for command in tool.commands { lines += section(of: command) }
        lines.append(".SH GENERAL OPTIONS")
        for option in tool.generalOptions { lines += paragraph(of: option) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(of command: CommandDescription.Leaf) -> [String] {
        var lines = [".SS " + roff(command.names.joined(separator: ", ")), roff(command.description.abstract ?? "")]
        if let discussion = command.description.discussion, !discussion.isEmpty { lines += [".PP", roff(discussion)] }
        for argument in tool.ownArguments(of: command.description) { lines += paragraph(of: argument) }
        return lines
    }

    private func paragraph(of argument: ArgumentDescription) -> [String] {
        [".TP", ".B " + roff(argument.title), roff(argument.abstract ?? "")]
    }

    /// Text that roff prints as it is.
    private func roff(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: " ")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
