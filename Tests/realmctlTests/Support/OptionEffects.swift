import Foundation
import Glibc
import TestSupport

/// One effect at least of every option that not all commands have.
extension OptionEffect {
    static let all = inspecting + querying + rewriting + keys + data + seeds + archives + migrating

    private static let other = "classes: {Dog: {properties: {name: int}}}"

    private static let inspecting: [OptionEffect] = [
        .flag("info", "locks", .prints("open by nobody")) { [try $0.plain()] },
        .flag("info", "deep", .prints("BYTES")) { [try $0.plain()] },
        .made("info", "report", .makes("page.html"), base: { [try $0.plain()] }) {
            ["--report", $0.path("page.html")]
        },
        .value("schema print", "format", "yaml", .prints("classes:\n")) { [try $0.plain()] },
        .value("schema print", "class", "Dog", .printsNo("Person")) { [try $0.plain()] },
        .made("schema print", "expect", .ends(1), base: { [try $0.plain()] }) {
            ["--expect", try $0.file("other.yaml", other)]
        },
        .flag("schema convert", "diff", .prints("@@ -1,3 +1,3 @@")) { try FakeConverter(in: $0.place).arguments },
        .flag("schema convert", "in-place", .printsJust("")) {
            try FakeConverter(in: $0.place).arguments + ["--yes", "--quiet"]
        },
        .made("schema convert", "converter", .ends(0), base: { [try FakeConverter(in: $0.place).file] }) {
            ["--converter", $0.path("converter")]
        },
        .value("schema-version", "expect", "9", .ends(1)) { [try $0.plain()] },
        .value("schema-version", "min", "9", .ends(1)) { [try $0.plain()] },
        .value("schema-version", "max", "0", .ends(1)) { [try $0.plain()] },
        .flag("verify", "quick", .prints("at a quick look")) { [try $0.plain()] },
        .made("verify", "against", .prints("equal to the backup"), base: { [try $0.plain()] }) {
            ["--against", try $0.archive()]
        },
        .value("verify", "max-problems", "0", .prints(" more\n")) { [try $0.broken()] },
        .flag("diagnose", "quick", .prints("at a quick look")) { [try $0.plain()] },
        .made("diagnose", "bundle", .makes("report.tar.zst"), base: { [try $0.plain()] }) {
            ["--bundle", $0.path("report.tar.zst")]
        },
        .flag("diagnose", "names", .prints("with names")) { [try $0.plain(), "--bundle", $0.path("report.tar.zst")] },
        .flag("diagnose", "force", .ends(0)) { [try $0.plain(), "--bundle", try $0.file("there", "mine")] },
        .flag("help", "man", .prints(".TH REALMCTL")) { _ in [] },
        .flag("help", "markdown", .prints("# The commands")) { _ in [] },
    ]

    private static let querying: [OptionEffect] = [
        .value("query", "columns", "name", .printsNo("_key")) { [try $0.plain(), "Dog"] },
        .value("query", "sort", "-name", .prints("Rex\r\nOskar\r\n")) {
            [try $0.plain(), "Dog", "--format", "csv", "--columns", "name"]
        },
        .value("query", "distinct", "id", .printsJust("4\n")) { [try $0.plain(), "Person", "--count"] },
        .value("query", "limit", "1", .printsJust("1\n")) { [try $0.plain(), "Person", "--count"] },
        .value("query", "offset", "3", .printsJust("2\n")) { [try $0.plain(), "Person", "--count"] },
        .flag("query", "count", .printsJust("5\n")) { [try $0.plain(), "Person"] },
        .value("query", "sum", "id", .printsJust("sum(id)  13\n")) { [try $0.plain(), "Person"] },
        .value("query", "avg", "id", .printsJust("avg(id)  2.6\n")) { [try $0.plain(), "Person"] },
        .value("query", "min", "id", .printsJust("min(id)  1\n")) { [try $0.plain(), "Person"] },
        .value("query", "max", "id", .printsJust("max(id)  4\n")) { [try $0.plain(), "Person"] },
        .value("query", "group-by", "id", .prints("id,count\r\n1,")) { [try $0.plain(), "Person", "--format", "csv"] },
        .flag("query", "explain", .prints("class 'Person'")) { [try $0.plain(), "Person"] },
        .value("query", "format", "ndjson", .prints("{\"_key\":0")) { [try $0.plain(), "Dog"] },
        .flag("query", "typed", .prints("{\"$link\":[\"Dog\",0]}")) {
            [try $0.plain(), "Person", "--format", "ndjson", "--columns", "dogs"]
        },
        .value("query", "arg", "1", .ends(0)) { [try $0.plain(), "Person", "id == %@"] },
        .value("watch", "arg", "1", .ends(0)) { [try $0.plain(), "Person", "id == %@", "--timeout", "1s"] },
        .flag("diff", "schema-only", .ends(0)) { [try $0.plain(), try $0.changed()] },
        .value("diff", "class", "Person", .ends(0)) { [try $0.plain(), try $0.changed()] },
        .value("diff", "key", "Dog=name", .prints("Dog \"Oskar\"")) { [try $0.plain(), try $0.changed()] },
        .value("diff", "ignore", "Dog.name", .ends(0)) { [try $0.plain(), try $0.changed()] },
        .value("diff", "limit", "0", .prints("and 1 more")) { [try $0.plain(), try $0.changed()] },
        .value("diff", "format", "json", .prints("{\"equal\":false")) { [try $0.plain(), try $0.changed()] },
        .made("diff", "other-key-file", .ends(0), base: { [try $0.plain(), try $0.realm(named: "secret.realm")] }) {
            ["--other-key-file", $0.key]
        },
        .value("diff", "other-key-env", "SECRET", .ends(0)) { [try $0.plain(), try $0.realm(named: "secret.realm")] },
        .value("diff", "other-key-fd", "3", .ends(0)) { [try $0.plain(), try $0.realm(named: "secret.realm")] },
    ]

