import Foundation
import TestSupport
import Testing

/// Help, the manual page and the completions.
@Suite struct HelpTests {
    private static let commands = [
        "info", "schema", "schema-version", "verify", "compact", "copy", "encrypt", "decrypt", "rekey", "keygen",
        "upgrade", "backup", "restore", "query", "import", "export", "seed", "completions", "help",
    ]

    @Test(arguments: commands)
    func `help explains each command, as --help does`(command: String) throws {
        let help = try RealmctlProcess.run(["help", command])
        #expect(help.code == 0 && help.out.contains("USAGE: realmctl \(command)"))
        #expect(try RealmctlProcess.run([command, "--help"]).out == help.out)
    }

    @Test func `help lists all commands`() throws {
        let output = try RealmctlProcess.run(["help"])
        for command in Self.commands { #expect(output.out.contains("\n  \(command)")) }
    }

    @Test func `the manual page has all commands and the options they share`() throws {
        let page = try RealmctlProcess.run(["help", "--man"]).out
        #expect(page.hasPrefix(".TH REALMCTL 1"))
        for command in Self.commands {
            #expect(page.contains("\n.SS \(command.replacing("-", with: "\\-"))"))
        }
        #expect(page.components(separatedBy: "\\-\\-lock\\-timeout").count == 2)
    }

    @Test(arguments: [("bash", "realmctl.bash"), ("zsh", "_realmctl"), ("fish", "realmctl.fish")])
    func `the completions in the repository are those realmctl prints`(shell: String, file: String) throws {
        let output = try RealmctlProcess.run(["completions", shell])
        let committed = Fixture.directory.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("completions/\(file)")
        #expect(output.code == 0 && output.out.contains("schema-version"))
        #expect(try String(contentsOf: committed, encoding: .utf8) == output.out, "run 'make completions'")
    }

    @Test func `bash can read its completions`() throws {
        let output = try RealmctlProcess.shell(#""$REALMCTL" completions bash | bash -n"#)
        #expect(output.code == 0 && output.err.isEmpty)
    }
}
