import Foundation
import Glibc
import TestSupport
import Testing

@testable import realmctl

/// Every code that a program can find in `error.code`, with the exit code that goes with it, by a run that ends with
/// it.
@Suite struct ErrorCodeTests {
    /// A run that fails.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let code: String
        let status: Int32
        /// Whether it can be run here.
        var isPossible: @Sendable () -> Bool = { true }
        let run: @Sendable (CommandRecipe.Ingredients) throws -> RealmctlProcess.Output

        var testDescription: String { "\(code) \(status)" }

        init(
            _ code: String, _ status: Int32, if isPossible: @escaping @Sendable () -> Bool = { true },
            _ run: @escaping @Sendable (CommandRecipe.Ingredients) throws -> RealmctlProcess.Output
        ) {
            (self.code, self.status, self.isPossible, self.run) = (code, status, isPossible, run)
        }

        /// A run of one command.
        init(
            _ code: String, _ status: Int32,
            of arguments: @escaping @Sendable (CommandRecipe.Ingredients) throws -> [String]
        ) {
            self.init(code, status) { try RealmctlProcess.run(arguments($0) + ["--json"]) }
        }
    }

    static let scenarios = usage + data + places + busy + keys

    private static let migrations = ["--dir", CommandRecipe.migrations]

    private static let usage: [Scenario] = [
        Scenario("usage", 64) { _ in ["info"] },
        Scenario("badQuery", 64) { ["query", try $0.plain(), "Cat"] },
        Scenario("confirmationRequired", 64) { ["decrypt", try $0.realm(), "--key-file", $0.key] },
        Scenario("downgrade", 64) { ["migrate", "plan", try $0.fixture("versioned_7"), "--to", "3"] + migrations },
        Scenario("partial", 2) { ["info", try $0.plain(), $0.path("missing")] },
        Scenario("noInput", 66) { ["info", $0.path("missing")] },
        Scenario("converterMissing", 66) {
            let file = try $0.file("Models.swift", "")
            return ["schema", "convert", "--converter", $0.path("none"), file]
        },
        Scenario("fileNotFound", 66) { ["verify", try $0.plain(), "--against", $0.path("missing")] },
    ]

    private static let data: [Scenario] = [
        Scenario("notRealm", 65) { ["info", try $0.file("text", "no Realm")] },
        Scenario("notRealmOrEncrypted", 65) { ["info", try $0.place.file("noise", Data(repeating: 32, count: 8192))] },
        Scenario("damaged", 65) {
            ["info", try $0.place.file("cut", Fixture.named("migrate_v1").bytes().prefix(20_000))]
        },
        Scenario("unsupportedFormat", 65) { ["info", try $0.place.patched("versioned_7", [20: 9, 21: 9])] },
        Scenario("schemaMismatch", 65) {
            let schema = try $0.file("schema.yaml", "classes: {Cat: {properties: {name: string}}}")
            return ["import", try $0.plain(), "--from", try $0.file("Cat.ndjson", ""), "--schema", schema]
        },
        Scenario("schemaVersionAhead", 65) { ["migrate", "apply", try $0.fixture("versioned_7")] + migrations },
        Scenario("badArchive", 65) { ["backup", "list", try $0.file("a.tar.zst", "no archive")] },
        Scenario("badMigration", 65) {
            let folder = try $0.otherMigrations()
            _ = try $0.file("other/0006_bad.yaml", "nonsense: 1\n")
            return ["migrate", "lint", "--dir", folder]
        },
        Scenario("badSchema", 65) { ["schema", try $0.plain(), "--expect", try $0.file("schema.yaml", "classes: 1")] },
        Scenario("badConverter", 65) {
            ["schema", "convert", "--converter", "/bin/true", try $0.file("Models.swift", "")]
        },
        Scenario("badSource", 65) {
            let file = try $0.place.file("Models.swift", Data([0xFF]))
            return ["schema", "convert", "--converter", "/bin/true", file]
        },
        Scenario("badImport", 65) {
            ["import", try $0.plain(), "--from", try $0.file("Dog.csv", "name,age\nRex,1\n")]
        },
        Scenario("syncHistory", 65) { ["compact", try SyncedFile.make(of: $0.plain(), key: nil)] },
        Scenario("alreadyEncrypted", 65) { ["encrypt", try $0.realm(), "--new-key-file", $0.key] },
        Scenario("notEncrypted", 65) { ["decrypt", try $0.plain(), "--key-file", $0.key] },
    ]

    private static let places: [Scenario] = [
        Scenario("exists", 73) { ["copy", try $0.plain(), try $0.file("there", "mine")] },
        Scenario("cantCreate", 73) { ["copy", try $0.plain(), $0.path("none/there")] },
        Scenario("hardLinked", 73) {
            try FileManager.default.linkItem(atPath: $0.plain(), toPath: $0.path("second"))
            return ["compact", $0.path("book.realm")]
        },
        Scenario("notAFile", 74) { ["info", $0.place.path] },
        Scenario("diskFull", 74) {
            try RealmctlProcess.shell(#"ulimit -f 1; "$REALMCTL" compact --json "$1""#, [$0.plain()])
        },
        Scenario("ioError", 74, if: { TracedCommand.canRun }) {
            try RealmctlProcess.shell(
                #"strace -f -o /dev/null -e inject=fsync:error=EIO "$REALMCTL" compact --json "$1""#, [$0.plain()])
        },
        Scenario("denied", 77, if: { OtherUser.canRun }) {
            let path = try $0.plain()
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            return try OtherUser.run(["info", path, "--json"])
        },
    ]

    private static let busy: [Scenario] = [
        Scenario("inUse", 75) {
            let path = try $0.plain()
            try $0.hold(path)
            return ["compact", path]
        },
        Scenario("incompatibleLockFile", 75) {
            // The layout of Realm Core.
            var header = [UInt8](repeating: 0, count: 1728)
            (header[0], header[6]) = (1, 14)
            let path = try $0.plain()
            try $0.hold(path, content: Data(header))
            return ["encrypt", path, "--new-key-file", $0.key]
        },
        Scenario("changedWhileReading", 75) {
            // The reader of the output waits until the file was changed.
            let script = #"""
                "$REALMCTL" export --immutable --json "$1" | { read -r line; printf x >>"$1"; cat; }
                exit "${PIPESTATUS[0]}"
                """#
            return try RealmctlProcess.shell(script, [$0.fixture("contacts_10k")])
        },
        Scenario("locksUnsupported", 75, if: { TracedCommand.canRun }) {
            try RealmctlProcess.shell(
                #"strace -f -o /dev/null -e inject=flock:error=ENOLCK "$REALMCTL" verify --json "$1""#, [$0.plain()])
        },
    ]

    private static let keys: [Scenario] = [
        Scenario("keyRequired", 78) { ["info", try $0.realm()] },
        Scenario("wrongKey", 78) {
            ["info", try $0.realm(), "--key-file", try $0.place.secret("wrong", KeyForms.wrong)]
        },
        Scenario("keyMalformed", 78) {
            ["info", try $0.realm(), "--key-file", try $0.place.secret("short", Data([1]))]
        },
        Scenario("notEncrypted", 78) { ["info", try $0.plain(), "--key-file", $0.key, "--key-strict"] },
    ]

    @Test(arguments: scenarios)
    func `a run ends with the code for programs and the one for the shell`(scenario: Scenario) throws {
        guard scenario.isPossible() else { return }
        let output = try scenario.run(CommandRecipe.Ingredients(Workplace()))
        #expect(output.code == scenario.status, "\(output.out) \(output.err)")
        // Bare lines may come before the document.
        let last = try #require(output.out.split(separator: "\n").last)
        let document = try JSONText(last.utf8)
        #expect(document["ok"] == .bool(false) && document["exitCode"] == .number("\(scenario.status)"))
        #expect(document["error"]?.members.map(\.name) == ["code", "message", "path", "hint", "detail"])
        #expect(document["error"]?["code"]?.text == scenario.code, "\(output.out)")
        #expect(document["error"]?["message"]?.text?.isEmpty == false)
        #expect(output.err.contains("realmctl: error: "))
    }

    /// Codes with which no run should end: of an internal error, and of an end that is not reported.
    private static let others: Set<String> = ["internal", "brokenPipe"]

    @Test func `there is a run for every code in the sources`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/realmctl")
        var found = Set<String>()
        let names = "usage|dataError|noInput|internal|cantCreate|ioError|busy|denied|key|partial"
        let pattern = try Regex("\\.(\(names)), \"([a-zA-Z]+)\"|code: \"([a-zA-Z]+)\"")
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            for match in text.matches(of: pattern) {
                found.formUnion([match.output[2], match.output[3]].compactMap { $0.substring.map(String.init) })
            }
        }
        #expect(found.count > 25)
        #expect(found.subtracting(Self.scenarios.map(\.code)).subtracting(Self.others).isEmpty)
    }

    @Test func `there is a run for every exit code`() {
        // Success and findings are in every other test, signals in those of exit codes.
        let others: Set<Int32> = [0, 1, 70, 130, 143]
        #expect(Set(Self.scenarios.map(\.status)) == Set(ExitStatus.allCases.map(\.rawValue)).subtracting(others))
    }

    @Test func `an unexpected error is reported as an internal error`() {
        struct Unknown: Error {}
        let failure = Failure(Unknown(), path: "x.realm")
        #expect(failure.status == .internal && failure.code == "internal" && failure.hint?.contains("report") == true)
    }
}
