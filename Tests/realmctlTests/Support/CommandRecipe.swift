import Foundation
import TestSupport
import Testing

/// A successful invocation of a command, for the tests of common behaviour.
struct CommandRecipe: Sendable, CustomTestStringConvertible {
    /// The command's words: `migrate plan`.
    let name: String
    /// Creates the files that the command needs and returns the arguments after its words; files are encrypted if they
    /// can be.
    let prepare: @Sendable (Ingredients) throws -> [String]
    /// The command's name in JSON, if it is another one.
    var reported: String?
    /// Whether files are changed in place.
    var writes = false
    /// Whether the command follows a file, so that it prints lines without an envelope and needs the lock.
    var follows = false

    var testDescription: String { name }

    var words: [String] { name.split(separator: " ").map(String.init) }

    /// The long names of the command's options.
    var options: Set<String> { CommandRecipe.known[name] ?? [] }
    var takesKey: Bool { options.contains("key-file") }
    var takesMany: Bool { options.contains("files-from") }

    /// The ingredients of recipes: a Realm with two classes, encrypted with `key` or plain.
    struct Ingredients: Sendable {
        let place: Workplace
        let key: String
        /// Locks that are held as long as these ingredients exist.
        let held = Held()

        final class Held: @unchecked Sendable {
            /// Used by one test.
            var handles: [FileHandle] = []
        }

        /// Whether the Realm has the history of a synchronised app.
        private let isSynced: Bool
        /// Whether Realms have the key unless plain ones are requested.
        private let isEncrypted: Bool

        init(_ place: Workplace, isSynced: Bool = false, isEncrypted: Bool = true) throws {
            self.place = place
            self.isSynced = isSynced
            self.isEncrypted = isEncrypted
            key = try place.secret("key", KeyForms.hex)
        }

        /// The Realm; returns its path.
        func realm(encrypted: Bool = true, named name: String = "book.realm") throws -> String {
            let encrypted = encrypted && isEncrypted
            guard isSynced else { return try place.file(name, encrypted ? Self.encrypted : Self.plain) }
            return try SyncedFile.make(of: place.file(name, Self.plain), key: encrypted ? Fixture.key : nil)
        }

        func path(_ name: String) -> String { "\(place.path)/\(name)" }

        /// Runs a command that has to succeed before the one under test.
        func run(_ arguments: String...) throws {
            let output = try RealmctlProcess.run(arguments)
            guard output.code == 0 else { throw CocoaError(.featureUnsupported, userInfo: ["error": output.err]) }
        }

        private static let encrypted = build(["--new-key-file", "\(shared.path)/key"])
        private static let plain = build([])

        private static let shared: Workplace = {
            guard let place = try? Workplace(), (try? place.secret("key", KeyForms.hex)) != nil else {
                preconditionFailure("no directory for the files that recipes share")
            }
            return place
        }()

        private static func build(_ options: [String]) -> Data {
            let output = "\(shared.path)/\(options.count).realm"
            let arguments = [
                "seed", "build", "--schema", "\(migrations)/0001_baseline.yaml", "--data", "\(migrations)/data", "-o",
                output,
            ]
            guard (try? RealmctlProcess.run(arguments + options))?.code == 0,
                let bytes = try? Data(contentsOf: URL(fileURLWithPath: output))
            else { preconditionFailure("the example's first version cannot be built") }
            return bytes
        }
    }

    /// The example in the project's folder `migrations`.
    static let migrations = Fixture.directory.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("migrations").path

    /// The options of each command, as its parser describes them.
    static let known = options { _ in true }

    /// Those of them that help, pages and completions list.
    static let shown = options(\.shouldDisplay)

    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        let shouldDisplay: Bool
        let names: [Name]?
    }

    private static func options(_ isWanted: (Argument) -> Bool) -> [String: Set<String>] {
        struct Dump: Decodable {
            let command: Command
        }
        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?

            func collect(_ path: [String], _ known: inout [String: [Argument]]) {
                let own = (subcommands ?? []).filter { path.isEmpty || $0.commandName != "help" }
                for command in own { command.collect(path + [command.commandName], &known) }
                guard own.isEmpty, !path.isEmpty else { return }
                // The parser adds a command of its own for help.
                let name = path.joined(separator: " ")
                known[name] = known[name] ?? arguments ?? []
            }
        }
        var known: [String: [Argument]] = [:]
        let output = (try? RealmctlProcess.run(["--experimental-dump-help"]))?.out ?? ""
        try? JSONDecoder().decode(Dump.self, from: Data(output.utf8)).command.collect([], &known)
        return known.mapValues { arguments in
            Set(arguments.filter(isWanted).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name))
        }
    }
}

