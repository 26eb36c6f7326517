import RealmStore

/// Sections of a collection, whatever the type of its elements.
protocol ShownSections {
    var realm: Realm? { get }
    var isInvalidated: Bool { get }
    var isFrozen: Bool { get }
    var keys: [AnyRealmValue] { get }
    func section(at index: Int) -> any ShownSection
    func frozen() -> any ShownSections
    func thawed() -> (any ShownSections)?
    func handover() -> (Realm) -> (any ShownSections)?
    func observe(
        _ keyPaths: [String]?, on queue: DispatchQueue?,
        _ block: @escaping (any ShownSections, RLMSectionedResultsChange?) -> Void
    ) -> NotificationToken
}
