/// The manual page `realmctl(1)` in roff, made from the parser's description of the commands.
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
        lines.append(".SH EXIT STATUS")
        for status in ExitStatus.allCases { lines += paragraph("\(status.rawValue)", status.meaning) }
        lines.append(".SH ENVIRONMENT")
        for (name, meaning) in ManualPage.environment { lines += paragraph(name, meaning) }
        lines.append(".SH FILES")
        for (name, meaning) in ManualPage.files { lines += paragraph(name, meaning) }
        lines.append(".SH EXAMPLES")
        for (meaning, command) in ManualPage.examples {
            lines += [".PP", roff(meaning), ".PP", ".RS 4", ".nf", roff(command), ".fi", ".RE"]
        }
        let last = ManualPage.related.count - 1
        lines += [".SH SEE ALSO"]
        lines += ManualPage.related.enumerated().map { ".BR \($1.0) (\($1.1))\($0 < last ? "," : "")" }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(of command: CommandDescription.Leaf) -> [String] {
        var lines = [".SS " + roff(command.names.joined(separator: ", ")), roff(command.description.abstract ?? "")]
        if let discussion = command.description.discussion, !discussion.isEmpty { lines += [".PP", roff(discussion)] }
        for argument in command.description.ownArguments { lines += paragraph(of: argument) }
        lines += [".PP", roff("General options: \(command.description.generalNames)")]
        lines += [".PP", roff("Exit codes: \(CommandExits.text(of: command.description, named: command.names[0]))")]
        for example in CommandExamples.of(command.names[0]) {
            lines += [".PP", roff(example.meaning), ".PP", ".RS 4", ".nf", roff(example.command), ".fi", ".RE"]
        }
        return lines
    }

    private func paragraph(of argument: ArgumentDescription) -> [String] {
        paragraph(argument.title, argument.abstract ?? "")
    }

    private func paragraph(_ title: String, _ text: String) -> [String] { [".TP", ".B " + roff(title), roff(text)] }

    /// Text that roff prints as it is.
    private func roff(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: " ")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}

extension ManualPage {
    private static let environment = [
        ("REALMCTL_KEY_FILE", "Path of the file with the key of encrypted files, where no option names a key."),
        ("REALMCTL_NEW_KEY_FILE", "Path of the file with the key of files that are written, in the same way."),
        ("TMPDIR", "Directory of scratch files that belong beside no output (default: /tmp); see --tmpdir."),
        ("NO_COLOR", "If it is not empty, no colours but with --color always."),
        ("TERM", "No colours if it is 'dumb'."),
    ]

    private static let files = [
        ("NAME.lock", "Lock file of the Realm NAME, shared with all programs that open it; may stay."),
        ("NAME.note", "Pipe by which the programs that have NAME open tell each other of commits; may stay."),
        ("NAME.holders", "Who keeps which version of NAME in use; the last program that closes NAME removes it."),
        ("NAME.management", "Made by other engines beside a Realm; left alone."),
        (".NAME.realmctl-PID-RANDOM.tmp", "A new NAME that is being written; the next run removes what a kill left."),
        ("NAME.vN.backup.realm", "The file of format N that 'upgrade' replaced."),
        ("NAME.before-restore-TIME", "The file that 'restore' replaced."),
        ("NAME-TIME.realm.tar.zst", "A backup archive: a tar archive compressed with zstd."),
        ("migrations/NNNN_name.yaml, migrations/realmctl.sum", "Migration files, and the digests that they must have."),
    ]

    private static let examples = [
        ("What is this file, and is it sound?", "realmctl info app.realm && realmctl verify app.realm"),
        ("Find objects.", "realmctl query app.realm Person \"age > 60\" --sort -age --limit 10"),
        ("Get the data out, as lines of JSON or as a database.", "realmctl export app.realm -o app.sqlite"),
        (
            "Give the free space of many files back, but of those in use.",
            "realmctl compact -r /srv/users --if free-ratio=0.5 --skip-in-use"
        ),
        (
            "Encrypt a file with a new key.",
            "realmctl encrypt --generate-key app.key app.realm"
        ),
        (
            "A backup each night that keeps a week.",
            "realmctl backup /srv/app/app.realm -d /var/backups/app --keep-daily 7 --yes --quiet"
        ),
        ("Save what can be saved.", "realmctl recover broken.realm -o rescued.realm --lost-and-found lost.ndjson"),
    ]

    private static let related = [("tar", 1), ("zstd", 1), ("sqlite3", 1), ("psql", 1), ("flock", 2)]
}
