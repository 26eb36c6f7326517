import Foundation
import TestSupport
import Testing

/// Reading leaves no trace except the lock file, and with `--immutable` none at all.
@Suite struct ReadingTests {
    private let place: Workplace
    private let key: String

    init() throws {
        place = try Workplace()
        key = try place.secret("key", KeyForms.raw)
    }

    private static let commands = [
        ["info", "--deep"], ["info", "--locks"], ["schema-version"], ["schema"], ["verify"], ["export"],
    ]
    private static let fixtures = ["migrate_v1", "types_all.enc", "just_created", "streaming"]

    @Test(arguments: commands, fixtures)
    func `a file is the same after reading`(command: [String], fixture: String) throws {
        let path = try place.fixture(fixture)
        _ = try RealmctlProcess.run(command + [path, "--key-file", key])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Fixture.named(fixture).bytes())
    }

    @Test(arguments: commands, fixtures)
    func `no file appears with --immutable`(command: [String], fixture: String) throws {
        let path = try place.fixture(fixture)
        let before = try place.names()
        let output = try RealmctlProcess.run(command + [path, "--key-file", key, "--immutable"])
        #expect(output.code <= 1, "\(output.err)")
        #expect(try place.names() == before)
    }

    @Test(arguments: commands)
    func `standard input is read through a scratch file that goes`(command: [String]) throws {
        let scratch = try Workplace()
        let output = try RealmctlProcess.run(
            command + ["-", "--tmpdir", scratch.path], stdin: Fixture.named("versioned_7").bytes())
        #expect(output.code == 0, "\(output.err)")
        #expect(try scratch.names().isEmpty)
    }

    @Test func `an encrypted file on standard input needs its key`() throws {
        let bytes = try Fixture.named("types_all.enc").bytes()
        #expect(try RealmctlProcess.run(["schema-version", "-"], stdin: bytes).code == 78)
        #expect(try RealmctlProcess.run(["schema-version", "-", "--key-file", key], stdin: bytes).out == "0\n")
    }

    @Test func `nothing on standard input is not a Realm`() throws {
        #expect(try RealmctlProcess.run(["schema-version", "-"]).code == 65)
    }

    @Test func `a scratch file that cannot be written in full is 74, and goes`() throws {
        let scratch = try Workplace()
        let file = try place.fixture("migrate_v1")
        let output = try RealmctlProcess.shell(
            #"ulimit -f 8; "$REALMCTL" schema-version - --tmpdir "$2" <"$1""#, [file, scratch.path])
        #expect(output.code == 74)
        #expect(try scratch.names().isEmpty)
    }

    @Test func `a scratch directory that does not exist is 73`() throws {
        let output = try RealmctlProcess.run(["schema-version", "-", "--tmpdir", place.path + "/none"])
        #expect(output.code == 73)
    }
}
