import Foundation
import Glibc
import RealmStore
import TestSupport
import Testing

@testable import realmctl

/// Every kind of bad input ends with the documented exit code and error code.
@Suite struct ExitStatusTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func expect(
        _ path: String, _ code: Int32, _ name: String, options: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for command in ["info", "schema-version"] {
            let output = try RealmctlProcess.run([command, "--json", path] + options)
            #expect(output.code == code, "\(command): \(output.err)", sourceLocation: sourceLocation)
            let error = try output.error()
            #expect(error["code"] as? String == name, "\(command)", sourceLocation: sourceLocation)
            #expect(error["path"] as? String == path, "\(command)", sourceLocation: sourceLocation)
            #expect(!output.err.isEmpty, "\(command) says nothing to people", sourceLocation: sourceLocation)
        }
    }

    @Test func `a missing file is 66, and is not made`() throws {
        try expect(place.path + "/missing.realm", 66, "noInput")
        #expect(try place.names().isEmpty)
    }

    @Test func `a directory is 74`() throws { try expect(place.path, 74, "notAFile") }

    @Test func `a device is 74`() throws { try expect("/dev/null", 74, "notAFile") }

    @Test(arguments: [0, 1, 23, 24, 4095, 4096])
    func `a file that is too short or has no mark is 65`(count: Int) throws {
        try expect(place.file("x.realm", Data(repeating: 0x20, count: count)), 65, "notRealm")
    }

    @Test func `a text file is 65`() throws {
        try expect(place.file("x.realm", Data("name,age\nRex,3\n".utf8)), 65, "notRealm")
    }

    @Test(arguments: [(4096, "notRealm"), (8192, "notRealmOrEncrypted")])
    func `an SQLite file is 65`(size: Int, code: String) throws {
        let header = Data("SQLite format 3\0".utf8)
        try expect(place.file("x.realm", header + Data(count: size - header.count)), 65, code)
    }

    @Test(arguments: [9, 12, 19, 25, 255] as [UInt8])
    func `a format that cannot be read is 65, with its number`(format: UInt8) throws {
        let path = try place.patched("versioned_7", [20: format, 21: format])
        try expect(path, 65, "unsupportedFormat")
        let error = try RealmctlProcess.run(["schema-version", "--json", path]).error()
        #expect((error["detail"] as? [String: Any])?["fileFormat"] as? Int == Int(format))
    }

    @Test func `a truncated file is 65`() throws {
        try expect(place.file("x.realm", Fixture.named("migrate_v1").bytes().prefix(20_000)), 65, "damaged")
    }

    @Test func `a damaged page of an encrypted file is named`() throws {
        var bytes = try Fixture.named("types_all.enc").bytes()
        for offset in 4096..<8192 { bytes[offset] ^= 0x55 }
        let path = try place.file("x.realm", bytes)
        let key = try place.secret("key", KeyForms.raw)
        try expect(path, 65, "damaged", options: ["--key-file", key])
        let error = try RealmctlProcess.run(["schema-version", "--json", path, "--key-file", key]).error()
        #expect((error["detail"] as? [String: Any])?["pages"] as? [Int] == [0])
    }

    @Test(.enabled(if: OtherUser.canRun, "needs root and setpriv(1), and a build other users can run"))
    func `a file that may not be read is 77`() throws {
        let path = try place.fixture("versioned_7")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let output = try OtherUser.run(["schema-version", path])
        #expect(output.code == 77, "\(output.err)")
    }

    @Test func `an app on Realm Core that holds a file is called that, with what can be done`() throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        let path = try ingredients.plain()
        try ingredients.hold(path, content: Data([1, 40, 48, 0, 24, 2, 13, 0]) + Data(count: 16))
        let output = try RealmctlProcess.run(["compact", path])
        #expect(output.code == 75 && output.err.contains("in use by an app on Realm Core"), "\(output.err)")
        #expect(output.err.contains("hint: Close that program"), "\(output.err)")
    }

    @Test func `a file that another process holds is 75, with its number`() throws {
        let path = try place.fixture("versioned_7")
        let lock = try FileHandle(forUpdating: URL(fileURLWithPath: place.file("versioned_7.realm.lock", Data())))
        #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
        let output = try RealmctlProcess.run(["schema-version", "--json", path])
        #expect(output.code == 75)
        let error = try output.error()
        #expect(error["code"] as? String == "inUse")
        #expect((error["detail"] as? [String: Any])?["pids"] as? [Int32] == [getpid()])
        try lock.close()
    }

    @Test func `a held file can be read with --immutable`() throws {
        let path = try place.fixture("versioned_7")
        let lock = try FileHandle(forUpdating: URL(fileURLWithPath: place.file("versioned_7.realm.lock", Data())))
        #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
        #expect(try RealmctlProcess.run(["schema-version", path, "--immutable"]).out == "7\n")
        try lock.close()
    }

    @Test func `a file that was replaced while it was read is 75`() throws {
        let path = try place.fixture("versioned_7")
        var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: path))
        configuration.schemaMode = .discovered
        configuration.lockMode = .immutable
        let opened = OpenedRealm(realm: try Realm(configuration: configuration), input: InputFile(path))
        try Fixture.named("versioned_1").bytes().write(to: URL(fileURLWithPath: path), options: .atomic)
        let failure = #expect(throws: (any Error).self) { try opened.finish() }
        #expect(failure.map { Failure($0).status } == .busy)
        #expect(failure.map { Failure($0).code } == "changedWhileReading")
    }

    @Test func `a full disk is 74`() throws {
        let output = try RealmctlProcess.shell(#""$REALMCTL" help >/dev/full"#)
        #expect(output.code == 74)
    }

    @Test func `a reader that has gone is 74, without a message`() throws {
        let output = try RealmctlProcess.shell(#"{ sleep 0.3; "$REALMCTL" help; echo "code $?" >&2; } | true"#)
        #expect(output.err == "code 74\n")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal removes scratch files and ends with 128 and its number`(number: Int32) throws {
        let process = RealmctlProcess.process(["schema-version", "-", "--tmpdir", place.path])
        let input = Pipe()
        process.standardInput = input
        try process.run()
        let deadline = Date().addingTimeInterval(20)
        while try place.names().isEmpty, Date() < deadline { usleep(10_000) }
        #expect(try place.names().count == 1)
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 128 + number)
        #expect(try place.names().isEmpty)
        try input.fileHandleForWriting.close()
    }
}
