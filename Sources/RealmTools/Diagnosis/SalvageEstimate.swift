import RealmStore

/// What a look at a damaged file promises of `Realm.recover`. Nothing was saved or decoded in full yet.
public struct SalvageEstimate: Codable, Sendable, Equatable {
    /// One class.
    public struct Class: Codable, Sendable, Equatable {
        /// The name.
        public let name: String
        /// The number of objects according to the file; nil if it does not tell.
        public let expected: Int?
        /// Objects that are in readable places.
        public let readable: Int
    }

    /// The classes, by name.
    public let classes: [Class]
    /// The number of the version that they belong to; nil if the file does not tell.
    public let commitVersion: UInt64?

    /// The objects in readable places.
    public var readable: Int { classes.reduce(0) { $0 + $1.readable } }
    /// The objects that there should be; nil if the file does not tell.
    public var expected: Int? {
        classes.reduce(Int?.some(0)) { sum, found in
            guard let sum, let expected = found.expected else { return nil }
            return sum + max(expected, found.readable)
        }
    }
}

extension SalvageEstimate {
    /// Looks for the tables and clusters of a damaged file; nil if there is no table.
    ///
    /// - Complexity: O(size of the file) where a part of a table cannot be reached, else O(clusters).
    init?(_ path: String, key: EncryptionKey?) throws(StorageError) {
        let source = try DamagedSource(path, key: key)
        let survey = SalvageSurvey(source, tops: source.namedTops + source.topArrays().map(\.ref))
        try source.checkUnchanged()
        let tables = survey.tables.filter(\.isClass)
        if tables.isEmpty { return nil }
        commitVersion = survey.version.flatMap { $0 < Recovery.versionLimit ? $0 : nil }
        classes = tables.map { table in
            let count = table.objectCount
            return Class(
                name: table.className, expected: table.expected ?? (table.isWhole ? count : nil), readable: count)
        }
        .sorted { $0.name < $1.name }
    }
}
