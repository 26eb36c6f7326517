import RealmStore

extension RealmDiff {
    /// An object in which two Realms differ.
    public struct Row: Hashable, Sendable {
        /// What became of the object.
        public enum Kind: String, Sendable {
            /// Only the newer Realm has it.
            case added
            /// Only the older Realm has it.
            case removed
            /// Both have it, and some of its properties differ.
            case changed
        }

        /// One property.
        public struct Change: Hashable, Sendable {
            /// The property.
            public let property: String
            /// JSON text of what the older Realm has; nil for an object that was added.
            public let old: String?
            /// JSON text of what the newer Realm has; nil for an object that was removed.
            public let new: String?
        }

        /// What became of the object.
        public let kind: Kind
        /// Its class.
        public let className: String
        /// JSON text of what it was matched by: the primary key, the object key, or the properties that were named, in
        /// an array if they are several.
        public let key: String
        /// The properties that differ; of an object that only one Realm has, all.
        public let changes: [Change]
    }

    /// In what two Realms differ.
    public struct Report: Codable, Hashable, Sendable {
        /// One class of a comparison.
        public struct ClassCount: Codable, Hashable, Sendable {
            /// The class.
            public let name: String
            /// Objects that only the newer Realm has.
            public internal(set) var added = 0
            /// Objects that only the older Realm has.
            public internal(set) var removed = 0
            /// Objects that both have and that differ.
            public internal(set) var changed = 0

            /// Number of objects that differ.
            public var total: Int { added + removed + changed }
        }

        /// A sentence for each difference of the schemas.
        public internal(set) var schema: [String] = []
        /// The classes that were compared, ascending by the bytes of their names.
        public internal(set) var classes: [ClassCount] = []
        /// Objects that differ and were not handed on.
        public internal(set) var omittedRows = 0
        /// Values of more than 16 MiB that every Realm SDK reads as null: they were compared as null.
        public internal(set) var oversizedValues = 0

        /// True if nothing differs.
        public var isEqual: Bool { schema.isEmpty && differences == 0 }

        /// Number of objects that differ.
        public var differences: Int { classes.reduce(0) { $0 + $1.total } }

        init() {}
    }
}
