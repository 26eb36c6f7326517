import Foundation
import TestSupport
import Testing

@testable import realmctl

/// Every command and every option is explained: in its help, in the manual page, in its page, in the completions.
@Suite struct CommandTextTests {
    private static let manual = (try? RealmctlProcess.tell(["help", "--man"]).out) ?? ""
    private static let completions = ["bash", "zsh", "fish"].map { shell in
        (shell: shell, text: (try? RealmctlProcess.tell(["completions", shell]).out) ?? "")
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
        let help = try RealmctlProcess.tell(["help"] + words)
        #expect(help.code == 0 && help.out.contains("\nUSAGE: realmctl \(command)"), "\(help.err)")
        #expect(try RealmctlProcess.tell(words + ["--help"]).out == help.out)
        #expect(try RealmctlProcess.tell(words + ["--version"]).out == RealmctlProcess.tell(["--version"]).out)
        for option in own(command) {
            // A column of names, and the meaning in the same line or the next.
            let line = try Regex("\n  [^\n]*--\(option)( [^\n ]+)?( {2,}|\n {20,})\\S")
            #expect(help.out.contains(line), "--\(option)")
        }
    }

    @Test(arguments: commands)
    func `help ends with the general options that have an effect`(command: String) throws {
        let help = try RealmctlProcess.tell(["help"] + command.split(separator: " ").map(String.init)).out
        let last = try #require(help.components(separatedBy: "\nGeneral options").last)
        for option in Self.general {
            let isShown = CommandRecipe.shown[command]?.contains(option) == true || option == "help"
            #expect(last.contains("--\(option)") == isShown || option == "version", "--\(option)")
        }
        #expect(last.split(separator: "\n").count <= 4)
    }

    @Test(arguments: commands)
    func `help has two or three examples that the parser accepts, and the exit codes`(command: String) throws {
        let examples = CommandExamples.of(command)
        #expect((2...3).contains(examples.count))
        for example in examples {
            let words = example.command.prefix { $0 != "|" && $0 != ">" }.split(separator: " ").dropFirst()
            // Words in quotes are one.
            var arguments: [String] = []
            var isQuoted = false
            for word in words.map(String.init) {
                let text = word.replacing("'", with: "")
                if isQuoted { arguments[arguments.count - 1] += " " + text } else { arguments.append(text) }
                if word.count(where: { $0 == "'" }) == 1 { isQuoted.toggle() }
            }
            #expect(throws: Never.self, "\(arguments)") { try Realmctl.parseAsRoot(arguments) }
        }
        let help = try RealmctlProcess.tell(["help"] + command.split(separator: " ").map(String.init)).out
        #expect(help.contains("\nEXIT CODES:\n  0 ") && help.contains("\nEXAMPLES:\n  realmctl \(command)"))
    }

    @Test(arguments: commands)
    func `the short help leaves out the explanation`(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let short = try RealmctlProcess.tell(words + ["-h"])
        let long = try RealmctlProcess.tell(words + ["--help"]).out
        #expect(short.code == 0 && short.out.hasSuffix("'realmctl help \(command)' says more.\n"))
        #expect(short.out.prefix { $0 != "\n" } == long.prefix { $0 != "\n" })
    }

    @Test func `the options of all commands are explained once`() throws {
        let help = try RealmctlProcess.tell(["help", "options"]).out
        for option in Self.general.subtracting(["help", "version"]) { #expect(help.contains("--\(option)")) }
    }

    @Test func `the name alone gives a short help, and the exit code of wrong use`() throws {
        let output = try RealmctlProcess.tell([])
        #expect(output.code == 64 && output.out.isEmpty)
        #expect(output.err.hasPrefix("USAGE: realmctl COMMAND") && output.err.split(separator: "\n").count < 15)
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
        let page = try RealmctlProcess.tell(["help", "--markdown", words[0]]).out
        let title = words.count == 1 ? "# realmctl \(command)\n" : "## \(command)\n"
        let start = try #require(page.range(of: title)).upperBound
        let section = page[start...].components(separatedBy: "\n## ")[0]
        for option in own(command) { #expect(section.contains("--\(option)"), "--\(option)") }
    }

    @Test(arguments: commands)
    func `the completions of every shell know the command's options`(command: String) {
        for (shell, text) in Self.completions {
            for option in CommandRecipe.shown[command] ?? [] {
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
