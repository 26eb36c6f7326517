import Foundation
import Glibc
import TestSupport
import Testing

/// `diagnose`: what it says of files that do not open, the exit code, and that it leaves no trace.
@Suite struct DiagnoseTests {
    private let ingredients: CommandRecipe.Ingredients

    init() throws { ingredients = try CommandRecipe.Ingredients(Workplace()) }

    private func diagnose(_ arguments: String...) throws -> (code: Int32, result: [String: Any], text: String) {
        let text = try RealmctlProcess.run(["diagnose"] + arguments)
        let output = try RealmctlProcess.run(["diagnose", "--json"] + arguments)
        #expect(output.code == text.code)
        let result = try #require(try output.json()["result"] as? [String: Any], "\(output.out)")
        return (output.code, result, text.out)
    }

    private func next(_ result: [String: Any]) -> [String] {
        (result["next"] as? [[String: Any]] ?? []).compactMap { $0["command"] as? String }
    }

    private func opening(_ path: String, _ options: String...) throws -> Int32 {
        try RealmctlProcess.run(["info", "--no-input", path] + options).code
    }

    // MARK: Files that open

    @Test func `a sound file opens, and its text has ten lines at most`() throws {
        let path = try ingredients.plain()
        let (code, result, text) = try diagnose(path)
        #expect(code == 0 && result["opens"] as? Bool == true && result["kind"] as? String == "realm")
        #expect(result["key"] as? String == "notEncrypted" && result["salvage"] is NSNull)
        #expect(text.hasPrefix("\(path)  opens\n") && text.contains("  damage   none found in "))
        #expect(text.split(separator: "\n").count <= 10, "\(text)")
    }

    @Test func `a file with damage that opens is 0, and says how much can be saved`() throws {
        let (code, result, text) = try diagnose(ingredients.broken())
        #expect(code == 0)
        #expect(text.contains("opens, but is damaged"), "\(text)")
        #expect(text.contains("about 9 of 9 objects can be reached"), "\(text)")
        #expect((result["salvage"] as? [String: Any])?["readable"] as? Int == 9)
        #expect(next(result).first?.hasPrefix("realmctl recover ") == true)
        #expect(text.split(separator: "\n").count <= 10, "\(text)")
    }

    @Test func `a file of an older format opens, and the upgrade comes next`() throws {
        let path = try ingredients.old()
        let (code, result, text) = try diagnose(path)
        #expect(code == 0 && result["fileFormat"] as? Int == 23)
        #expect(text.contains("which apps upgrade to 24"))
        #expect(next(result).first == "realmctl upgrade \(path)")
    }

    // MARK: Keys

    @Test func `a missing key is told from a wrong one`() throws {
        let path = try ingredients.realm()
        let missing = try diagnose(path)
        #expect(missing.code == 78 && missing.result["key"] as? String == "missing")
        #expect(next(missing.result).first == "realmctl diagnose --key-file KEYFILE \(path)")
        let wrong = try diagnose(path, "--key-file", ingredients.place.secret("wrong", KeyForms.wrong))
        #expect(wrong.code == 78 && wrong.result["key"] as? String == "wrong")
        #expect(wrong.text.contains("  key      wrong: it fits no page\n"))
    }

    @Test func `the right key is named in the next command`() throws {
        let path = try ingredients.realm()
        let (code, result, _) = try diagnose(path, "--key-file", ingredients.key)
        #expect(code == 0 && result["key"] as? String == "right" && result["kind"] as? String == "encryptedRealm")
        #expect(next(result).first == "realmctl schema --key-file \(ingredients.key) \(path)")
    }

    @Test func `a key for a plain file is ignored, and strictly refused`() throws {
        let path = try ingredients.plain()
        #expect(try diagnose(path, "--key-file", ingredients.key).result["key"] as? String == "ignored")
        #expect(try RealmctlProcess.run(["diagnose", path, "--key-file", ingredients.key, "--key-strict"]).code == 78)
    }

    // MARK: Damage

    @Test func `a truncated file is 65, and recover comes next`() throws {
        let bytes = try Fixture.named("migrate_v1").bytes()
        let path = try ingredients.place.file("cut.realm", bytes.prefix(40_000))
        let (code, result, text) = try diagnose(path)
        #expect(code == 65 && result["opens"] as? Bool == false)
        #expect(text.contains("does not open") && text.contains("  saved    about "), "\(text)")
        #expect(next(result).first == "realmctl recover \(path) -o \(ingredients.path("cut.recovered.realm"))")
        #expect(text.split(separator: "\n").count <= 10, "\(text)")
    }

    @Test func `the command that comes next saves what was promised`() throws {
        let bytes = try Fixture.named("migrate_v1").bytes()
        let (_, result, _) = try diagnose(try ingredients.place.file("cut.realm", bytes.prefix(40_000)))
        let command = try #require(next(result).first)
        let output = try RealmctlProcess.shell("\"$REALMCTL\"" + command.dropFirst("realmctl".count))
        #expect(output.code <= 1, "\(output.err)")
        #expect(FileManager.default.fileExists(atPath: ingredients.path("cut.recovered.realm")))
    }

    @Test func `a file whose header is lost is found by what follows it`() throws {
        var bytes = try Fixture.named("migrate_v1").bytes()
        for offset in 0..<24 { bytes[offset] = 0xAA }
        let path = try ingredients.place.file("headless.realm", bytes.dropLast(8))
        let (code, result, text) = try diagnose(path)
        #expect(code == 65 && result["kind"] as? String == "unknown")
        #expect(next(result).first?.hasPrefix("realmctl recover ") == true, "\(text)")
    }

