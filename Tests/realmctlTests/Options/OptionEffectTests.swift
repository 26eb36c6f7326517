import Foundation
import Glibc
import TestSupport
import Testing

/// Every option of every command has a visible effect.
@Suite struct OptionEffectTests {
    @Test(arguments: OptionEffect.all)
    func `an option has its effect, which is not there without it`(effect: OptionEffect) throws {
        let without = try effect.isSeen(withOption: false)
        #expect(!without.isSeen, "without the option: \(without.output)")
        let with = try effect.isSeen(withOption: true)
        #expect(with.isSeen, "with the option: \(with.output)")
    }

    /// Options that many commands share, by the tests that run each of those commands with them.
    private static let shared: [(options: Set<String>, source: String)] = [
        (["quiet", "verbose", "json", "dry-run", "color", "force", "yes", "immutable", "tmpdir"], "SharedOptionTests"),
        (["key-file", "key-env", "key-fd"], "SharedOptionTests"),
        (["key-prompt", "other-key-prompt", "new-key-prompt", "progress"], "TerminalTests"),
        (["key-strict", "no-input", "lock-timeout", "no-space-check", "drop-sync-history"], "OptionEffectTests"),
        (["new-key-file", "new-key-env", "new-key-fd"], "OptionEffectTests"),
        (["recursive", "include", "exclude", "files-from", "jobs", "fail-fast"], "SharedOptionTests"),
        (["enumerate"], "EnumerateTests"), (["help"], "CommandTextTests"), (["version"], "UsageTests"),
    ]
    /// Options that cannot be compared with a run without them: which would not end.
    private static let other: [(command: String, option: String, source: String)] = [
        ("watch", "count", "WatchCommandTests"), ("watch", "timeout", "WatchCommandTests"),
    ]

    @Test func `no option of a command is without a test`() throws {
        let shared = Self.shared.reduce(into: Set<String>()) { $0.formUnion($1.options) }
        for (command, options) in CommandRecipe.known {
            let own = OptionEffect.all.filter { $0.command == command }.map(\.option)
            let other = Self.other.filter { $0.command == command }.map(\.option)
            #expect(options.subtracting(own).subtracting(shared).subtracting(other).isEmpty, "\(command)")
        }
        for effect in OptionEffect.all {
            #expect(CommandRecipe.known[effect.command]?.contains(effect.option) == true, "\(effect.testDescription)")
        }
    }

    @Test func `the tests that are said to run an option do`() throws {
        let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        let sources =
            Self.shared.flatMap { shared in shared.options.map { ($0, shared.source) } }
            + Self.other.map { ($0.option, $0.source) }
        for (option, source) in sources {
            let path = try #require(paths.first { $0.hasSuffix("/\(source).swift") }, "\(source)")
            let text = try String(contentsOf: directory.appendingPathComponent(path), encoding: .utf8)
            let isRun = text.contains("\"--\(option)\"") || text.contains("--\(option) ")
            #expect(isRun, "--\(option) in \(source)")
        }
    }

    // MARK: What many commands share

    private func arguments(_ recipe: CommandRecipe, _ ingredients: CommandRecipe.Ingredients) throws -> [String] {
        let key = recipe.takesKey ? ["--key-file", ingredients.key] : []
        return recipe.words + (try recipe.prepare(ingredients)) + key
    }

