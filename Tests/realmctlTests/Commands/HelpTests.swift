import Foundation
import TestSupport
import Testing

@testable import realmctl

/// Help, the manual page and the completions.
@Suite struct HelpTests {
    /// The commands that the parser knows, as the list of their pages has them.
    private static let commands: [String] = {
        let index = try? RealmctlProcess.tell(["help", "--markdown"]).out
        return (index ?? "").matches(of: /\n\| \[([a-z-]+)\]/).map { String($0.1) }
    }()

    private static let repository = Fixture.directory.deletingLastPathComponent().deletingLastPathComponent()

    private func committed(_ path: String) throws -> String {
        try String(contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func `there are commands`() {
        #expect(Self.commands.contains("info") && Self.commands.last == "help")
    }

    @Test(arguments: commands)
    func `help explains each command, as --help does`(command: String) throws {
        let help = try RealmctlProcess.tell(["help", command])
        #expect(help.code == 0 && help.out.contains("USAGE: realmctl \(command)"))
        #expect(try RealmctlProcess.tell([command, "--help"]).out == help.out)
    }

    @Test func `help lists all commands`() throws {
        let output = try RealmctlProcess.tell(["help"])
        for command in Self.commands { #expect(output.out.contains("\n  \(command)")) }
    }

    @Test func `the manual page has all commands and the options they share`() throws {
        let page = try RealmctlProcess.tell(["help", "--man"]).out
        #expect(page.hasPrefix(".TH REALMCTL 1"))
        for command in Self.commands {
            #expect(page.contains("\n.SS \(command.replacing("-", with: "\\-"))"))
        }
        #expect(page.contains("\n.B \\-\\-lock\\-timeout DUR\n"))
    }

    @Test(arguments: [
        ("EXIT STATUS", ["78", "130", "143"]), ("ENVIRONMENT", ["REALMCTL_KEY_FILE", "NO_COLOR"]),
        ("FILES", ["NAME.lock", "realmctl.sum"]), ("EXAMPLES", ["realmctl compact"]), ("SEE ALSO", ["tar (1)"]),
    ])
    func `the manual page has the chapters that people look for`(title: String, words: [String]) throws {
        let page = try RealmctlProcess.tell(["help", "--man"]).out
        let start = try #require(page.range(of: "\n.SH \(title)\n")).upperBound
        let chapter = page[start...].components(separatedBy: "\n.SH ")[0]
        for word in words { #expect(chapter.contains(word), "\(title): \(word)") }
    }

    @Test func `every exit code is in the manual page and in the README`() throws {
        let (page, readme) = (try RealmctlProcess.tell(["help", "--man"]).out, try committed("README.md"))
        for status in ExitStatus.allCases {
            #expect(page.contains("\n.B \(status.rawValue)\n"), "\(status)")
            #expect(readme.contains("| \(status.rawValue)") || readme.contains(", \(status.rawValue) |"), "\(status)")
        }
    }

    @Test(.enabled(if: hasGroff, "groff is not installed"))
    func `groff has nothing to complain of in the manual page`() throws {
        let output = try RealmctlProcess.shell(
            #""$REALMCTL" help --man | groff -man -Tascii -wall -z 2>&1 | grep -v 'adjust line'"#)
        #expect(output.out.isEmpty, "\(output.out)")
    }

    private static let hasGroff = FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")

    @Test(arguments: [("bash", "realmctl.bash"), ("zsh", "_realmctl"), ("fish", "realmctl.fish")])
    func `the completions in the repository are those realmctl prints`(shell: String, file: String) throws {
        let output = try RealmctlProcess.tell(["completions", shell])
        #expect(output.code == 0 && output.out.contains("schema-version"))
        for command in Self.commands { #expect(output.out.contains(command)) }
        #expect(try committed("completions/\(file)") == output.out, "run 'make completions'")
    }

    @Test(arguments: commands)
    func `the page of each command in the repository is what realmctl says of itself`(command: String) throws {
        let page = try RealmctlProcess.tell(["help", "--markdown", command]).out
        #expect(page.hasPrefix("# realmctl \(command)\n"))
        #expect(try committed("docs/commands/\(command).md") == page, "run 'make command-pages'")
    }

    @Test func `the list of commands in the repository is what realmctl says of itself`() throws {
        let page = try RealmctlProcess.tell(["help", "--markdown"]).out
        #expect(try committed("docs/commands/README.md") == page, "run 'make command-pages'")
    }

    @Test(arguments: commands)
    func `the README names each command`(command: String) throws {
        #expect(try committed("README.md").contains("`\(command)"))
    }

    @Test func `the version is that of the changelog's newest chapter`() throws {
        let version = try RealmctlProcess.tell(["--version"]).out.trimmingCharacters(in: .whitespacesAndNewlines)
        let chapters = try committed("CHANGELOG.md").matches(of: /\n## \[([0-9.]+)\] - [0-9-]+\n/).map { String($0.1) }
        #expect(chapters.first == version)
    }

    @Test func `a page of a command that does not exist is refused`() throws {
        let output = try RealmctlProcess.tell(["help", "--markdown", "nothing"])
        #expect(output.code == 64 && output.err.contains("There is no command 'nothing'."))
    }

    @Test(arguments: [["nothing"], ["seed", "nothing"], ["--", "-h"], ["--", "--nothing"]])
    func `help of a command that does not exist is refused`(_ words: [String]) throws {
        let output = try RealmctlProcess.tell(["help"] + words)
        let name = words.filter { $0 != "--" }.joined(separator: " ")
        #expect(output.code == 64 && output.err.contains("There is no command '\(name)'"), "\(output.err)")
    }

    @Test func `bash can read its completions`() throws {
        let output = try RealmctlProcess.shell(#""$REALMCTL" completions bash | bash -n"#)
        #expect(output.code == 0 && output.err.isEmpty)
    }
}
