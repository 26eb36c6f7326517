import Foundation
import TestSupport
import Testing

/// The common options of all commands: keys, many files, and the general options, each with the built program.
@Suite struct SharedOptionTests {
    private let ingredients: CommandRecipe.Ingredients

    init() throws { ingredients = try CommandRecipe.Ingredients(Workplace()) }

    private var place: Workplace { ingredients.place }

    private func run(
        _ recipe: CommandRecipe, _ options: [String], environment: [String: String] = [:]
    ) throws -> RealmctlProcess.Output {
        let arguments = try recipe.prepare(ingredients)
        return try RealmctlProcess.run(recipe.words + arguments + options, environment: environment)
    }

    /// The option that opens the recipe's file.
    private func key(_ recipe: CommandRecipe) -> [String] {
        recipe.takesKey ? ["--key-file", ingredients.key] : []
    }

    /// Every file below the directory, with its bytes; without lock files, which reading makes.
    private func content() throws -> [String: Data] {
        var content: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: place.path) {
            let suffixes = [".lock", ".note", ".management"]
            guard !suffixes.contains(where: name.hasSuffix) else { continue }
            content[name] = try? Data(contentsOf: URL(fileURLWithPath: "\(place.path)/\(name)"))
        }
        return content
    }

    @Test func `there is a recipe for every command`() {
        #expect(Set(CommandRecipe.all.map(\.name)) == Set(CommandRecipe.known.keys))
    }

    // MARK: Keys

    @Test(arguments: CommandRecipe.all.filter(\.takesKey))
    func `a key file opens the file`(recipe: CommandRecipe) throws {
        let output = try run(recipe, ["--key-file", ingredients.key])
        #expect(output.code == 0, "\(output.err)")
    }

    @Test(arguments: CommandRecipe.all.filter(\.takesKey))
    func `a variable with the key opens the file`(recipe: CommandRecipe) throws {
        let variable = ["SECRET": String(decoding: KeyForms.hex, as: UTF8.self)]
        let output = try run(recipe, ["--key-env", "SECRET"], environment: variable)
        #expect(output.code == 0, "\(output.err)")
    }

    @Test(arguments: CommandRecipe.all.filter(\.takesKey))
    func `a descriptor with the key opens the file`(recipe: CommandRecipe) throws {
        let arguments = recipe.words + (try recipe.prepare(ingredients))
        let output = try RealmctlProcess.shell(
            #""$REALMCTL" "$@" --key-fd 3 3<"$KEY""#, arguments, environment: ["KEY": ingredients.key])
        #expect(output.code == 0, "\(output.err)")
    }

    @Test(arguments: CommandRecipe.all.filter(\.takesKey))
    func `the environment's key file opens the file`(recipe: CommandRecipe) throws {
        let output = try run(recipe, [], environment: ["REALMCTL_KEY_FILE": ingredients.key])
        #expect(output.code == 0, "\(output.err)")
    }

    @Test(arguments: CommandRecipe.all.filter(\.takesKey))
    func `another key is refused, and nothing is changed`(recipe: CommandRecipe) throws {
        let wrong = try place.secret("wrong", KeyForms.wrong)
        let arguments = try recipe.prepare(ingredients)
        let before = try content()
        let output = try RealmctlProcess.run(recipe.words + arguments + ["--key-file", wrong])
        #expect(output.code == 78, "\(output.err)")
        #expect(try content() == before)
    }

    // MARK: General options

    @Test(arguments: CommandRecipe.all)
    func `a quiet run says nothing but its result`(recipe: CommandRecipe) throws {
        let options = [
            "--quiet", "--color", "never", "--progress", "never", "--no-input", "--lock-timeout", "1s", "--tmpdir",
            place.path,
        ]
        let output = try run(recipe, key(recipe) + options)
        #expect(output.code == 0 && output.err.isEmpty, "\(output.err)")
        #expect(!output.out.contains("\u{1B}["))
    }

    @Test(arguments: CommandRecipe.all)
    func `a verbose run ends well, too`(recipe: CommandRecipe) throws {
        let options = ["--verbose", "-v", "--color", "always", "--progress", "plain", "--force", "--yes"]
        let output = try run(recipe, key(recipe) + options)
        #expect(output.code == 0, "\(output.err)")
    }

    @Test(arguments: CommandRecipe.all.filter { !$0.follows })
    func `the JSON document names the command and its success`(recipe: CommandRecipe) throws {
        let output = try run(recipe, key(recipe) + ["--json"])
        let document = try output.json()
        #expect(document["realmctl"] as? Int == 1 && document["ok"] as? Bool == true)
        #expect(document["command"] as? String == recipe.reported ?? recipe.name)
        #expect(document["exitCode"] as? Int == 0 && document["result"] is [String: Any])
    }

    @Test(arguments: CommandRecipe.all)
    func `a dry run changes nothing`(recipe: CommandRecipe) throws {
        let arguments = try recipe.prepare(ingredients)
        let before = try content()
        let output = try RealmctlProcess.run(recipe.words + arguments + key(recipe) + ["--dry-run"])
        #expect(output.code == 0, "\(output.err)")
        #expect(try content() == before)
    }

    @Test(arguments: CommandRecipe.all.filter { $0.takesKey && !$0.writes && !$0.follows })
    func `an immutable run leaves no lock file`(recipe: CommandRecipe) throws {
        let arguments = try recipe.prepare(ingredients)
        for name in try place.names() where name.hasSuffix(".lock") || name.hasSuffix(".management") {
            try FileManager.default.removeItem(atPath: "\(place.path)/\(name)")
        }
        let output = try RealmctlProcess.run(recipe.words + arguments + key(recipe) + ["--immutable"])
        #expect(output.code == 0, "\(output.err)")
        #expect(!(try place.names().contains("book.realm.lock")))
    }

    @Test(arguments: CommandRecipe.all.filter(\.writes))
    func `a writing command cannot be immutable`(recipe: CommandRecipe) throws {
        let arguments = try recipe.prepare(ingredients)
        let before = try content()["book.realm"]
        let output = try RealmctlProcess.run(recipe.words + arguments + key(recipe) + ["--immutable"])
        #expect(output.code == 73, "\(output.err)")
        #expect(try content()["book.realm"] == before)
    }
}

