import ArgumentParser
import Foundation

/// The manual page `realmctl(1)` in roff, made from what the parser knows of the commands.
struct ManualPage {
    private let tool: CommandDescription

    /// Throws if the parser's description of itself cannot be read.
    init() throws {
        tool = try ManualPage.describe()
    }

    /// The parser describes itself in JSON to whoever asks.
    private static func describe() throws -> CommandDescription {
        do {
            _ = try Realmctl.parseAsRoot(["--experimental-dump-help"])
        } catch {
            let json = Data(Realmctl.message(for: error).utf8)
            return try JSONDecoder().decode(Description.self, from: json).command
        }
        throw Failure(.internal, nil, "The options parser does not describe itself.")
    }

    var text: String {
        var lines = [".TH REALMCTL 1 \"\" \"realmctl \(ToolVersion.text)\" \"User Commands\""]
        lines += [".SH NAME", "realmctl \\- " + roff(tool.abstract ?? "")]
        lines += [".SH SYNOPSIS", ".B realmctl", ".I COMMAND", "[\\fIOPTIONS\\fR] [\\fIPATH\\fR...]"]
        lines += [".SH DESCRIPTION", roff(tool.discussion ?? "")]
        let commands = (tool.subcommands ?? []).filter { $0.shouldDisplay }
        // What all commands have is explained once.
        let general = commands.first?.arguments?.filter { $0.sectionTitle == "General options" } ?? []
        lines.append(".SH COMMANDS")
        for command in commands { lines += sections(of: command, without: Set(general.map(\.title))) }
        lines.append(".SH GENERAL OPTIONS")
        for option in general { lines += paragraph(of: option) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The section of a command, or those of the commands that it is made of.
    private func sections(of command: CommandDescription, without general: Set<String>) -> [String] {
        let parts = (command.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
        if parts.isEmpty { return section(of: command, named: command.commandName, without: general) }
        return parts.flatMap { part in
            section(of: part, named: "\(command.commandName) \(part.commandName)", without: general)
        }
    }

    private func section(
        of command: CommandDescription, named name: String, without general: Set<String>
    ) -> [String] {
        let names = ([name] + (command.aliases ?? [])).joined(separator: ", ")
        var lines = [".SS " + roff(names), roff(command.abstract ?? "")]
        if let discussion = command.discussion, !discussion.isEmpty { lines += [".PP", roff(discussion)] }
        let own = (command.arguments ?? []).filter { argument in
            argument.shouldDisplay && !general.contains(argument.title)
                && !["help", "version"].contains(argument.preferredName?.name)
        }
        for argument in own { lines += paragraph(of: argument) }
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

private struct Description: Decodable {
    let command: CommandDescription
}

private struct CommandDescription: Decodable {
    let commandName: String
    let aliases: [String]?
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let subcommands: [CommandDescription]?
    let arguments: [ArgumentDescription]?
}

private struct ArgumentDescription: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String

        var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let shouldDisplay: Bool
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let kind: String
    let names: [Name]?
    let preferredName: Name?
    let valueName: String?
    let abstract: String?

    /// As in `-o, --output FILE`.
    var title: String {
        let value = (valueName ?? "value").uppercased()
        switch kind {
        case "positional": return (isOptional ? "[\(value)]" : value) + (isRepeating ? "..." : "")
        case "option": return (names ?? []).map(\.text).joined(separator: ", ") + " " + value
        default: return (names ?? []).map(\.text).joined(separator: ", ")
        }
    }
}