    @Test(arguments: CommandRecipe.all.filter { $0.options.contains("drop-sync-history") && $0.name != "restore" })
    func `the file of a synchronised app becomes a local one only if that is asked for`(
        recipe: CommandRecipe
    ) throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace(), isSynced: true)
        // A file of the newest format needs no upgrade except with another output.
        let output = recipe.name == "upgrade" ? ["-o", ingredients.path("out.realm")] : []
        let refused = try RealmctlProcess.run(arguments(recipe, ingredients) + output + ["--json"])
        #expect(refused.code == 65 && refused.out.contains("\"syncHistory\""), "\(refused.out)")
        try? FileManager.default.removeItem(atPath: ingredients.path("new.key"))
        let done = try RealmctlProcess.run(arguments(recipe, ingredients) + output + ["--drop-sync-history"])
        #expect(done.code == 0, "\(done.err)")
    }

    @Test func `restoring with another key makes a local Realm only if that is asked for`() throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace(), isSynced: true)
        let archive = ingredients.path("book.tar.zst")
        try ingredients.run("backup", "-q", "--keep-sync-history", ingredients.plain(), "-o", archive)
        let arguments = ["restore", archive, ingredients.path("out.realm"), "--new-key-file", ingredients.key]
        #expect(try RealmctlProcess.run(arguments).code == 65)
        #expect(try RealmctlProcess.run(arguments + ["--drop-sync-history"]).code == 0)
    }

    @Test(arguments: CommandRecipe.all.filter { $0.options.contains("no-space-check") })
    func `a disk with little space is refused before anything is written, unless told otherwise`(
        recipe: CommandRecipe
    ) throws {
        guard let disk = SmallDisk(kilobytes: 2000) else { return }
        let ingredients = try CommandRecipe.Ingredients(Workplace(in: disk.path))
        // A file of the newest format needs no upgrade except with another output.
        let output = recipe.name == "upgrade" ? ["-o", ingredients.path("out.realm")] : []
        let prepared = try withRoom(recipe, ingredients) + output + ["--tmpdir", disk.path]
        let refused = try RealmctlProcess.run(prepared + ["--json"])
        #expect(refused.code == 74 && refused.out.contains("\"diskFull\""), "\(refused.out) \(refused.err)")
        if refused.out.contains("\"neededBytes\"") {
            #expect(refused.out.contains("\"availableBytes\"") && refused.err.contains(" left.\n"))
            #expect(!refused.err.contains(" bytes"), "\(refused.err)")
        }
        let done = try RealmctlProcess.run(prepared + ["--no-space-check"])
        #expect(done.code == 0, "\(done.err)")
    }

    /// The recipe's arguments, where its archive is made beside the small disk.
    private func withRoom(_ recipe: CommandRecipe, _ ingredients: CommandRecipe.Ingredients) throws -> [String] {
        guard recipe.name == "restore" else { return try arguments(recipe, ingredients) }
        let archive = ingredients.path("book.tar.zst")
        try ingredients.run("backup", "-q", "--no-space-check", ingredients.plain(), "-o", archive)
        return recipe.words + [archive, ingredients.path("restored.realm")]
    }

    /// Commands whose file another process has locked while they need it.
    private static let locking = CommandRecipe.all.filter { recipe in
        (recipe.takesKey || recipe.name == "encrypt")
            && !["recover", "restore", "backup verify", "seed check"].contains(recipe.name)
    }

    @Test(arguments: locking)
    func `a busy file is waited for as long as it is said`(recipe: CommandRecipe) throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        // Otherwise it waits for nobody.
        let arguments = try arguments(recipe, ingredients) + (recipe.name == "info" ? ["--locks"] : [])
        let lock = try FileHandle(forUpdating: URL(fileURLWithPath: ingredients.place.file("book.realm.lock", Data())))
        #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
        let busy = try RealmctlProcess.run(arguments)
        #expect(busy.code == 75, "\(busy.err)")
        try? FileManager.default.removeItem(atPath: ingredients.path("new.key"))
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { try? lock.close() }
        let waited = try RealmctlProcess.run(arguments + ["--lock-timeout", "60s"])
        #expect(waited.code == 0, "\(waited.err)")
    }

    @Test(arguments: CommandRecipe.all.filter { $0.takesKey })
    func `without input a missing key is an error`(recipe: CommandRecipe) throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        let arguments = recipe.words + (try recipe.prepare(ingredients)) + ["--no-input"]
        let output = try RealmctlProcess.run(arguments)
        // A restore that keeps the encryption needs no key.
        #expect(output.code == (recipe.name == "restore" ? 0 : 78), "\(output.err)")
    }

    /// Commands that take a key, on plain files; except those that require an encrypted one.
    private static let reading = CommandRecipe.all.filter {
        $0.takesKey && !["decrypt", "rekey", "restore", "backup verify"].contains($0.name)
    }

    @Test(arguments: reading)
    func `a key for a plain file is ignored with a warning, unless keys are taken strictly`(
        recipe: CommandRecipe
    ) throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace(), isEncrypted: false)
        let arguments = try arguments(recipe, ingredients)
        let strict = try RealmctlProcess.run(arguments + ["--key-strict"])
        #expect(strict.code == 78, "\(strict.err)")
        let ignored = try RealmctlProcess.run(arguments)
        #expect(ignored.code == 0 && ignored.err.contains("the key is ignored"), "\(ignored.err)")
    }

    /// Commands that make a file with a new key: the arguments without the key, and the file.
    private func makers(
        _ ingredients: CommandRecipe.Ingredients
    ) throws -> [(arguments: [String], file: String)] {
        let (realm, out) = (try ingredients.plain(), ingredients.path("out.realm"))
        let secret = try ingredients.realm(named: "secret.realm")
        return [
            (["copy", realm, out], out), (["restore", try ingredients.archive(), out], out),
            (["seed", "build", "--schema", "\(CommandRecipe.migrations)/0001_baseline.yaml", "-o", out], out),
            (["encrypt", realm], realm), (["rekey", secret, "--yes", "--key-file", ingredients.key], secret),
        ]
    }

    @Test(arguments: ["--new-key-file", "--new-key-env", "--new-key-fd"])
    func `files are written with the new key, wherever it comes from`(_ option: String) throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        let new = try ingredients.place.secret("new", KeyForms.wrong)
        let hex = KeyForms.wrong.map { String(format: "%02x", $0) }.joined()
        let value = ["--new-key-file": new, "--new-key-env": "NEW", "--new-key-fd": "4"][option] ?? ""
        let makers = try makers(ingredients)
        #expect(
            makers.map(\.arguments[0]).sorted()
                == CommandRecipe.known.filter { $0.value.contains("new-key-file") }
                .map { String($0.key.prefix { $0 != " " }) }.sorted())
        for (arguments, file) in makers {
            let output = try RealmctlProcess.shell(
                #""$REALMCTL" "$@" 4<"$FILE""#, arguments + [option, value], environment: ["NEW": hex, "FILE": new])
            #expect(output.code == 0, "\(arguments[0]): \(output.err)")
            #expect(try RealmctlProcess.run(["info", file, "--key-file", new]).code == 0, "\(arguments[0])")
            #expect(try RealmctlProcess.run(["info", file, "--no-input"]).code == 78, "\(arguments[0])")
            try FileManager.default.removeItem(atPath: file)
        }
    }
}