extension CommandRecipe {
    static let all: [CommandRecipe] =
        reading + writing + archives + migrating + [
            CommandRecipe(name: "keygen") { ["-o", $0.path("new.key")] },
            CommandRecipe(name: "seed build") {
                [
                    "--schema", "\(migrations)/0001_baseline.yaml", "--data", "\(migrations)/data", "-o",
                    $0.path("out.realm"),
                ]
            },
            CommandRecipe(name: "completions") { _ in ["bash"] },
            CommandRecipe(name: "help") { _ in ["info"] },
        ]

    private static let reading: [CommandRecipe] = [
        CommandRecipe(name: "info") { [try $0.realm()] },
        CommandRecipe(name: "schema print", prepare: { [try $0.realm()] }, reported: "schema"),
        CommandRecipe(name: "schema convert") { try FakeConverter(in: $0.place).arguments },
        CommandRecipe(name: "schema-version") { [try $0.realm()] },
        CommandRecipe(name: "verify") { [try $0.realm()] },
        CommandRecipe(name: "diagnose") { [try $0.realm()] },
        CommandRecipe(name: "query") { [try $0.realm(), "Person", "age != ''"] },
        CommandRecipe(name: "export") { [try $0.realm(), "-o", $0.path("out.ndjson")] },
        CommandRecipe(name: "seed check") { [try $0.realm()] },
        CommandRecipe(name: "diff") { [try $0.realm(), try $0.realm(named: "other.realm")] },
        CommandRecipe(name: "watch", prepare: { [try $0.realm(), "--timeout", "1s"] }, follows: true),
        CommandRecipe(name: "recover") { [try $0.realm(), "-o", $0.path("out.realm")] },
        CommandRecipe(name: "copy") { [try $0.realm(), $0.path("out.realm")] },
    ]

    private static let writing: [CommandRecipe] = [
        CommandRecipe(name: "compact", prepare: { [try $0.realm()] }, writes: true),
        CommandRecipe(
            name: "encrypt", prepare: { [try $0.realm(encrypted: false), "--new-key-file", $0.key] }, writes: true),
        CommandRecipe(name: "decrypt", prepare: { [try $0.realm(), "--yes"] }, writes: true),
        CommandRecipe(
            name: "rekey", prepare: { [try $0.realm(), "--yes", "--generate-key", $0.path("new.key")] }, writes: true),
        CommandRecipe(name: "upgrade", prepare: { [try $0.realm()] }, writes: true),
        CommandRecipe(
            name: "import",
            prepare: {
                let file = try $0.place.file("Dog.ndjson", Data("{\"name\":\"Rex\"}\n".utf8))
                return [try $0.realm(), "--from", file, "--class", "Dog"]
            },
            writes: true),
    ]

    private static let archives: [CommandRecipe] = [
        CommandRecipe(name: "backup create") { [try $0.realm(), "-o", $0.path("out.realm.tar.zst")] },
        CommandRecipe(name: "backup list") { [try archive($0)] },
        CommandRecipe(name: "backup verify") { [try archive($0), "--deep"] },
        CommandRecipe(name: "backup prune") {
            _ = try archive($0)
            return [$0.place.path, "--keep-last", "1", "--yes"]
        },
        CommandRecipe(name: "restore") { [try archive($0), $0.path("restored.realm")] },
    ]

    private static func archive(_ ingredients: Ingredients) throws -> String {
        let path = ingredients.path("book.realm.tar.zst")
        try ingredients.run("backup", "create", "-q", ingredients.realm(), "--key-file", ingredients.key, "-o", path)
        return path
    }

    private static let migrating: [CommandRecipe] = [
        CommandRecipe(name: "migrate new") { ["a_name", "--dir", try folder($0)] },
        CommandRecipe(name: "migrate lint") { _ in ["--dir", migrations] },
        CommandRecipe(name: "migrate hash") { ["--dir", try folder($0)] },
        CommandRecipe(name: "migrate plan") { [try $0.realm(), "--dir", migrations] },
        CommandRecipe(name: "migrate status") { [try $0.realm(), "--dir", migrations, "--to", "1"] },
        CommandRecipe(
            name: "migrate apply", prepare: { [try $0.realm(), "--dir", migrations, "--yes"] }, writes: true),
    ]

    /// A copy of the example that may be changed.
    private static func folder(_ ingredients: Ingredients) throws -> String {
        let path = ingredients.path("migrations")
        try FileManager.default.copyItem(atPath: migrations, toPath: path)
        return path
    }
}
