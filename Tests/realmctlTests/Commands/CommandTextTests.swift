import Foundation
import TestSupport
import Testing

/// Every command and every option is explained: in its help, in the manual page, in its page, in the completions.
@Suite struct CommandTextTests {
    private static let manual = (try? RealmctlProcess.run(["help", "--man"]).out) ?? ""
    private static let completions = ["bash", "zsh", "fish"].map { shell in
        (shell: shell, text: (try? RealmctlProcess.run(["completions", shell]).out) ?? "")
    }
    private static let readme =
        (try? String(
            contentsOf: Fixture.directory.deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    static let commands = CommandRecipe.known.keys.sorted()
    /// Explained once for all commands.
    private static let general: Set<String> = [
        "json", "quiet", "verbose", "dry-run", "force", "yes", "no-input", "progress", "color", "tmpdir",
        "lock-timeout", "immutable", "help", "version",
    ]

    private func own(_ command: String) -> Set<String> {
        (CommandRecipe.known[command] ?? []).subtracting(Self.general)
    }

    @Test func `every command has the general options`() {
        for command in Self.commands {
            #expect(CommandRecipe.known[command]?.isSuperset(of: Self.general) == true, "\(command)")
        }
    }

    @Test(arguments: commands)
    func `help says what the command does, and what each of its options means`(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let help = try RealmctlProcess.run(["help"] + words)
        #expect(help.code == 0 && help.out.hasPrefix("OVERVIEW: "), "\(help.err)")
        #expect(help.out.contains("USAGE: realmctl \(command) "))
        #expect(try RealmctlProcess.run(words + ["--help"]).out == help.out)
        #expect(try RealmctlProcess.run(words + ["-h"]).out == help.out)
        #expect(try RealmctlProcess.run(words + ["--version"]).out == RealmctlProcess.run(["--version"]).out)
        for option in CommandRecipe.known[command] ?? [] {
            // A column of names, and the meaning in the same line or the next.
            let line = try Regex("\n  [^\n]*--\(option)( <[^>\n]+>)?(, -\\w)?( +|\n {20,})\\S")
            #expect(help.out.contains(line), "--\(option)")
        }
    }

    @Test(arguments: commands)
    func `the manual page has a section of the command with its options`(command: String) throws {
        func roff(_ text: String) -> String { text.replacing("-", with: "\\-") }
        let sections = Self.manual.components(separatedBy: "\n.SS ").filter { section in
            section.prefix { $0 != "\n" }.components(separatedBy: ", ").contains(roff(command))
        }
        #expect(sections.count == 1)
        for option in own(command) { #expect(sections.first?.contains(roff("--\(option)")) == true, "--\(option)") }
    }

    @Test func `the manual page has the general options`() {
        let chapter = Self.manual.components(separatedBy: "\n.SH GENERAL OPTIONS\n").last ?? ""
        for option in Self.general.subtracting(["help", "version"]) {
            #expect(chapter.contains("\\-\\-" + option.replacing("-", with: "\\-")), "--\(option)")
        }
    }

    @Test(arguments: commands)
    func `the page of the command has its options`(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let page = try RealmctlProcess.run(["help", "--markdown", words[0]]).out
        let title = words.count == 1 ? "# realmctl \(command)\n" : "## \(command)\n"
        let start = try #require(page.range(of: title)).upperBound
        let section = page[start...].components(separatedBy: "\n## ")[0]
        for option in own(command) { #expect(section.contains("--\(option)"), "--\(option)") }
    }

    @Test(arguments: commands)
    func `the completions of every shell know the command's options`(command: String) {
        for (shell, text) in Self.completions {
            for option in CommandRecipe.known[command] ?? [] {
                let form = shell == "fish" ? "-l '\(option)'" : "--\(option)"
                #expect(text.contains(form) || text.contains("-l \(option)"), "\(shell): --\(option)")
            }
            for word in command.split(separator: " ") { #expect(text.contains(word), "\(shell): \(word)") }
        }
    }

    @Test(arguments: commands)
    func `the README names the command`(command: String) {
        let words = command.split(separator: " ").map(String.init)
        #expect(Self.readme.contains("`\(words[0])"))
        let isNamed =
            words.count == 1 || Self.readme.contains("`\(command)") || Self.readme.contains("`\(words[1])`")
            || command == "backup create"
        #expect(isNamed, "\(command)")
    }
}
