import Foundation
import TestSupport
import Testing

/// Every way to give a key, and every way to get it wrong.
@Suite struct KeySourceTests {
    private let place: Workplace
    private let encrypted: String

    init() throws {
        place = try Workplace()
        encrypted = try place.fixture("types_all.enc")
    }

    private func run(
        _ options: String..., environment: [String: String] = [:], stdin: Data = Data()
    ) throws
        -> RealmctlProcess.Output
    {
        try RealmctlProcess.run(
            ["schema-version", "--json", encrypted] + options, stdin: stdin, environment: environment)
    }

    @Test(arguments: [
        KeyForms.raw, KeyForms.hex, KeyForms.base64, KeyForms.hex + Data("\n".utf8), Data("\t ".utf8) + KeyForms.base64,
        Data(String(decoding: KeyForms.hex, as: UTF8.self).uppercased().utf8),
        KeyForms.base64.prefix(76) + Data("\n".utf8) + KeyForms.base64.dropFirst(76) + Data("\n".utf8),
    ])
    func `a key file may be raw, hexadecimal or base64`(content: Data) throws {
        let output = try run("--key-file", place.secret("key", content))
        #expect(output.code == 0, "\(output.err)")
    }

    @Test func `the key comes from standard input`() throws {
        #expect(try run("--key-file", "-", stdin: KeyForms.raw).code == 0)
    }

    @Test func `the key comes from a variable`() throws {
        let hex = String(decoding: KeyForms.hex, as: UTF8.self)
        #expect(try run("--key-env", "SECRET", environment: ["SECRET": hex]).code == 0)
    }

    @Test func `64 characters in a variable are not a raw key`() throws {
        let output = try run("--key-env", "SECRET", environment: ["SECRET": String(repeating: "a", count: 64)])
        #expect(output.code == 78)
        #expect(try output.error()["code"] as? String == "keyMalformed")
    }

    @Test func `a variable that is not set is a usage error`() throws {
        #expect(try run("--key-env", "SECRET").code == 64)
    }

    @Test func `the key comes from a file descriptor`() throws {
        let key = try place.secret("key", KeyForms.raw)
        let output = try RealmctlProcess.shell(#""$REALMCTL" schema-version --key-fd 3 "$1" 3<"$2""#, [encrypted, key])
        #expect(output.code == 0, "\(output.err)")
    }

    @Test func `a descriptor that is not open is a usage error`() throws {
        #expect(try run("--key-fd", "63").code == 64)
    }

    @Test func `the environment names a key file where no option does`() throws {
        let key = try place.secret("key", KeyForms.raw)
        #expect(try run(environment: ["REALMCTL_KEY_FILE": key]).code == 0)
    }

    @Test func `an option wins over the environment`() throws {
        let key = try place.secret("key", KeyForms.raw)
        #expect(try run("--key-file", key, environment: ["REALMCTL_KEY_FILE": "/nowhere"]).code == 0)
    }

    @Test func `two sources are a usage error`() throws {
        let key = try place.secret("key", KeyForms.raw)
        #expect(try run("--key-file", key, "--key-env", "SECRET").code == 64)
    }

    @Test func `a missing key file is missing input`() throws {
        #expect(try run("--key-file", place.path + "/none").code == 66)
    }

    @Test(arguments: [0, 1, 63, 65, 4096, 100_000])
    func `a key of another length is malformed, and never shown`(count: Int) throws {
        let output = try run("--key-file", place.secret("key", Data(repeating: 0x41, count: count)))
        #expect(output.code == 78)
        #expect(try output.error()["code"] as? String == "keyMalformed")
        #expect(!output.out.contains("AAAAA") && !output.err.contains("AAAAA"))
    }

    @Test func `the message about a malformed key names the length and the forms`() throws {
        let output = try run("--key-file", place.secret("key", Data(repeating: 0x41, count: 63)))
        let message = try output.error()["message"] as? String ?? ""
        #expect(message.contains("63 bytes") && message.contains("128 hexadecimal") && message.contains("88 base64"))
    }

    @Test func `128 characters that are not hexadecimal are malformed`() throws {
        let output = try run("--key-file", place.secret("key", Data(repeating: 0x5A, count: 128)))
        #expect(try output.error()["code"] as? String == "keyMalformed")
    }

    @Test func `a key file that others can read draws a warning`() throws {
        let key = try place.file("key", KeyForms.raw)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        let output = try run("--key-file", key)
        let warnings = try output.json()["warnings"] as? [[String: Any]] ?? []
        #expect(output.code == 0)
        #expect(warnings.map { $0["code"] as? String } == ["keyFileReadable"])
    }

    @Test func `an encrypted file without key needs one`() throws {
        let output = try run("--no-input")
        #expect(output.code == 78)
        #expect(try output.error()["code"] as? String == "keyRequired")
    }

    @Test func `the wrong key does not fit`() throws {
        let output = try run("--key-file", place.secret("key", KeyForms.wrong))
        #expect(output.code == 78)
        #expect(try output.error()["code"] as? String == "wrongKey")
    }

    @Test func `standard input gives the key or the file, not both`() throws {
        let output = try RealmctlProcess.run(["schema-version", "-", "--key-file", "-"], stdin: KeyForms.raw)
        #expect(output.code == 64)
    }

    @Test func `a prompt without a terminal needs a key`() throws {
        let script = #"setsid -w "$REALMCTL" schema-version --key-prompt "$1" </dev/null"#
        #expect(try RealmctlProcess.shell(script, [encrypted]).code == 78)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "needs script(1)"))
    func `the key is asked for on a terminal, and not echoed`() throws {
        let hex = String(decoding: KeyForms.hex, as: UTF8.self)
        let script = #"(sleep 1; echo "$KEY"; sleep 1) | script -qec "'$REALMCTL' schema-version '$1'" /dev/null"#
        let output = try RealmctlProcess.shell(script, [encrypted], environment: ["KEY": hex])
        #expect(output.code == 0, "\(output.out)")
        #expect(output.out.contains("Key of") && !output.out.contains(hex.prefix(20)))
    }
}

/// A key for a plain file.
@Suite struct NeedlessKeyTests {
    private let place: Workplace
    private let plain: String
    private let key: String

    init() throws {
        place = try Workplace()
        plain = try place.fixture("versioned_7")
        key = try place.secret("key", KeyForms.raw)
    }

    @Test func `the key is ignored with a warning`() throws {
        let output = try RealmctlProcess.run(["schema-version", "--json", plain, "--key-file", key])
        let warnings = try output.json()["warnings"] as? [[String: Any]] ?? []
        #expect(output.code == 0)
        #expect(warnings.map { $0["code"] as? String } == ["keyIgnored"])
        #expect(warnings.first?["path"] as? String == plain)
    }

    @Test func `the key is an error with --key-strict`() throws {
        let output = try RealmctlProcess.run(["schema-version", plain, "--key-file", key, "--key-strict"])
        #expect(output.code == 78)
    }
}
