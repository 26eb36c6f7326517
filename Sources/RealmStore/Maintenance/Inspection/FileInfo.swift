import Foundation

extension Realm {
    /// Facts about a file: its size, format, users, space usage and content. Additional to the SDK.
    ///
    /// All values refer to one version of the file, the newest when it was opened.
    public struct FileInfo: Codable, Sendable, Equatable {
        /// The path of the file.
        public let path: String
        /// Size on disk, in bytes.
        public let bytes: Int
        /// The file format version; 0 for a file without commits.
        public let fileFormat: Int
        /// True if the file is encrypted.
        public let encrypted: Bool
        /// The fingerprint of the key (see `Realm.keyFingerprint(_:)`); nil for a plain file.
        public let keyFingerprint: String?
        /// The schema version; nil for a file without one.
        public let schemaVersion: UInt64?
        /// The kind of history the file keeps.
        public let history: History
        /// True if the file was written in one go, as a copy, and not opened for writing since.
        public let streamingForm: Bool
        /// Number of the version; 1 for a file without commits.
        public let commitVersion: UInt64
        /// `bytes` without `freeBytes`.
        public let usedBytes: Int
        /// Bytes of the free list, and those after the version's logical end. The cipher's own pages count as used;
        /// unwritten pages of an encrypted file lie after the end and are free.
        public let freeBytes: Int
        /// `freeBytes / bytes`.
        public let freeRatio: Double
        /// Number of free blocks.
        public let freeBlocks: Int
        /// Bytes of the largest free block; 0 without any.
        public let largestFreeBlock: Int
        /// Number of versions from the oldest in use to the newest, both included, as counted by the SDK; nil if
        /// another engine has the file open, or it is open without a lock file in another process.
        public let activeVersions: Int?
        /// The versions in use by sessions, the oldest first, excluding the caller.
        public let versionsInUse: [VersionsInUse]
        /// What keeps those who have the file open from working as they should, and cannot be mended from here.
        public let obstacles: [Obstacle]
        /// The classes, ascending by name.
        public let classes: [ClassInfo]
        /// Other processes that have the file open, ascending.
        public let openBy: [Int32]
        /// Paths of its companion files that existed before the file was opened.
        public let companions: [String]

        /// The versions that one session of a process uses: a Realm that is not refreshed, something frozen; or those
        /// that apps on Realm Core use, all of them together.
        public struct VersionsInUse: Codable, Sendable, Equatable {
            /// The process id; nil for apps on Realm Core, which do not say who uses a version. A process on Realm Core
            /// that was killed uses its versions until all others have closed the file, too.
            public let process: Int32?
            /// The oldest version that it uses.
            public let oldest: UInt64
            /// The newest version that it uses.
            public let newest: UInt64
            /// The time since which it uses the oldest one; to the second. Nil if it is not known.
            public let since: Date?
            /// Free bytes that cannot be reused because this process may read them; others may read some of them, too,
            /// and a process can itself reuse bytes freed between two versions that it uses.
            public let heldBytes: Int
        }

        /// A process that stands in the way of all others, or what killed ones have left.
        public struct Obstacle: Codable, Sendable, Equatable {
            /// The kinds of obstacles.
            public enum Kind: String, Codable, Sendable {
                /// The process was stopped while all others need what it holds.
                case stopped
                /// The process, an app on Realm Core, writes and never ends: it waits for one that was killed.
                case hanging
                /// Apps on Realm Core were killed. What they had in use stays in use until nobody has the file open.
                case killed
            }

            /// Its kind.
            public let kind: Kind
            /// The process; nil for killed ones.
            public let process: Int32?
            /// The number of processes.
            public let count: Int
            /// What to do, in a sentence without a full stop.
            public let remedy: String

            init(_ obstacle: SessionObstacle) {
                (kind, process, count) =
                    switch obstacle {
                    case .stopped(let process): (.stopped, process, 1)
                    case .hanging(let process): (.hanging, process, 1)
                    case .killed(let count): (.killed, nil, count)
                    }
                remedy = obstacle.remedy
            }
        }

        /// The kinds of history a file can keep.
        public enum History: String, Codable, Sendable {
            /// None: the file was not written by an SDK, or only for reading.
            case none
            /// The history of local commits.
            case local
            /// The history of a synchronised app.
            case syncClient
            /// The history of a synchronisation server, or one kept outside of the file.
            case other
        }
    }

    /// The content of one class. Additional to the SDK.
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
        /// The names of the string properties whose distinct texts are stored once (see
        /// `FileWriteOptions.enumeratesStrings`).
        public let enumerated: [String]
        /// Bytes of all nodes of the class: description, values, indexes, backlinks. Nil unless requested.
        public let bytes: Int?
    }
}
