import Foundation
import RealmStore
import TestSupport
import Testing

/// `keygen`: new keys, other forms, and refusals.
@Suite struct KeygenTests {
    private let place: Workplace
    private let decimal = Data("[\(Fixture.key.map { "\(Int8(bitPattern: $0))" }.joined(separator: ", "))]\n".utf8)

    init() throws { place = try Workplace() }

    @Test func `a new key is 128 hexadecimal digits, another one each time`() throws {
        let keys = try (0..<2).map { _ in try RealmctlProcess.run(["keygen"]).out }
        #expect(keys.allSatisfy { $0.count == 129 && $0.dropLast().allSatisfy(\.isHexDigit) })
        #expect(keys[0] != keys[1])
    }

    @Test func `a key file is raw, and its owner's only`() throws {
        let path = place.path + "/app.key"
        #expect(try RealmctlProcess.run(["keygen", "-o", path]).code == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.size] as? Int == 64)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `an existing file is never replaced`() throws {
        let path = try place.file("app.key", Data("mine".utf8))
        let output = try RealmctlProcess.run(["keygen", "--force", "-o", path])
        #expect(output.code == 73)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    }

    @Test func `--dry-run makes no file`() throws {
        #expect(try RealmctlProcess.run(["keygen", "-n", "-o", place.path + "/app.key"]).code == 0)
        #expect(try place.names().isEmpty)
    }

    @Test func `the fingerprint is that of the key`() throws {
        let output = try RealmctlProcess.run(["keygen", "--json"])
        let result = try output.json()["result"] as? [String: Any]
        let hex = try #require(result?["key"] as? String)
        let checked = try RealmctlProcess.run(["keygen", "--check", "-"], stdin: Data(hex.utf8))
        #expect(checked.out == "hex  fingerprint \(try #require(result?["fingerprint"] as? String))\n")
    }

    @Test(arguments: ["raw", "hex", "base64"])
    func `each form can be converted to and read again`(form: String) throws {
        let path = place.path + "/key"
        let source = try place.secret("source", KeyForms.raw)
        #expect(try RealmctlProcess.run(["keygen", "--convert", source, "--format", form, "-o", path]).code == 0)
        let output = try RealmctlProcess.run(["keygen", "--check", path])
        #expect(output.out == "\(form)  fingerprint \(KeyForms.fingerprint)\n")
    }

    @Test(arguments: ["auto", "decimal"])
    func `a list of decimal numbers is a key`(form: String) throws {
        let output = try RealmctlProcess.run(["keygen", "--convert", "-", "--from", form], stdin: decimal)
        #expect(output.out == String(decoding: KeyForms.hex, as: UTF8.self) + "\n")
    }

    @Test(arguments: ["[1, 2]", "[]", "[256" + String(repeating: ",1", count: 63) + "]", "1,2", "[1,", ""])
    func `a wrong list is malformed`(text: String) throws {
        let output = try RealmctlProcess.run(["keygen", "--convert", "-", "--from", "decimal"], stdin: Data(text.utf8))
        #expect(output.code == 78)
    }

    @Test(arguments: ["hex", "base64", "decimal"])
    func `--from insists on its form`(form: String) throws {
        let source = try place.secret("source", KeyForms.raw)
        #expect(try RealmctlProcess.run(["keygen", "--convert", source, "--from", form]).code == 78)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "needs script(1)"))
    func `a raw key is not printed on a terminal`() throws {
        let output = try RealmctlProcess.shell(#"script -qec "'$REALMCTL' keygen --format raw" /dev/null </dev/null"#)
        #expect(output.code == 64)
    }

    @Test func `a raw key is printed to a pipe`() throws {
        let output = try RealmctlProcess.shell(#""$REALMCTL" keygen --format raw -q | wc -c"#)
        #expect(output.out == "64\n")
    }

    @Test(.enabled(if: TracedCommand.canRun, "needs strace"))
    func `a key whose name may be lost is not said to be safe`() throws {
        let directory = place.path + "/keys"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        let file = directory + "/key"
        let command = TracedCommand(arguments: ["keygen", "-o", file])
        let sync = try #require(
            try command.calls(in: directory).last { $0.name == "fsync" && $0.description.contains("<\(directory)>") })
        let output = try command.run(.failure(EIO), at: sync) { try FileManager.default.removeItem(atPath: file) }
        #expect(output.code == 74)
        #expect(output.err.contains("has its name already, but a power failure may take it away"), "\(output.err)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count == 64)
    }
}
