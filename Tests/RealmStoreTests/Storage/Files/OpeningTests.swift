import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// The errors of opening with wrong files and keys. None of them may end the process or be written to.
@Suite("Opening") struct OpeningTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The error of opening `file`; nil if it opens.
    private func failure(_ file: URL, key: Data? = nil) -> RLMError? {
        var configuration = Realm.Configuration(fileURL: file, encryptionKey: key, readOnly: true)
        configuration.schemaMode = .discovered
        do {
            _ = try Realm(configuration: configuration)
            return nil
        } catch {
            return error as? RLMError
        }
    }

    /// The error of opening a file with that content, which must not change by it.
    private func failure(ofContent content: Data, key: Data? = nil) throws -> RLMError? {
        let file = try directory.file("app.realm", content)
        let error = failure(file, key: key)
        #expect(try Data(contentsOf: file) == content)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["app.realm"])
        return error
    }

    @Test func `a missing file is not found and not made`() {
        let file = directory.url.appendingPathComponent("none.realm")
        #expect(failure(file)?.code == .fileNotFound)
        #expect(failure(file)?.fileURL?.path == file.path)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a missing directory is not found`() {
        #expect(failure(directory.url.appendingPathComponent("no/none.realm"))?.code == .fileNotFound)
    }

    @Test func `a directory is not a file`() {
        #expect(failure(directory.url)?.code == .fileOperationFailed)
    }

    @Test func `a parent that is a file is an error of the operating system`() throws {
        let file = try directory.file("plain", Data("x".utf8))
        #expect(failure(file.appendingPathComponent("app.realm"))?.code == .fileOperationFailed)
    }

    @Test func `a device is not a file`() {
        #expect(failure(URL(fileURLWithPath: "/dev/zero"))?.code == .fileOperationFailed)
    }

    @Test func `a file that cannot be read is an error of access`() {
        // The memory of this process, in which nothing is mapped at the first addresses.
        let error = failure(URL(fileURLWithPath: "/proc/self/mem"))
        #expect(error?.code == .fileAccess)
        #expect(error?.localizedDescription.contains("'/proc/self/mem' cannot be used: pread failed") == true)
    }

    @Test(arguments: [
        ("zero bytes", Data()), ("one byte", Data([0x54])), ("23 bytes", Data(count: 23)),
        ("text", Data("This is not a Realm file, it is text.\n".utf8)),
        ("SQLite", Data("SQLite format 3\0".utf8) + Data(count: 8176)),
    ])
    func `a file that is not a Realm is reported as such`(_ name: String, _ content: Data) throws {
        let error = try #require(try failure(ofContent: content))
        #expect(error.code == .invalidDatabase)
        #expect(error.reason == (name == "SQLite" ? .notARealmOrEncrypted : .notARealm))
        #expect(error.localizedDescription.contains("app.realm"))
    }

    @Test func `a small file cut at any length is refused or read, never crashed on`() throws {
        let whole = try Fixture.named("streaming").bytes()
        for length in stride(from: 0, to: whole.count, by: 8) {
            #expect(try failure(ofContent: whole.prefix(length))?.code == .invalidDatabase, "cut to \(length)")
        }
    }

    @Test(arguments: ["versioned_7", "ints", "mixed_nested"])
    func `a file cut at any page is refused`(_ name: String) throws {
        let whole = try Fixture.named(name).bytes()
        for length in stride(from: 0, to: whole.count, by: 4096) {
            #expect(try failure(ofContent: whole.prefix(length))?.code == .invalidDatabase, "cut to \(length)")
        }
    }

    @Test func `a size that is not a multiple of eight is damage`() throws {
        let error = try failure(ofContent: Fixture.named("ints").bytes() + Data([1, 2, 3]))
        #expect(error?.reason == .damagedFile)
    }

    @Test func `a wrong key is told from damage`() throws {
        let content = try Fixture.named("types_all.enc").bytes()
        let error = try failure(ofContent: content, key: Data(repeating: 7, count: 64))
        #expect(error?.code == .invalidDatabase)
        #expect(error?.reason == .wrongEncryptionKey)
    }

    @Test func `damage of the first page is told from a wrong key`() throws {
        var content = try Fixture.named("types_all.enc").bytes()
        content[4096 + 100] ^= 1
        #expect(try failure(ofContent: content, key: Fixture.key)?.reason == .damagedFile)
    }

    @Test func `a key for a plain file is refused`() throws {
        let error = try failure(ofContent: Fixture.named("ints").bytes(), key: Fixture.key)
        #expect(error?.code == .invalidDatabase)
        #expect(error?.reason == .notEncrypted)
    }

    @Test func `an encrypted file without key asks for it`() throws {
        let error = try failure(ofContent: Fixture.named("contacts_1k.enc").bytes())
        #expect(error?.code == .invalidDatabase)
        #expect(error?.reason == .encryptionKeyRequired)
    }

    @Test(arguments: [0, 32, 63, 65]) func `a key of another length is invalid input`(_ count: Int) throws {
        let error = try failure(ofContent: Fixture.named("types_all.enc").bytes(), key: Data(count: count))
        #expect(error?.code == .invalidInput)
        #expect(error?.localizedDescription.contains("\(count)") == true)
    }

    @Test(arguments: [1, 9, 12, 19, 25, 255]) func `an unknown format is named`(_ format: Int) throws {
        let error = try failure(ofContent: headed(format: UInt8(format)))
        #expect(error?.code == .unsupportedFileFormatVersion)
        #expect(error?.fileFormatVersion == format)
        #expect(error?.localizedDescription.contains("\(format)") == true)
    }

    @Test(arguments: [10, 11, 20, 21, 22, 23]) func `an older format is read`(_ format: Int) throws {
        let file = try directory.file("app.realm", headed(format: UInt8(format)))
        let realm = try Realm(configuration: .init(fileURL: file, readOnly: true))
        #expect(realm.dynamicObjects("Item").count == 3)
    }

    /// A small file with another format in the header slot that counts.
    private func headed(format: UInt8) throws -> Data {
        var content = try Fixture.named("versioned_7").bytes()
        content[20 + Int(content[23] & 1)] = format
        return content
    }

    @Test func `a file that may not be read is refused by the operating system`() throws {
        let file = try Fixture.named("ints").copy(into: directory)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
        if FileManager.default.isReadableFile(atPath: file.path) {
            print("skipped: this user may read every file")
            return
        }
        #expect(failure(file)?.code == .filePermissionDenied)
    }

    @Test func `a file replaced while open is read on, and the change is told`() throws {
        let file = try Fixture.named("versioned_1").copy(into: directory)
        let realm = try Realm(configuration: .init(fileURL: file, readOnly: true))
        let other = try directory.file("other", Fixture.named("versioned_7").bytes())
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: other, to: file)
        #expect(realm.schemaVersion == 1)
        #expect(realm.dynamicObjects("Item").map { $0.description }.count == 3)
        #expect(throws: RLMError(.changedWhileReading)) { try realm.checkUnchanged() }
    }

    @Test func `the schema version of a file is read without making anything`() throws {
        let file = try Fixture.named("versioned_max").copy(into: directory)
        #expect(try schemaVersionAtURL(file) == UInt64.max - 1)
        let missing = directory.url.appendingPathComponent("none.realm")
        #expect(throws: RLMError(.invalidDatabase)) { try schemaVersionAtURL(missing) }
        let lost = directory.url.appendingPathComponent("no/none.realm")
        #expect(throws: RLMError(.fileNotFound)) { try schemaVersionAtURL(lost) }
        let bare = try Fixture.named("no_history").copy(into: directory)
        #expect(throws: RLMError(.invalidDatabase)) { try schemaVersionAtURL(bare) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).count == 2)
    }
}