    private static func output(
        _ command: String, _ base: @escaping @Sendable (CommandRecipe.Ingredients) throws -> [String]
    )
        -> [OptionEffect]
    {
        [
            .made(command, "output", .makes("out.file"), base: base) { ["--output", $0.path("out.file")] },
            .made(command, "force", .ends(0), base: { try base($0) + ["-o", try $0.file("there", "mine")] }) { _ in
                ["--force"]
            },
        ]
    }

    private static let rewriting: [OptionEffect] =
        [
            output("compact") { [try $0.plain()] }, output("upgrade") { [try $0.old()] },
            output("recover") { [try $0.plain()] }, rewritingOnly,
        ].flatMap(\.self)

    private static let rewritingOnly: [OptionEffect] = [
        .value("compact", "if", "size=1TB", .prints("skipped: conditions")) { [try $0.plain()] },
        .flag("compact", "check", .ends(1)) { [try $0.plain()] },
        .flag("compact", "skip-in-use", .ends(0)) { ingredients in
            let path = try ingredients.plain()
            try ingredients.hold(path)
            return [path]
        },
        .flag("copy", "no-encryption", .allows { ["info", "--no-input", $0.path("out.realm")] }) {
            [try $0.realm(), $0.path("out.realm"), "--key-file", $0.key]
        },
        .flag("copy", "force", .ends(0)) { [try $0.plain(), try $0.file("there", "mine")] },
        .flag("info", "force", .ends(0)) { [try $0.plain(), "--report", try $0.file("there", "mine")] },
        .flag("upgrade", "no-backup", .makesNo("backup.realm")) { [try $0.old()] },
        .value("recover", "strategy", "previous", .ends(65)) { [try $0.plain(), "-o", $0.path("out.realm")] },
        .made(
            "recover", "lost-and-found", .makes("lost.ndjson"),
            base: { [try $0.plain(), "-o", $0.path("out.realm")] }
        ) { ["--lost-and-found", $0.path("lost.ndjson")] },
        .made(
            "recover", "report", .makes("report.json"), base: { [try $0.plain(), "-o", $0.path("out.realm")] }
        ) { ["--report", $0.path("report.json")] },
    ]

    private static let keys: [OptionEffect] =
        [
            output("encrypt") { [try $0.plain(), "--new-key-file", $0.key] },
            output("decrypt") { [try $0.realm(), "--key-file", $0.key] },
            output("rekey") {
                [try $0.realm(), "--key-file", $0.key, "--new-key-file", try $0.place.secret("new", KeyForms.wrong)]
            }, keysOnly,
        ].flatMap(\.self)

    private static let keysOnly: [OptionEffect] = [
        .made("encrypt", "generate-key", .makes("made.key"), base: { [try $0.plain()] }) {
            ["--generate-key", $0.path("made.key")]
        },
        .made("rekey", "generate-key", .makes("made.key"), base: { [try $0.realm(), "--key-file", $0.key, "-y"] }) {
            ["--generate-key", $0.path("made.key")]
        },
        .value("encrypt", "keep-old", ".old", .makes("book.realm.old")) {
            [try $0.plain(), "--new-key-file", $0.key]
        },
        .value("decrypt", "keep-old", ".old", .makes("book.realm.old")) {
            [try $0.realm(), "--key-file", $0.key, "--yes"]
        },
        .value("rekey", "keep-old", ".old", .makes("book.realm.old")) {
            [try $0.realm(), "--key-file", $0.key, "--yes", "--generate-key", $0.path("made.key")]
        },
        .made("keygen", "output", .makes("made.key"), base: { _ in [] }) { ["--output", $0.path("made.key")] },
        .value("keygen", "format", "base64", .prints("==\n")) { _ in [] },
        .made(
            "keygen", "convert", .printsJust(String(decoding: KeyForms.hex, as: UTF8.self) + "\n"),
            base: { _ in [] }
        ) {
            ["--convert", $0.key]
        },
        .value("keygen", "from", "base64", .ends(78)) { ["--convert", $0.key] },
        .made("keygen", "check", .prints("hex  fingerprint"), base: { _ in [] }) { ["--check", $0.key] },
    ]
}

extension CommandRecipe.Ingredients {
    /// Has a Realm open, as another process would, until the test ends.
    ///
    /// - Parameter content: of the lock file.
    func hold(_ path: String, content: Data = Data()) throws {
        let url = URL(fileURLWithPath: path + ".lock")
        try content.write(to: url)
        let lock = try FileHandle(forUpdating: url)
        guard flock(lock.fileDescriptor, LOCK_SH) == 0 else { throw CocoaError(.fileLocking) }
        held.handles.append(lock)
    }
}
