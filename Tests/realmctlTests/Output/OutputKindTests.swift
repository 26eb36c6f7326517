import Foundation
import Glibc
import TestSupport
import Testing

/// The files that an output may replace, and its permissions.
@Suite struct OutputKindTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func kind(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    private func mode(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : -1
    }

    /// Commands that write text to a path, which is the last argument.
    private func streamers(_ path: String) throws -> [[String]] {
        let damaged = try place.file("damaged.realm", Fixture.named("embedded").bytes())
        return [
            ["export", path, "--format", "ndjson", "-o"], ["info", path, "--report"],
            ["recover", damaged, "-o", place.path + "/rescued.realm", "--force", "--report"],
            ["diagnose", path, "--bundle"],
        ]
    }

    /// Commands that write a file to a path, which is the last argument.
    private func writers(_ path: String) throws -> [[String]] {
        let damaged = try place.file("damaged.realm", Fixture.named("embedded").bytes())
        let schema = try place.file("schema.yaml", Data("classes: {Dog: {properties: {name: string}}}".utf8))
        return [
            ["export", path, "--format", "sqlite", "-o"], ["copy", path],
            ["recover", damaged, "-o"], ["seed", "build", "--schema", schema, "-o"], ["decrypt", path, "-o"],
            ["keygen", "-o"], ["backup", "create", path, "-o"],
        ]
    }

    @Test(arguments: [false, true]) func `a pipe is never replaced, and no hint suggests it`(_ force: Bool) throws {
        let (path, pipe) = (try place.fixture("links"), place.path + "/pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for words in try writers(path) where words[0] != "decrypt" {
            let output = try RealmctlProcess.run(words + [pipe] + (force ? ["--force"] : []))
            #expect(output.code == 73, "\(words): \(output.err)")
            #expect(kind(pipe) == S_IFIFO, "\(words)")
            if words[0] != "keygen", words[0] != "backup" { #expect(!output.err.contains("--force"), "\(output.err)") }
        }
    }

    @Test func `text goes to a pipe that somebody reads`() throws {
        let path = try place.fixture("links")
        let whole = try RealmctlProcess.run(["export", path, "--format", "ndjson"]).out
        for words in try streamers(path) {
            let pipe = place.path + "/pipe-" + words[0]
            #expect(mkfifo(pipe, 0o600) == 0)
            let script = "cat \"$1\" > \"$1.read\" & shift; \"$REALMCTL\" \"$@\"; code=$?; wait; exit $code"
            let output = try RealmctlProcess.shell(script, [pipe] + words + [pipe])
            #expect(output.code == 0, "\(words): \(output.err)")
            #expect(kind(pipe) == S_IFIFO, "\(words)")
            let text = try Data(contentsOf: URL(fileURLWithPath: pipe + ".read"))
            #expect(words[0] == "export" ? text == Data(whole.utf8) : !text.isEmpty, "\(words)")
        }
    }

    @Test func `text goes to a device`() throws {
        let path = try place.fixture("links")
        for words in try streamers(path) {
            let output = try RealmctlProcess.run(words + ["/dev/null"])
            #expect(output.code == 0, "\(words): \(output.err)")
            #expect(kind("/dev/null") == S_IFCHR)
        }
    }

    @Test(.enabled(if: getuid() == 0, "needs root"))
    func `a device is never replaced`() throws {
        let (path, device) = (try place.fixture("links"), place.path + "/null")
        guard mknod(device, S_IFCHR | 0o666, dev_t(0x103)) == 0 else {
            print("skipped: no device can be made")
            return
        }
        for words in try writers(path) where words[0] != "decrypt" {
            let output = try RealmctlProcess.run(words + [device, "--force"])
            #expect(output.code == 73, "\(words): \(output.err)")
            #expect(kind(device) == S_IFCHR, "\(words)")
        }
    }

    @Test func `output from a private file is private`() throws {
        let path = try place.fixture("links")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let runs = [
            ["copy", path], ["recover", path, "-o"], ["export", path, "-o"], ["info", path, "--report"],
            ["export", path, "--format", "sqlite", "-o"], ["backup", "create", path, "-o"],
            ["recover", path, "--force", "-o", place.path + "/again", "--report"],
        ]
        for (number, words) in runs.enumerated() {
            let output = "\(place.path)/out-\(number)" + (words[0] == "backup" ? ".realm.tar.zst" : "")
            let run = try RealmctlProcess.run(words + [output])
            #expect(run.code == 0, "\(words): \(run.err)")
            #expect(mode(output) == 0o600, "\(words)")
        }
    }

    @Test func `a decrypted file is readable only by its owner`() throws {
        let (path, key) = (try place.fixture("contacts_1k.enc"), try place.secret("key", KeyForms.raw))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let runs = [["decrypt", path, "-o"], ["copy", "--no-encryption", path], ["export", path, "-o"]]
        for (number, words) in runs.enumerated() {
            let output = "\(place.path)/out-\(number)"
            let run = try RealmctlProcess.run(words + [output, "--key-file", key])
            #expect(run.code == 0, "\(words): \(run.err)")
            #expect(mode(output) == 0o600, "\(words)")
        }
        let copy = place.path + "/copy.realm"
        #expect(try RealmctlProcess.run(["copy", path, copy, "--key-file", key]).code == 0)
        #expect(mode(copy) == 0o644)
    }

    @Test func `a seed obeys the mask`() throws {
        let schema = try place.file("schema.yaml", Data("classes: {Dog: {properties: {name: string}}}".utf8))
        let script = #"umask 077; "$REALMCTL" "$@""#
        let seed = place.path + "/seed.realm"
        let output = try RealmctlProcess.shell(script, ["seed", "build", "--schema", schema, "-o", seed])
        #expect(output.code == 0, "\(output.err)")
        #expect(mode(seed) == 0o600)
    }
}
