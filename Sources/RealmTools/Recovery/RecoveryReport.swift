import RealmStore

/// The content of a damaged file that `Realm.recover` has saved, and the lost content.
public struct RecoveryReport: Codable, Sendable, Equatable {
    /// The source of the recovered file's content.
    public enum Source: String, Codable, Sendable {
        /// The version that the file's header names, which is intact: any damage is elsewhere.
        case current
        /// The version before it, which the header also names.
        case previous
        /// A version that was found in the file.
        case scan
        /// The readable classes, objects and values.
        case salvage
    }

    /// One class.
    public struct Class: Codable, Sendable, Equatable {
        /// The name; `Recovered` and a number for a class whose name cannot be read.
        public let name: String
        /// The number of objects according to the file; if it does not tell, those with any trace.
        public let expected: Int
        /// Objects in the recovered file.
        public let recovered: Int
        /// Objects expected but not recovered.
        public var lost: Int { max(0, expected - recovered) }
        /// False if the file no longer tells which objects there were: found ones may have been deleted before, and
        /// others may be missing.
        public let isCounted: Bool
        /// False if the description of the class is damaged: it may lack its primary key, properties, and links.
        public let isDescribed: Bool
    }

    /// The source of the content.
    public let source: Source
    /// The number of the version; nil if the file no longer tells.
    public let commitVersion: UInt64?
    /// Every class, by name.
    public let classes: [Class]
    /// Links to lost objects; they are now null, or left out of lists and sets.
    public let brokenLinks: Int
    /// Values, elements and collections lost in recovered objects; they are null, zero, empty, or left out.
    public let lostValues: Int
    /// Entries passed to the lost and found.
    public let lostAndFound: Int
    /// Pages of an encrypted file that do not match their checksums, numbered from 0.
    public let skippedPages: [Int]
    /// Size of the recovered file in bytes.
    public let bytes: Int
    /// The result of the full verification of the source version; nil if it is intact. The recovered values may differ
    /// from the original ones, even if none is missing.
    public let doubt: String?
    /// True if the newest version of the file is intact, and the recovered file has all of its content.
    public let isComplete: Bool
}

extension Realm {
    /// The strategy for getting the content of a damaged file.
    public enum RecoveryStrategy: String, Codable, Sendable, CaseIterable {
        /// The newest version if it is intact; else salvage if that loses nothing; else an older intact version with at
        /// least as many objects as salvage saves; else salvage.
        case auto
        /// The version before the newest one, if it is intact.
        case previous
        /// The newest of the other intact versions in the file.
        case scan
        /// Class by class, cluster by cluster, leaving out what cannot be decoded.
        case salvage
    }
}
