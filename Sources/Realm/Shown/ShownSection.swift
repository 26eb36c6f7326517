import RealmStore

/// One section.
protocol ShownSection {
    var realm: Realm? { get }
    var isInvalidated: Bool { get }
    var isFrozen: Bool { get }
    var key: AnyRealmValue { get }
    var count: Int { get }
    func element(at index: Int) -> Any
    func frozen() -> any ShownSection
    func thawed() -> (any ShownSection)?
    func handover() -> (Realm) -> (any ShownSection)?
    func observe(
        _ keyPaths: [String]?, on queue: DispatchQueue?,
        _ block: @escaping (any ShownSection, RLMSectionedResultsChange?) -> Void
    ) -> NotificationToken
}
