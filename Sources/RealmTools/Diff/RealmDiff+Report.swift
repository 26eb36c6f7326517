import RealmStore

extension RealmDiff {
    /// An object in which two Realms differ.
    public struct Row: Hashable, Sendable {
        /// The kind of difference.
        public enum Kind: String, Sendable {
            /// It exists only in the newer Realm.
            case added
            /// It exists only in the older Realm.
            case removed
            /// It exists in both, and some of its properties differ.
            case changed
        }

        /// One property.
        public struct Change: Hashable, Sendable {
            /// The property.
            public let property: String
            /// The JSON text of the older value; nil for an object that was added.
            public let old: String?
            /// The JSON text of the newer value; nil for an object that was removed.
            public let new: String?
        }

        /// The kind of difference.
        public let kind: Kind
        /// Its class.
        public let className: String
        /// The JSON text of the key by which it was matched: the primary key, the object key, or the given properties,
        /// in an array if there are several.
        public let key: String
        /// The properties that differ; for an object in only one Realm, all.
        public let changes: [Change]
    }

    /// The differences between two Realms.
    public struct Report: Codable, Hashable, Sendable {
        /// One class of a comparison.
        public struct ClassCount: Codable, Hashable, Sendable {
            /// The class.
            public let name: String
            /// Objects only in the newer Realm.
            public internal(set) var added = 0
            /// Objects only in the older Realm.
            public internal(set) var removed = 0
            /// Objects in both that differ.
            public internal(set) var changed = 0

            /// Number of objects that differ.
            public var total: Int { added + removed + changed }
        }

        /// A sentence for each difference of the schemas.
        public internal(set) var schema: [String] = []
        /// The compared classes, ascending by the bytes of their names.
        public internal(set) var classes: [ClassCount] = []
        /// Differing objects that were not passed on.
        public internal(set) var omittedRows = 0
        /// Values of more than 16 MiB that every Realm SDK reads as null: compared as null.
        public internal(set) var oversizedValues = 0

        /// True if nothing differs.
        public var isEqual: Bool { schema.isEmpty && differences == 0 }

        /// Number of objects that differ.
        public var differences: Int { classes.reduce(0) { $0 + $1.total } }

        init() {}
    }
}
