import Foundation
import TestSupport

/// Options of commands that move data, and of archives and migrations.
extension OptionEffect {
    private static let schema = """
        version: 1
        classes: {Dog: {primaryKey: id, properties: {id: int, name: string}}}
        """
    private static let dogs = "{\"id\":1,\"name\":\"Rex\"}\n{\"id\":2,\"name\":\"Bo\"}\n"

    /// The arguments of an import of two dogs, which creates the file.
    private static func imported(_ ingredients: CommandRecipe.Ingredients) throws -> [String] {
        [
            ingredients.path("new.realm"), "--from", try ingredients.file("Dog.ndjson", dogs), "--class", "Dog",
            "--schema", try ingredients.file("schema.yaml", schema), "--json",
        ]
    }

    static let data: [OptionEffect] = [
        .made("export", "output", .makes("out.json"), base: { [try $0.plain()] }) {
            ["--output", $0.path("out.json")]
        },
        .flag("export", "force", .ends(0)) { [try $0.plain(), "-o", try $0.file("there", "mine")] },
        .value("export", "format", "json", .prints("{\"realm-export\"")) { [try $0.plain()] },
        .value("export", "class", "Dog", .printsNo("Person")) { [try $0.plain()] },
        .value("export", "where", "Dog=name == 'Rex'", .printsNo("Bella")) { [try $0.plain()] },
        .flag("export", "typed", .prints("{\"$date\"")) { [try $0.fixture("types_all"), "--format", "postgres"] },
        .flag("export", "plain", .printsNo("{\"$data\"")) { [try $0.fixture("types_all")] },
        .made(
            "import", "from", .says("2 objects imported"),
            base: { ingredients in
                let arguments = try imported(ingredients)
                return [arguments[0]] + arguments[3...]
            }
        ) { ["--from", $0.path("Dog.ndjson")] },
        .value("import", "format", "ndjson", .ends(0)) { ingredients in
            var arguments = try imported(ingredients)
            arguments[2] = try ingredients.file("data", dogs)
            return arguments
        },
        .value("import", "class", "Dog", .ends(0)) { ingredients in
            let arguments = try imported(ingredients)
            return Array(arguments[0...2] + arguments[5...])
        },
        .made("import", "schema", .printsNo("classes:"), base: { try imported($0)[0...4] + ["--dry-run"] }) {
            ["--schema", $0.path("schema.yaml")]
        },
        .value("import", "update", "all", .ends(0)) { ingredients in
            var arguments = try imported(ingredients)
            arguments[2] = try ingredients.file("Dog.ndjson", dogs + dogs)
            return arguments
        },
        .made("import", "primary-key", .prints("primaryKey: id"), base: { try inferred($0) }) { _ in
            ["--primary-key", "id"]
        },
        .made("import", "link", .prints("friend: Dog"), base: { try inferred($0) + ["--primary-key", "id"] }) { _ in
            ["--link", "friend=Dog"]
        },
        .made("import", "rejects", .makes("bad.ndjson"), base: { try withFault($0) }) {
            ["--rejects", $0.path("bad.ndjson")]
        },
        .flag("import", "force", .ends(0)) { ingredients in
            try withFault(ingredients) + ["--rejects", ingredients.file("there", "mine")]
        },
        .flag("import", "resume", .says("2 objects imported before")) { ingredients in
            var arguments = try imported(ingredients)
            let bad = "{\"id\":\"\(String(repeating: "x", count: 5 << 20))\"}\n"
            arguments[2] = try ingredients.file("Dog.ndjson", dogs + bad)
            return arguments + ["--batch", "1"]
        },
        .value("import", "batch", "1", .prints("\"transactions\":2")) { try imported($0) },
        .flag("import", "single-transaction", .prints("\"transactions\":0")) { ingredients in
            var arguments = try imported(ingredients)
            // If the file is missing, the import is atomic even without the option.
            _ = try RealmctlProcess.run(["import"] + arguments)
            arguments[2] = try ingredients.file("more", "{\"id\":3}\n{\"id\":4}\n{\"id\":\"none\"}\n")
            return arguments + ["--format", "ndjson", "--batch", "1"]
        },
    ]

