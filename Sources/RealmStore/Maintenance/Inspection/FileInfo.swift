import Foundation

extension Realm {
    /// What a file is: its size and format, whose it is, how full it is, what it holds. Additional to the SDK.
    ///
    /// All of it is about one version of the file, the newest when it was opened.
    public struct FileInfo: Codable, Sendable, Equatable {
        /// The path of the file.
        public let path: String
        /// Size on disk, in bytes.
        public let bytes: Int
        /// The file format version; 0 for a file to which nothing was ever committed.
        public let fileFormat: Int
        /// True if the file is encrypted.
        public let encrypted: Bool
        /// The fingerprint of the key (see `Realm.keyFingerprint(_:)`); nil for a plain file.
        public let keyFingerprint: String?
        /// The schema version; nil for a file without one.
        public let schemaVersion: UInt64?
        /// What history the file keeps.
        public let history: History
        /// True if the file was written in one go, as a copy, and not opened for writing since.
        public let streamingForm: Bool
        /// Number of the version; 1 for a file to which nothing was ever committed.
        public let commitVersion: UInt64
        /// `bytes` without `freeBytes`.
        public let usedBytes: Int
        /// Bytes of the free list, and those behind the version's logical end. The pages that the cipher needs for
        /// itself count as used; unwritten pages of an encrypted file lie behind the end and are free.
        public let freeBytes: Int
        /// `freeBytes / bytes`.
        public let freeRatio: Double
        /// Number of free blocks.
        public let freeBlocks: Int
        /// Bytes of the largest free block; 0 without any.
        public let largestFreeBlock: Int
        /// Number of versions from the oldest that anybody uses to the newest, both included, as the SDK counts them;
        /// nil where another engine has the file open, or it is open without a lock file in another process.
        public let activeVersions: Int?
        /// Who uses which versions, the oldest first, without the one that asks.
        public let versionsInUse: [VersionsInUse]
        /// The classes, ascending by name.
        public let classes: [ClassInfo]
        /// Other processes that have the file open, ascending.
        public let openBy: [Int32]
        /// Paths of the files beside it that go with it, as far as they existed before the file was opened.
        public let companions: [String]

        /// The versions that one session of a process uses: a Realm that is not refreshed, something frozen.
        public struct VersionsInUse: Codable, Sendable, Equatable {
            /// The number of the process.
            public let process: Int32
            /// The oldest version that it uses.
            public let oldest: UInt64
            /// The newest version that it uses.
            public let newest: UInt64
            /// Since when it uses the oldest one; to the second.
            public let since: Date
            /// Bytes that are free but cannot be used again because this process may read them; some of them others
            /// may read, too, and what lies between two versions that one process uses it may use again itself.
            public let heldBytes: Int
        }

        /// The kinds of history a file can keep.
        public enum History: String, Codable, Sendable {
            /// None: the file was written by no SDK, or only for reading.
            case none
            /// Of local commits.
            case local
            /// Of a synchronised app.
            case syncClient
            /// Of a synchronisation server, or kept outside of the file.
            case other
        }
    }

    /// What one class holds. Additional to the SDK.
    public struct ClassInfo: Codable, Sendable, Equatable {
        /// The name of the class.
        public let name: String
        /// Number of objects.
        public let objects: Int
        /// Number of properties.
        public let properties: Int
        /// The name of the primary key; nil without one.
        public let primaryKey: String?
        /// True for a class whose objects are owned by one other object each.
        public let embedded: Bool
        /// The names of the string properties of which each distinct text is stored once (see
        /// `FileWriteOptions.enumeratesStrings`).
        public let enumerated: [String]
        /// Bytes of all nodes of the class: description, values, indexes, links back. Nil unless asked for.
        public let bytes: Int?
    }
}