/// The common behaviour of commands that take many files.
@Suite struct ManyFilesTests {
    private let ingredients: CommandRecipe.Ingredients
    private let folder: String

    /// A folder with two Realms, one with another suffix, and one that is not a Realm.
    init() throws {
        ingredients = try CommandRecipe.Ingredients(Workplace())
        folder = ingredients.path("files")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Runs the command on other files than those of its recipe.
    private func run(_ recipe: CommandRecipe, _ options: [String]) throws -> (code: Int32, files: [[String: Any]]) {
        let isPlain = !recipe.takesKey
        for name in ["a.realm", "b.realm", "c.db"] {
            let made = try ingredients.realm(encrypted: !isPlain, named: name)
            try FileManager.default.moveItem(atPath: made, toPath: "\(folder)/\(name)")
        }
        try Data("no Realm".utf8).write(to: URL(fileURLWithPath: "\(folder)/bad.realm"))
        var arguments = try recipe.prepare(ingredients).filter { !$0.hasSuffix("/book.realm") }
        if recipe.name == "backup create" { arguments = ["-d", ingredients.place.path] }
        if recipe.name == "rekey" { arguments = ["--yes", "--new-key-file", try newKey()] }
        let key = recipe.takesKey ? ["--key-file", ingredients.key] : []
        let output = try RealmctlProcess.run(recipe.words + arguments + key + options + ["--json"])
        let result = try output.json()["result"] as? [String: Any]
        return (output.code, try #require(result?["files"] as? [[String: Any]], "\(output.err)"))
    }

    private func newKey() throws -> String { try ingredients.place.secret("new.key", KeyForms.wrong) }

    private func names(_ files: [[String: Any]]) -> [String] {
        files.compactMap { ($0["path"] as? String).map { URL(fileURLWithPath: $0).lastPathComponent } }
    }

    static let recipes = CommandRecipe.all.filter(\.takesMany)

    @Test(arguments: recipes)
    func `a bad file in a folder does not stop the others`(recipe: CommandRecipe) throws {
        let (code, files) = try run(recipe, ["--recursive", folder])
        #expect(names(files) == ["a.realm", "b.realm", "bad.realm"])
        #expect(code == 2)
        #expect(files.map { $0["error"] != nil } == [false, false, true])
    }

    @Test(arguments: recipes)
    func `patterns choose files, two at a time`(recipe: CommandRecipe) throws {
        let options = ["-r", folder, "--include", "*.db", "--include", "*.realm", "--exclude", "b*", "--jobs", "2"]
        let (code, files) = try run(recipe, options)
        #expect(names(files) == ["a.realm", "c.db"])
        #expect(code == 0)
    }

    @Test(arguments: recipes)
    func `a list names files, and the first failure ends the run`(recipe: CommandRecipe) throws {
        let list = try ingredients.place.file("list", Data("\(folder)/bad.realm\n\(folder)/a.realm\n".utf8))
        let (code, files) = try run(recipe, ["--files-from", list, "--fail-fast", "-j", "1"])
        #expect(names(files) == ["bad.realm", "a.realm"])
        #expect(code != 0)
        #expect(files.last?["notTried"] as? Bool == true)
    }
}
