import Foundation
import TestSupport
import Testing

/// Files that a batch could silently skip.
@Suite struct BatchGapTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: place.path + "/" + name, withIntermediateDirectories: true)
        return place.path + "/" + name
    }

    @Test(arguments: ["bad\\xff.realm", "sub\\xff/a.realm"])
    func `a name that is not UTF-8 fails, and is not left out`(_ name: String) throws {
        let tree = try folder("tree")
        _ = try place.file("tree/good.realm", Fixture.named("versioned_1").bytes())
        let script =
            #"cd "$1"; f=$(printf "$2"); mkdir -p "$(dirname "$f")"; cp good.realm "$f"; "$REALMCTL" info -r ."#
        let output = try RealmctlProcess.shell(script, [tree, name])
        #expect(output.code == 2, "\(output)")
        #expect(output.err.contains("is not UTF-8") && output.out.contains("good.realm"))
    }

    @Test func `a name that is not UTF-8 may be left out by --exclude, and need not be wanted`() throws {
        let tree = try folder("tree")
        _ = try place.file("tree/good.realm", Fixture.named("versioned_1").bytes())
        let script = #"cd "$1"; cp good.realm $'bad\xff.realm'; "$REALMCTL" info -r . --exclude 'bad*'"#
        #expect(try RealmctlProcess.shell(script, [tree]).code == 0)
    }

    @Test(arguments: [
        #"cp good.realm.tar.zst $'bad\xff.realm.tar.zst'; "$REALMCTL" backup list ."#,
        #"mkdir m; cp migration m/$'0001_a\xff.yaml'; "$REALMCTL" migrate lint --dir m"#,
        #"mkdir i; cp rows i/$'Row\xff.csv'; "$REALMCTL" import --from i good.realm"#,
    ])
    func `archives, migrations and imports whose names are not UTF-8 fail, too`(_ script: String) throws {
        let tree = try folder("lists")
        _ = try place.file("lists/migration", Data("version: 1\n".utf8))
        _ = try place.file("lists/rows", Data("a,b\n1,2\n".utf8))
        _ = try place.file("lists/good.realm", Fixture.named("versioned_1").bytes())
        let archive = try RealmctlProcess.run([
            "backup", tree + "/good.realm", "-o", tree + "/good.realm.tar.zst",
        ])
        #expect(archive.code == 0, "\(archive)")
        let output = try RealmctlProcess.shell(#"cd "$1"; "# + script, [tree])
        #expect(output.code != 0, "\(output)")
        #expect((output.err + output.out).contains("bad") || (output.err + output.out).contains("UTF-8"), "\(output)")
    }

    @Test func `-r on a directory without files says so`() throws {
        let (empty, other) = (try folder("empty"), try folder("other"))
        _ = try place.file("other/a.realm", Fixture.named("versioned_1").bytes())
        let output = try RealmctlProcess.run(["info", "-r", empty, other])
        #expect(output.code == 0)
        #expect(output.err.contains("No file in '\(empty)' is named *.realm."))
        #expect(!output.err.contains("No file in '\(other)'"))
    }

    /// Three files of one name, in directories of their own; returns the directory around them.
    private func threeFiles() throws -> String {
        for name in ["a", "b", "c"] {
            _ = try folder("users/" + name)
            _ = try place.file("users/\(name)/app.realm", Fixture.named("versioned_1").bytes())
        }
        return place.path + "/users"
    }

    @Test func `archives that cannot be told apart are not removed in the run that made them`() throws {
        let (users, archives) = (try threeFiles(), try folder("archives"))
        let arguments = ["backup", "-r", users, "-d", archives, "--keep-last", "1", "--yes"]
        let output = try RealmctlProcess.run(arguments + ["--no-origin"])
        #expect(output.code == 0 && output.err.contains("No old archives are removed"), "\(output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: archives).count == 3)
        let named = try folder("named")
        let told = try RealmctlProcess.run(["backup", "-r", users, "-d", named, "--keep-last", "1", "--yes"])
        #expect(told.code == 0 && !told.err.contains("No old archives"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: named).count == 3)
    }

    @Test func `backup list shows where archives come from`() throws {
        let (users, archives) = (try threeFiles(), try folder("archives"))
        #expect(try RealmctlProcess.run(["backup", "-r", users, "-d", archives]).code == 0)
        let output = try RealmctlProcess.run(["backup", "list", archives])
        for name in ["a", "b", "c"] { #expect(output.out.contains(":\(users)/\(name)/app.realm")) }
    }

    @Test(.enabled(if: PseudoTerminal.canRun, "needs python3"), arguments: [[], ["--key-prompt"]] as [[String]])
    func `a batch asks for the key before its first line`(_ options: [String]) throws {
        let users = try folder("users")
        for number in 0..<6 {
            _ = try place.file("users/\(number).realm", Fixture.named("versioned_1").bytes())
            _ = try place.file("users/\(number)e.realm", Fixture.named("contacts_1k.enc").bytes())
        }
        let question = options.isEmpty ? "Key of \(users)/0e.realm: " : "Key: "
        let hex = String(decoding: KeyForms.hex, as: UTF8.self) + "\n"
        let output = try PseudoTerminal.run(
            ["info", "-r", users, "-j", "4", "--color", "never"] + options,
            answers: [.init(question: question, text: hex)])
        #expect(output.code == 0, "\(output.out)")
        #expect(output.out.hasPrefix(question), "\(output.out)")
        for number in 0..<6 { #expect(output.out.contains("\(number)e.realm"), "\(output.out)") }
    }

    @Test func `prune says which archives do not say what file they are of`() throws {
        let (users, archives) = (try threeFiles(), try folder("archives"))
        let made = try RealmctlProcess.run(["backup", "-r", users, "-d", archives, "--no-origin"])
        #expect(made.code == 0)
        let pruned = try RealmctlProcess.run(["backup", "prune", archives, "--keep-last", "1", "--dry-run"])
        #expect(pruned.code == 0 && pruned.err.contains("2 of the archives that no rule keeps do not say"), "\(pruned)")
        let named = try folder("named")
        _ = try RealmctlProcess.run(["backup", "-r", users, "-d", named])
        let told = try RealmctlProcess.run(["backup", "prune", named, "--keep-last", "1", "--dry-run"])
        #expect(told.code == 0 && !told.err.contains("do not say"), "\(told)")
    }
}
