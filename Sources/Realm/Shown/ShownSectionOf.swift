import RealmStore

/// One section of one type of elements.
struct ShownSectionOf<Element: RealmCollectionValue>: ShownSection {
    let base: ResultsSection<AnyRealmValue, Element>

    var realm: Realm? { base.realm }
    var isInvalidated: Bool { base.isInvalidated }
    var isFrozen: Bool { base.isFrozen }
    var key: AnyRealmValue { base.key }
    var count: Int { base.count }

    func element(at index: Int) -> Any { base[index] }

    func frozen() -> any ShownSection { ShownSectionOf(base: base.freeze()) }

    func thawed() -> (any ShownSection)? { base.thaw().map { ShownSectionOf(base: $0) } }

    func handover() -> (Realm) -> (any ShownSection)? {
        let reference = ThreadSafeReference(to: base)
        return { $0.resolve(reference).map { ShownSectionOf(base: $0) } }
    }

    func observe(
        _ keyPaths: [String]?, on queue: DispatchQueue?,
        _ block: @escaping (any ShownSection, RLMSectionedResultsChange?) -> Void
    ) -> NotificationToken {
        base.observe(keyPaths: keyPaths, on: queue) { change in
            switch change {
            case .initial(let section): block(ShownSectionOf(base: section), nil)
            case .update(let section, _, _, _, _, _):
                block(ShownSectionOf(base: section), RLMSectionedResultsChange(change))
            }
        }
    }
}
