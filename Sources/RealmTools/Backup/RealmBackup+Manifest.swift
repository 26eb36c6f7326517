import Foundation
import RealmStore

extension RealmBackup {
    /// The description in a backup archive: its first member, `manifest.json`. Source: backup archive.
    public struct Manifest: Codable, Sendable, Equatable {
        /// Always `realmctl-backup`.
        public let format: String
        /// The version of this document and of the archive: 1.
        public let formatVersion: Int
        /// The program that created the archive, and its version: `realmctl 0.7.0`.
        public let tool: String
        /// The time at which the archive was created, in whole seconds.
        public let created: Date
        /// The origin of the file; nil if it was not to be named.
        public let origin: Origin?
        /// The archived file.
        public let realm: Contents
        /// The compression of the archive.
        public let compression: Compression
    }

    /// The origin of an archived file.
    public struct Origin: Codable, Sendable, Equatable {
        /// The name of the machine.
        public let host: String
        /// The path of the file there, with symbolic links of the directory resolved.
        public let path: String
    }

    /// The archived file.
    public struct Contents: Codable, Sendable, Equatable {
        /// Its name, which is the name of the archive's second member, too.
        public let member: String
        /// Its size.
        public let bytes: Int
        /// The SHA-256 digest of its bytes, in hexadecimal digits.
        public let sha256: String
        /// The file format version.
        public let fileFormat: Int
        /// The schema version; nil for a file without one.
        public let schemaVersion: UInt64?
        /// True if the file is encrypted.
        public let encrypted: Bool
        /// The fingerprint of its key (see `Realm.keyFingerprint(_:)`); nil for a plain file.
        public let keyFingerprint: String?
        /// The kind of history the file keeps.
        public let history: Realm.FileInfo.History
        /// Number of the version of the original that was archived.
        public let commitVersion: UInt64
        /// The classes, ascending by name.
        public let classes: [ClassCount]
    }

    /// A class of an archived file.
    public struct ClassCount: Codable, Sendable, Equatable {
        /// The name of the class.
        public let name: String
        /// Number of objects.
        public let objects: Int
    }

    /// The compression of an archive.
    public struct Compression: Codable, Sendable, Equatable {
        /// The level, 1 to 22.
        public let level: Int
        /// No frame needs a larger window; a binary logarithm.
        public let windowLog: Int
    }
}

extension RealmBackup.Manifest {
    static let format = "realmctl-backup"
    static let formatVersion = 1
    /// The maximum size of a manifest: room for 100,000 classes.
    static let largestByteCount = 16 << 20

    /// Reads the document; unknown keys are ignored.
    init(json: [UInt8]) throws(ArchiveError) {
        struct Beginning: Decodable {
            let format: String
            let formatVersion: Int
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            let beginning = try decoder.decode(Beginning.self, from: Data(json))
            guard beginning.format == RealmBackup.Manifest.format else {
                throw ArchiveError.structure("the manifest has the format '\(beginning.format)'")
            }
            guard beginning.formatVersion == RealmBackup.Manifest.formatVersion else {
                throw ArchiveError.structure(
                    "it has the format version \(beginning.formatVersion), which this program does not know; "
                        + "use a newer one")
            }
            self = try decoder.decode(RealmBackup.Manifest.self, from: Data(json))
        } catch let error as ArchiveError {
            throw error
        } catch {
            throw .structure("the manifest is damaged: \(RealmBackup.Manifest.reason(error))")
        }
        guard realm.bytes >= 0, RealmBackup.Manifest.isFileName(realm.member) else {
            throw .structure("the manifest names no file: '\(realm.member)', \(realm.bytes) bytes")
        }
    }

    /// True for a name under which a Realm can be restored in any directory: not a path, not hidden, not a lock file,
    /// and without characters that control a terminal.
    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && name != BackupArchive.manifestName && !name.hasPrefix(".") && !name.hasSuffix(".lock")
            && !name.unicodeScalars.contains { $0 == "/" || isControl($0) }
    }

    /// The name of an archive's Realm, for a Realm of any name.
    static func member(for name: String) -> String {
        let scalars = name.unicodeScalars.map { isControl($0) ? "_" : $0 }.drop { $0 == "." }
        let member = String(String.UnicodeScalarView(scalars))
        return isFileName(member) ? member : (member.isEmpty ? "unnamed" : member) + ".realm"
    }

    /// Invisible characters that change the display: control characters, and those for the direction of text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return error.localizedDescription }
        switch error {
        case .keyNotFound(let key, _): return "'\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it is no JSON object" : "'\(path)' has a value of the wrong kind"
        @unknown default: return error.localizedDescription
        }
    }

    /// The document: one line of JSON, its keys in a fixed order.
    public var json: String {
        ManifestText.object([
            ("format", .text(format)), ("formatVersion", .number(formatVersion)), ("tool", .text(tool)),
            ("created", .text(created.formatted(.iso8601))), ("origin", origin?.text ?? .null), ("realm", realm.text),
            ("compression", compression.text),
        ]).json
    }
}

/// A JSON value whose objects keep their order.
private enum ManifestText {
    case null
    case flag(Bool)
    case number(any BinaryInteger & Sendable)
    case text(String)
    case array([ManifestText])
    case object([(String, ManifestText)])

    var json: String {
        switch self {
        case .null: return "null"
        case .flag(let flag): return "\(flag)"
        case .number(let number): return "\(number)"
        case .text(let text):
            var buffer = TextBuffer()
            _ = buffer.json(Array(text.utf8))
            return String(decoding: buffer.bytes, as: UTF8.self)
        case .array(let values): return "[" + values.map(\.json).joined(separator: ", ") + "]"
        case .object(let members):
            let texts = members.map { "\(ManifestText.text($0.0).json): \($0.1.json)" }
            return "{" + texts.joined(separator: ", ") + "}"
        }
    }

    static func optional(_ text: String?) -> ManifestText { text.map(ManifestText.text) ?? .null }
}

extension RealmBackup.Origin {
    fileprivate var text: ManifestText { .object([("host", .text(host)), ("path", .text(path))]) }
}

extension RealmBackup.Contents {
    fileprivate var text: ManifestText {
        .object([
            ("member", .text(member)), ("bytes", .number(bytes)), ("sha256", .text(sha256)),
            ("fileFormat", .number(fileFormat)), ("schemaVersion", schemaVersion.map { .number($0) } ?? .null),
            ("encrypted", .flag(encrypted)), ("keyFingerprint", .optional(keyFingerprint)),
            ("history", .text(history.rawValue)), ("commitVersion", .number(commitVersion)),
            ("classes", .array(classes.map { .object([("name", .text($0.name)), ("objects", .number($0.objects))]) })),
        ])
    }
}

extension RealmBackup.Compression {
    fileprivate var text: ManifestText {
        .object([("level", .number(level)), ("windowLog", .number(windowLog))])
    }
}
