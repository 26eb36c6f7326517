import Foundation
import TestSupport
import Testing

/// Options that make no sense, and the options all commands have.
@Suite struct UsageTests {
    @Test(arguments: [
        ["bogus"], ["--bogus"], ["info"], ["schema-version"], ["schema-version", "a", "b"],
        ["schema-version", "a", "--lock-timeout", "3"], ["schema-version", "a", "--lock-timeout", "-1s"],
        ["schema-version", "a", "--min", "-1"], ["schema-version", "a", "--color", "blue"], ["info", "a", "-j", "0"],
        ["keygen", "--check", "a", "--convert", "b"], ["keygen", "--from", "hex"], ["help", "bogus"],
        ["help", "--man", "info"], ["completions", "tcsh"], ["info", "-", "-"],
    ])
    func `wrong arguments are 64, on standard error only`(arguments: [String]) throws {
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 64)
        #expect(output.out.isEmpty)
        #expect(output.err.hasPrefix("realmctl: error: "))
    }

    @Test(arguments: [
        (["info", "--key", "app.key", "a"], "'--key-file FILE'"),
        (["query", "a", "B", "--order", "c"], "'--sort NAMES'"),
        (["query", "a", "B", "--where", "c"], "the condition stands behind the class"),
        (["info", "--recursiv", "a"], "'--recursive'"), (["export", "a", "--out", "b"], "'--output FILE'"),
        (["compact", "--dry", "a"], "'--dry-run'"), (["verify", "--fast", "a"], "'--quick'"),
        (["backup", "list", "a", "--jsn"], "'--json'"), (["copy", "a", "b", "--overwrite"], "'--force'"),
    ])
    func `an unknown option is answered with the one that was meant`(arguments: [String], meant: String) throws {
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 64 && output.err.contains(meant), "\(output.err)")
    }

    @Test(arguments: [["schema-version", "--json"], ["schema-version", "a", "--bogus", "--json"]])
    func `wrong arguments give an envelope with --json`(arguments: [String]) throws {
        let output = try RealmctlProcess.run(arguments)
        let json = try output.json()
        #expect(output.code == 64)
        #expect(json["command"] as? String == "schema-version")
        #expect(try output.error()["code"] as? String == "usage")
    }

    @Test func `--json behind -- is a path`() throws {
        #expect(try RealmctlProcess.run(["schema-version", "--bogus", "--", "--json"]).out.isEmpty)
    }

    @Test func `an alias is the command`() throws {
        let path = try Workplace().path + "/missing.realm"
        let json = try RealmctlProcess.run(["stat", "--json", path]).json()
        #expect(json["command"] as? String == "info")
    }

    @Test func `--quiet leaves out what was done, and keeps what was asked for`() throws {
        let place = try Workplace()
        let path = try place.fixture("churned")
        #expect(try !RealmctlProcess.run(["compact", "--dry-run", "--quiet", path]).out.isEmpty)
        let output = try RealmctlProcess.run(["compact", "--quiet", path])
        #expect(output.code == 0 && output.out.isEmpty && output.err.isEmpty)
        #expect(try RealmctlProcess.run(["verify", "--quiet", path]).out.isEmpty)
        #expect(try !RealmctlProcess.run(["schema", "--quiet", path]).out.isEmpty)
    }

    @Test(arguments: [
        (["encrypt", "--key-file", "k", "x.realm"], "--new-key-file"), (["--json", "info", "x.realm"], "behind"),
    ])
    func `options that are guessed wrong are explained`(_ arguments: [String], hint: String) throws {
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 64 && output.err.contains("hint: ") && output.err.contains(hint), "\(output.err)")
    }

    @Test(arguments: [
        (["compcat", "x.realm"], "compact"), (["schemaversion"], "schema-version"), (["dmup"], "dump"),
        (["help", "veryfi"], "verify"), (["migrate", "aply"], "migrate apply"), (["backup", "lst"], "backup list"),
        (["seed", "biuld"], "seed build"),
    ])
    func `a command that is misspelt gets a suggestion`(_ arguments: [String], command: String) throws {
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 64 && output.err.contains("did you mean '\(command)'?"), "\(output.err)")
    }

    @Test(arguments: [["bogus"], ["help", "bogus"], ["migrate", "bogus"], ["query"]])
    func `a command that is like no other gets none`(_ arguments: [String]) throws {
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 64 && !output.err.contains("did you mean"), "\(output.err)")
    }

    @Test(arguments: [
        (["schema-version"], 1, "open"), (["info"], 1, "look into"), (["compact", "-n"], 1, "compact"),
        (["query"], 2, "query"),
    ])
    func `a verbose run tells time and memory, and those of its steps`(
        _ command: [String], arguments: Int, step: String
    ) throws {
        let place = try Workplace()
        let path = try place.fixture("migrate_v1")
        let words = command + [path] + (arguments == 2 ? ["Dog"] : [])
        let output = try RealmctlProcess.run(words + ["-v"])
        #expect(output.code == 0)
        let figures = /realmctl: took \d+\.\d{3} s, at most \d+\.\d MB of memory, mapped files included\n$/
        #expect(output.err.contains(figures), "\(output.err)")
        #expect(output.err.contains("realmctl: \(step) '\(path)': 0."), "\(output.err)")
        #expect(try !RealmctlProcess.run(words).err.contains("took"))
    }

    @Test(arguments: [
        ["schema", "--expect", "missing.yaml", "x.realm"], ["info", "--files-from", "missing.yaml"],
    ])
    func `a file that is missing is named`(_ arguments: [String]) throws {
        let path = try Workplace().fixture("versioned_1")
        let output = try RealmctlProcess.run(arguments.map { $0 == "x.realm" ? path : $0 })
        #expect(output.code == 66 && output.err.contains("'missing.yaml' does not exist"), "\(output.err)")
    }

    @Test func `--quiet keeps errors and leaves out hints`() throws {
        let output = try RealmctlProcess.run(["schema-version", "-q"])
        #expect(output.code == 64 && output.err.split(separator: "\n").count == 2)
        let place = try Workplace()
        let file = try place.fixture("types_all.enc")
        let quiet = try RealmctlProcess.run(["schema-version", "-q", file])
        #expect(quiet.err.split(separator: "\n").count == 1)
    }

    @Test func `colours appear when they are asked for only`() throws {
        #expect(!(try RealmctlProcess.run(["info", "missing"]).err.contains("\u{1B}")))
        #expect(try RealmctlProcess.run(["info", "missing", "--color", "always"]).err.contains("\u{1B}["))
    }

    @Test func `--version prints the version`() throws {
        let output = try RealmctlProcess.run(["--version"])
        #expect(output.code == 0 && output.out.split(separator: ".").count == 3)
    }

    @Test func `--version --json adds formats and libraries`() throws {
        let result = try RealmctlProcess.run(["--version", "--json"]).json()["result"] as? [String: Any]
        #expect(result?["fileFormats"] as? [Int] == [10, 11, 20, 21, 22, 23, 24])
        #expect((result?["libraries"] as? [String: String])?["OpenSSL"]?.isEmpty == false)
    }
}
