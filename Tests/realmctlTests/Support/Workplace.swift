import Foundation
import RealmStore
import TestSupport

/// A directory with copies of fixtures and key files for one test.
struct Workplace {
    let directory: TemporaryDirectory

    /// - Parameter parent: the parent of the directory; nil for the system's directory of temporary files.
    init(in parent: String? = nil) throws {
        directory = try TemporaryDirectory(in: parent.map { URL(fileURLWithPath: $0) })
    }

    var path: String { directory.url.path }

    /// A copy of a fixture; returns its path.
    func fixture(_ name: String) throws -> String { try Fixture.named(name).copy(into: directory).path }

    /// A file with that content; returns its path.
    func file(_ name: String, _ content: Data) throws -> String { try directory.file(name, content).path }

    /// A file that only its owner can read; returns its path.
    func secret(_ name: String, _ content: Data) throws -> String {
        let path = try file(name, content)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    /// A copy of a fixture with some bytes changed; returns its path.
    func patched(_ fixture: String, _ changes: [Int: UInt8]) throws -> String {
        var bytes = try Fixture.named(fixture).bytes()
        for (offset, byte) in changes { bytes[offset] = byte }
        return try file("patched.realm", bytes)
    }

    /// Names of everything in the directory, ascending.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// The forms of the fixtures' key.
enum KeyForms {
    static let raw = Fixture.key
    static let hex = Data(Fixture.key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8)
    static let base64 = Data(Fixture.key.base64EncodedString().utf8)
    /// A key different from that of the fixtures.
    static let wrong = Data((0..<64).map { 255 - $0 })
    /// In the form printed by Realm tools.
    static let fingerprint = Realm.keyFingerprint(Fixture.key)
}
