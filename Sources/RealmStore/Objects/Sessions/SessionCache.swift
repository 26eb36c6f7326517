import Foundation

/// The sessions of this process, so that all handles on one file in one thread or queue share one.
enum SessionCache {
    private struct Place: Hashable, Sendable {
        let file: String
        let confinement: Confinement
        let classes: Set<ObjectIdentifier>
    }

    private static let sessions = WeakTable<Place, Session>()

    /// The open session for `configuration` here, or a new one.
    ///
    /// Only Realms of the program's own model classes are shared; those with another source of the schema are opened
    /// again each time.
    ///
    /// - Throws: `fail` if the file is open in this process with other settings; errors of opening.
    static func session(for configuration: Realm.Configuration, _ confinement: Confinement) throws -> Session {
        let models = try ModelSchema(for: configuration)
        guard !models.isEmpty, let file = configuration.identity else {
            return try Session(configuration, models, confinement)
        }
        let place = Place(file: file, confinement: confinement, classes: models.identifiers)
        for other in sessions.keys where other.file == file {
            if let other = sessions[other] { try check(configuration, against: other.configuration) }
        }
        if let session = sessions[place] {
            session.hold?.renew()
            // A task has no turns: a long one would never see the commits of others.
            if case .task = confinement, session.write == nil, session.autorefreshes { _ = try session.refresh() }
            return session
        }
        let session = try Session(configuration, models, confinement)
        // One of an actor may be opened on any thread: another may have been faster.
        let (shared, entry) = sessions.enter(session, for: place)
        session.entry = entry
        return shared
    }

    /// The same if that takes no time: the file is open in this process, with the same classes; else nil.
    static func session(ofOpenFile configuration: Realm.Configuration, _ confinement: Confinement) throws -> Session? {
        let models = try ModelSchema(for: configuration)
        guard !models.isEmpty, let file = configuration.identity else { return nil }
        let isOpen = sessions.keys.contains { place in
            place.file == file && place.classes == models.identifiers && sessions[place] != nil
        }
        return isOpen ? try session(for: configuration, confinement) : nil
    }

    private static func check(_ wanted: Realm.Configuration, against open: Realm.Configuration) throws {
        let differences: [(String, Bool)] = [
            ("read-only access", wanted.readOnly != open.readOnly),
            ("encryption key", wanted.encryptionKey != open.encryptionKey),
            ("lock mode", wanted.lockMode != open.lockMode),
            ("schema version", wanted.schemaVersion != open.schemaVersion),
        ]
        if let (name, _) = differences.first(where: \.1) {
            let place = wanted.identity ?? ""
            throw RLMError(
                .fail,
                "The Realm '\(place)' is already open in this process with different settings: another \(name).",
                path: wanted.fileURL?.path)
        }
    }
}

extension Realm.Configuration {
    /// The identity of the data; nil for a configuration without any.
    fileprivate var identity: String? {
        if let name = inMemoryIdentifier { return "memory:" + name }
        return fileURL.map { url in (try? Database.canonical(url.path)) ?? url.path }
    }
}

extension ModelSchema {
    /// The classes of a configuration; none in a schema mode that takes them from elsewhere.
    init(for configuration: Realm.Configuration) throws {
        if case .declared = configuration.schemaMode {
            self = try .of(configuration.objectTypes)
        } else {
            self = .none
        }
    }
}