    @Test func `a backup beside a damaged file is restored first`() throws {
        let path = try ingredients.plain()
        try ingredients.run("backup", "create", "-q", path, "-d", ingredients.place.path)
        try Data(contentsOf: URL(fileURLWithPath: path)).prefix(2000).write(to: URL(fileURLWithPath: path))
        let first = try #require(next(diagnose(path).result).first)
        #expect(first.hasPrefix("realmctl restore ") && first.contains(".realm.tar.zst "), "\(first)")
    }

    // MARK: Age

    @Test(arguments: [UInt8(2), 9, 25])
    func `a format that cannot be read is told with its number`(format: UInt8) throws {
        let path = try ingredients.place.patched("versioned_7", [20: format, 21: format])
        let (code, result, text) = try diagnose(path)
        #expect(code == 65 && result["fileFormat"] as? Int == Int(format))
        #expect(text.contains(format < 24 ? "too old" : "newer than this program"), "\(text)")
    }

    // MARK: Files of other kinds

    @Test(arguments: [
        ("empty", ""), ("zeros", "\0\0\0\0\0\0\0\0"), ("text", "Dear reader"), ("json", " {\"a\": 1}"),
        ("html", "<!DOCTYPE html><p>404"), ("sqlite", "SQLite format 3\0 "),
        ("gitPointer", "version https://git-lfs.github.com/spec/v1\n"), ("gzip", "gz"), ("zip", "PK\u{3}\u{4}"),
    ])
    func `a file of another kind is named`(kind: String, content: String) throws {
        let bytes = kind == "gzip" ? Data([0x1F, 0x8B, 0x08, 0]) : Data(content.utf8)
        let path = try ingredients.place.file("some.realm", bytes)
        let (code, result, _) = try diagnose(path)
        #expect(result["kind"] as? String == kind)
        let expected = try opening(path)
        #expect(code == 65 && code == expected)
        #expect(!next(result).isEmpty)
    }

    @Test func `a backup archive, a compressed Realm and a tar archive are told apart`() throws {
        #expect(try diagnose(ingredients.archive()).result["kind"] as? String == "backupArchive")
        let zstd = try ingredients.place.file("a.realm.zst", Data([0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0, 0, 0]))
        #expect(try diagnose(zstd).result["kind"] as? String == "zstd")
        let tar = try ingredients.place.file("a.tar", Data(count: 257) + Data("ustar\0".utf8) + Data(count: 300))
        #expect(try diagnose(tar).result["kind"] as? String == "tar")
    }

    @Test func `the lock file of a Realm leads to the Realm`() throws {
        let path = try ingredients.plain()
        try Data(count: 8).write(to: URL(fileURLWithPath: path + ".lock"))
        let (code, result, _) = try diagnose(path + ".lock")
        #expect(code == 65 && result["kind"] as? String == "lockFile")
        #expect(next(result) == ["realmctl diagnose \(path)"])
    }

    @Test func `a missing file suggests one of a similar name`() throws {
        let path = try ingredients.plain()
        let (code, result, text) = try diagnose(ingredients.path("boks.realm"))
        #expect(code == 66 && result["kind"] as? String == "missing" && text.contains("there is no such file"))
        #expect(next(result) == ["realmctl diagnose \(path)"])
    }

    @Test func `a directory and a pipe are not files`() throws {
        let folder = try ingredients.directory("folder")
        let found = try diagnose(folder)
        let expected = try opening(folder)
        #expect(found.code == expected && found.result["kind"] as? String == "directory")
        let pipe = ingredients.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let special = try diagnose(pipe)
        let other = try opening(pipe)
        #expect(special.code == other && special.result["kind"] as? String == "special")
    }

    // MARK: Use

    @Test func `the holder of a file is named, and does not keep it from being opened`() throws {
        let path = try ingredients.plain()
        try ingredients.hold(path)
        let (code, result, text) = try diagnose(path)
        let holders = try #require(result["holders"] as? [[String: Any]])
        #expect(code == 0 && holders.first?["pid"] as? Int32 == getpid())
        #expect(holders.first?["exclusive"] as? Bool == false && text.contains("(process \(getpid()), "))
    }

    @Test func `an app on Realm Core is called that`() throws {
        let path = try ingredients.plain()
        try ingredients.hold(path, content: Data([1, 40, 48, 0, 24, 2, 13, 0]) + Data(count: 16))
        #expect(try diagnose(path).text.contains("  in use   an app on Realm Core (process \(getpid()), "))
    }

    @Test func `a file that is being replaced is 75`() throws {
        let path = try ingredients.plain()
        try ingredients.hold(path)
        let lock = try #require(ingredients.held.handles.last)
        #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
        let (code, result, text) = try diagnose(path)
        #expect(code == 75 && result["opens"] as? Bool == false && text.contains("which lets nobody else open it"))
        #expect(next(result).first == "realmctl info --lock-timeout 60s \(path)")
    }

    // MARK: No trace

    @Test(arguments: ["plain", "broken", "old", "encrypted"])
    func `nothing is written, not even a lock file`(kind: String) throws {
        let path =
            switch kind {
            case "plain": try ingredients.plain()
            case "broken": try ingredients.broken()
            case "old": try ingredients.old()
            default: try ingredients.realm()
            }
        let names = try ingredients.place.names()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        _ = try diagnose(path, "--key-file", ingredients.key)
        #expect(try ingredients.place.names() == names)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test func `standard input is refused`() throws {
        #expect(try RealmctlProcess.run(["diagnose", "-"]).code == 64)
    }
}