    /// The arguments for the schema that data need.
    private static func inferred(_ ingredients: CommandRecipe.Ingredients) throws -> [String] {
        let data = try ingredients.file("Dog.ndjson", "{\"id\":1,\"friend\":2}\n{\"id\":2}\n")
        return [ingredients.path("new.realm"), "--from", data, "--class", "Dog", "--dry-run"]
    }

    /// The arguments for data with a line that cannot be imported.
    private static func withFault(_ ingredients: CommandRecipe.Ingredients) throws -> [String] {
        let data = try ingredients.file("Dog.ndjson", "{\"id\":1}\n{\"id\":\n")
        return [ingredients.path("new.realm"), "--from", data, "--class", "Dog", "--json"]
    }

    /// The arguments for a seed of the example.
    private static func seed(_ ingredients: CommandRecipe.Ingredients) -> [String] {
        ["--schema", "\(CommandRecipe.migrations)/0001_baseline.yaml", "-o", ingredients.path("out.realm"), "--json"]
    }

    static let seeds: [OptionEffect] = [
        .made("seed build", "schema", .makes("out.realm"), base: { Array(seed($0)[2...]) }) { Array(seed($0)[0...1]) },
        .made("seed build", "data", .prints("\"objects\":9"), base: { seed($0) }) { _ in
            ["--data", "\(CommandRecipe.migrations)/data"]
        },
        .value("seed build", "schema-version", "9", .prints("\"schemaVersion\":9")) { seed($0) },
        .made("seed build", "output", .makes("out.realm"), base: { Array(seed($0)[0...1]) }) {
            ["--output", $0.path("out.realm")]
        },
        .flag("seed build", "force", .ends(0)) { ingredients in
            _ = try ingredients.file("out.realm", "mine")
            return seed(ingredients)
        },
        .made("seed check", "schema", .ends(1), base: { [try $0.plain()] }) {
            ["--schema", try $0.file("schema.yaml", schema)]
        },
        .value("seed check", "schema-version", "9", .ends(1)) { [try $0.plain()] },
        .value("seed check", "max-size", "10", .ends(1)) { [try $0.plain()] },
    ]

    /// The rules by which archives are kept; in the second place a value that keeps one.
    private static let rules = [
        ("keep-last", "1"), ("keep-hourly", "1"), ("keep-daily", "1"), ("keep-weekly", "1"), ("keep-monthly", "1"),
        ("keep-yearly", "1"), ("keep-within", "1s"),
    ]

    static let archives = keeping + archiving

    private static let keeping: [OptionEffect] =
        rules.flatMap { name, value -> [OptionEffect] in
            let rule = "\"\(name.dropFirst("keep-".count))\""
            let first = name == "keep-last" ? ["--keep-yearly", "1"] : ["--keep-last", "1"]
            return [
                .value("backup prune", name, value, .prints(rule)) { [try $0.archives(), "-y", "--json"] + first },
                .value("backup create", name, value, .prints(rule)) {
                    [try $0.plain(), "-d", try $0.archives(), "-y", "--json"] + first
                },
            ]
        }

