import Foundation
import RealmStore

/// A file of Tests/Fixtures: a real Realm file written by Realm Core, with its content as JSON beside it.
///
/// Large ones are compressed with zstd; encrypted ones (`.enc`) have the key 00 01 02 ... 3f.
public struct Fixture: Sendable, CustomStringConvertible {
    public let name: String
    private let file: URL

    /// The directory of the fixtures.
    public static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")

    /// The key of every encrypted fixture.
    public static let key = Data(0..<64)

    /// All fixtures, by name.
    public static let all: [Fixture] = fixtures(in: directory)

    /// The fixture of that name; traps if there is none.
    public static func named(_ name: String) -> Fixture {
        guard let fixture = all.first(where: { $0.name == name }) else { fatalError("no fixture \(name)") }
        return fixture
    }

    /// The content of a file beside the fixtures that is kept compressed.
    public static func document(_ name: String) throws -> Data {
        try content(of: directory.appendingPathComponent(name).appendingPathExtension("zst"))
    }

    /// The fixtures in `directory`, by name.
    public static func fixtures(in directory: URL) -> [Fixture] {
        let files = (try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
        return files.compactMap { file in
            let name = file.lastPathComponent.replacing(".zst", with: "")
            guard name.hasSuffix(".realm") else { return nil }
            return Fixture(name: String(name.dropLast(6)), file: file)
        }.sorted { $0.name < $1.name }
    }

    public var description: String { name }

    public var isEncrypted: Bool { name.hasSuffix(".enc") }

    /// The key of this fixture; nil for a plain one.
    public var key: Data? { isEncrypted ? Fixture.key : nil }

    /// The bytes of the Realm file.
    public func bytes() throws -> Data { try Fixture.content(of: file) }

    /// The content of the file, as JSON ("realm-dump-1").
    public func dump() throws -> Data {
        let plain = file.deletingLastPathComponent().appendingPathComponent("\(name).dump.json")
        let packed = plain.appendingPathExtension("zst")
        return try Fixture.content(of: FileManager.default.fileExists(atPath: plain.path) ? plain : packed)
    }

    /// The dump as Foundation's objects.
    ///
    /// Foundation drops a byte order mark at the start of a string, so marks are escaped first.
    public func dumpObject() throws -> [String: Any] {
        var text = try dump()
        let mark = Data([0xEF, 0xBB, 0xBF])
        while let range = text.range(of: mark) { text.replaceSubrange(range, with: Data("\\ufeff".utf8)) }
        return try JSONSerialization.jsonObject(with: text) as? [String: Any] ?? [:]
    }

    private static func content(of file: URL) throws -> Data {
        let data = try Data(contentsOf: file)
        return file.pathExtension == "zst" ? try Zstandard.decompress(data) : data
    }

    /// Writes the file as `name.realm` into `directory` and returns its URL.
    public func copy(into directory: TemporaryDirectory) throws -> URL {
        let url = directory.url.appendingPathComponent("\(name).realm")
        try bytes().write(to: url)
        return url
    }

    /// Opens the file for reading, from a copy in `directory`, or in one that goes at once: the file is mapped by then.
    public func open(in directory: TemporaryDirectory? = nil) throws -> Realm {
        let directory = try directory ?? TemporaryDirectory()
        return try withExtendedLifetime(directory) {
            try Realm(configuration: .init(fileURL: copy(into: directory), encryptionKey: key, readOnly: true))
        }
    }
}
