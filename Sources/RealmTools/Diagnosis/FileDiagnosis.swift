import Foundation
import RealmStore

/// What is known of a file that may not open: what it is, and each thing that opening depends on. See
/// `Realm.diagnose(at:encryptionKey:level:maxProblems:lockTimeout:scratchDirectory:progress:)`.
public struct FileDiagnosis: Sendable {
    /// The path.
    public let path: String
    /// What the file is, as far as its first bytes and its size tell.
    public let kind: Kind
    /// Size on disk in bytes; nil unless it is a file.
    public let bytes: Int?
    /// The error of opening the file for reading; nil if it opens.
    public let openingError: Realm.Error?
    /// Whether the file needs a key, and has the right one.
    public let key: KeyState
    /// Facts about the file; nil if it does not open.
    public let info: Realm.FileInfo?
    /// The schema of the file; nil if it does not open.
    public let schema: Schema?
    /// The damage; nil if it was not looked for, as in a file that is not a Realm or does not match the key.
    public let verification: VerificationReport?
    /// What could be saved; nil unless damage was found.
    public let salvage: SalvageEstimate?
    /// The other processes that have the file open.
    public let holders: [Realm.FileHolder]
    /// What this process may do with the file.
    public let access: Access
    /// Free bytes of the file system for this user; nil if unknown.
    public let availableBytes: Int?
    /// The version of the file format according to the header; nil if there is none that can be read.
    public let fileFormat: Int?

    /// True if the file can be opened for reading.
    public var opens: Bool { openingError == nil }

    /// What a file is.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Nothing has that name.
        case missing
        /// A symbolic link that leads nowhere.
        case danglingLink
        /// A directory.
        case directory
        /// A device, a pipe or a socket.
        case special
        /// A file that may not be read.
        case unreadable
        /// A file without a byte.
        case empty
        /// A file of zeros, such as a power failure or an interrupted copy leaves.
        case zeros
        /// A plain Realm file.
        case realm
        /// A Realm file that is encrypted, or what looks like one as long as its key is not known.
        case encryptedRealm
        /// The lock file beside a Realm.
        case lockFile
        /// A backup archive of this library.
        case backupArchive
        /// A file compressed with zstd.
        case zstd
        /// A file compressed with gzip.
        case gzip
        /// A zip archive.
        case zip
        /// A tar archive.
        case tar
        /// A SQLite database.
        case sqlite
        /// A pointer of Git LFS, in place of the file.
        case gitPointer
        /// A page of HTML, such as a failed download leaves.
        case html
        /// JSON.
        case json
        /// Other text.
        case text
        /// None of these.
        case unknown
    }

    /// The state of a file's key.
    public enum KeyState: String, Codable, Sendable {
        /// The file is not encrypted.
        case notEncrypted
        /// The file is not encrypted, and the given key was ignored.
        case ignored
        /// The given key is right.
        case right
        /// The given key is wrong.
        case wrong
        /// The file is encrypted, and no key was given.
        case missing
        /// The file is not a Realm.
        case notApplicable
    }

    /// What this process may do with a file.
    public struct Access: Codable, Sendable, Equatable {
        /// Whether the file may be read.
        public let mayRead: Bool
        /// Whether the file may be written.
        public let mayWrite: Bool
        /// Whether files may be made in its directory, as opening for writing needs.
        public let mayMakeFiles: Bool
        /// Whether a lock file is there that may not be written, so that apps cannot open the file.
        public let isLockFileDenied: Bool
        /// The permission bits in octal, as in `0644`; nil if there is no file.
        public let mode: String?
        /// The number of hard links; nil if there is no file.
        public let names: Int?
    }
}