    private static let archiving: [OptionEffect] = [
        .value("backup prune", "min-age", "1h", .prints("\"removed\":[]")) {
            [try $0.archives(), "--keep-last", "1", "-y", "--json"]
        },
        .value("backup create", "min-age", "1h", .prints("\"removed\":[]")) {
            [try $0.plain(), "-d", try $0.archives(), "--keep-last", "1", "-y", "--json"]
        },
        .made("backup create", "directory", .makes("archives/book-"), base: { [try $0.plain()] }) {
            ["--directory", try $0.directory("archives")]
        },
        .made("backup create", "output", .makes("a.tar.zst"), base: { [try $0.plain()] }) {
            ["--output", $0.path("a.tar.zst")]
        },
        .value("backup create", "verify", "full", .ends(65)) { [try $0.broken(), "-o", $0.path("a")] },
        .value("backup create", "level", "19", .prints("\"level\": 19")) {
            [try $0.plain(), "-o", $0.path("a"), "--json"]
        },
        .made(
            "backup create", "long", .prints("\"windowLog\": 28"),
            base: { [try $0.plain(), "-o", $0.path("a"), "--json"] }
        ) { _ in ["--long=28"] },
        // The number of threads is not visible from outside, except when it is refused.
        .value("backup create", "threads", "257", .ends(64)) { [try $0.plain(), "-o", $0.path("a")] },
        .flag("backup create", "decrypt", .prints("\"encrypted\": false")) {
            [try $0.realm(), "--key-file", $0.key, "-o", $0.path("a"), "--json", "--yes"]
        },
        .flag("backup create", "no-origin", .printsNo("\"origin\": {")) {
            [try $0.plain(), "-o", $0.path("a"), "--json"]
        },
        .flag("backup create", "keep-sync-history", .ends(0)) {
            [try SyncedFile.make(of: $0.plain(), key: nil), "-o", $0.path("a")]
        },
        .flag("backup verify", "deep", .prints("realm)")) { [try $0.archive()] },
        .value("restore", "max-size", "10", .ends(65)) { [try $0.archive(), $0.path("restored.realm")] },
        .flag("restore", "no-safety-copy", .makesNo("before-restore")) {
            [try $0.archive(), try $0.plain(), "-f", "-y"]
        },
        .flag("restore", "force", .ends(0)) { [try $0.archive(), try $0.plain(), "-y"] },
        .flag("restore", "no-encryption", .allows { ["info", "--no-input", $0.path("out.realm")] }) { ingredients in
            let archive = ingredients.path("secret.tar.zst")
            let key = ["--key-file", ingredients.key]
            try ingredients.run("backup", "-q", ingredients.realm(), key[0], key[1], "-o", archive)
            return [archive, ingredients.path("out.realm")] + key
        },
    ]

    private static let folder = ["--dir", CommandRecipe.migrations]

    static let migrating = choosing + migrations

    private static let choosing: [OptionEffect] =
        ["plan", "status", "apply"].flatMap { name -> [OptionEffect] in
            let options = name == "apply" ? ["--yes", "--no-backup", "-v", "-v"] : []
            return [
                .value("migrate \(name)", "to", "2", .prints(" -> 2")) { [try $0.plain()] + folder + options },
                .made(
                    "migrate \(name)", "dir", .prints("0005_other.yaml"), base: { [try $0.plain()] + folder + options }
                ) {
                    ["--dir", try $0.otherMigrations()]
                },
                .flag("migrate \(name)", "allow-changed", .ends(0)) {
                    [try $0.plain(), "--dir", try $0.changedMigrations()] + options
                },
            ]
        }

    private static let migrations: [OptionEffect] = [
        .made("migrate new", "dir", .prints("/other/0006_name.yaml"), base: { _ in ["name", "-n"] + folder }) {
            ["--dir", try $0.otherMigrations()]
        },
        .made("migrate lint", "dir", .ends(65), base: { _ in folder }) {
            let folder = try $0.otherMigrations()
            _ = try $0.file("other/0006_bad.yaml", "nonsense: 1\n")
            return ["--dir", folder]
        },
        .made("migrate hash", "dir", .makes("other/realmctl.sum"), base: { ["--dir", $0.path("none")] }) {
            ["--dir", try $0.otherMigrations()]
        },
        .flag("migrate status", "exit-code", .ends(1)) { [try $0.plain()] + folder },
        .made("migrate apply", "backup-dir", .makes("archives/book-"), base: { [try $0.plain(), "-y"] + folder }) {
            ["--backup-dir", try $0.directory("archives")]
        },
        .flag("migrate apply", "no-backup", .makesNo(".realm.tar.zst")) { [try $0.plain(), "-y"] + folder },
        // A file with two names is not replaced, but may be changed.
        .flag("migrate apply", "in-place", .ends(0)) { ingredients in
            let path = try ingredients.plain()
            try FileManager.default.linkItem(atPath: path, toPath: ingredients.path("second"))
            return [path, "-y", "--no-backup"] + folder
        },
    ]
}
