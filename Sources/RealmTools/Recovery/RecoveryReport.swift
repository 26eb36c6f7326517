import RealmStore

/// What `Realm.recover` has saved of a damaged file, and what it has not.
public struct RecoveryReport: Codable, Sendable, Equatable {
    /// Where the content of the recovered file comes from.
    public enum Source: String, Codable, Sendable {
        /// The version that the file's header names, which is sound: damage is elsewhere, or nowhere.
        case current
        /// The version before it, which the header names too.
        case previous
        /// A version that was found in the file.
        case scan
        /// What could be read of classes, objects and values.
        case salvage
    }

    /// One class.
    public struct Class: Codable, Sendable, Equatable {
        /// The name; `Recovered` and a number for a class whose name cannot be read.
        public let name: String
        /// Objects that the file says there are; where it does not say, those of which something was found.
        public let expected: Int
        /// Objects in the recovered file.
        public let recovered: Int
        /// Objects that are expected, but not recovered.
        public var lost: Int { max(0, expected - recovered) }
        /// False if the file does not say any more which objects there were: those that were found may have been
        /// deleted before, and others may be missing.
        public let isCounted: Bool
        /// False if the description of the class is damaged: it may lack its primary key, properties, and links.
        public let isDescribed: Bool
    }

    /// Where the content comes from.
    public let source: Source
    /// The number of the version; nil if the file does not say it any more.
    public let commitVersion: UInt64?
    /// Every class, by name.
    public let classes: [Class]
    /// Links that lead to objects which are lost; they are null now, or left out of lists and sets.
    public let brokenLinks: Int
    /// Values, elements and collections that are lost in objects that are not; they are null, zero, empty, or left out.
    public let lostValues: Int
    /// Entries that were handed to the lost and found.
    public let lostAndFound: Int
    /// Pages of an encrypted file that do not fit their checksums, numbered from 0.
    public let skippedPages: [Int]
    /// Size of the recovered file in bytes.
    public let bytes: Int
    /// What the full verification says of the version that the content comes from; nil if it is sound. The values that
    /// were recovered may be others than they were, even if none is missing.
    public let doubt: String?
    /// True if the newest version of the file is sound, and the recovered file holds everything that it held.
    public let isComplete: Bool
}

extension Realm {
    /// Which of several ways to the content of a damaged file is taken.
    public enum RecoveryStrategy: String, Codable, Sendable, CaseIterable {
        /// The newest version if it is sound; else salvage if that loses nothing; else an older version that is sound
        /// and has no fewer objects than salvage saves; else salvage.
        case auto
        /// The version before the newest one, if it is sound.
        case previous
        /// The newest of the other versions in the file that are sound.
        case scan
        /// Class by class, cluster by cluster, leaving out what cannot be decoded.
        case salvage
    }
}
