import RealmStore

/// Sections of a collection, whatever the type of its elements.
protocol ShownSections {
    var content: Any { get }
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

/// Sections of one type of elements.
struct ShownSectionsOf<Element: RealmCollectionValue>: ShownSections {
    let base: SectionedResults<AnyRealmValue, Element>

    var content: Any { base }
    var realm: Realm? { base.realm }
    var isInvalidated: Bool { base.isInvalidated }
    var isFrozen: Bool { base.isFrozen }
    var keys: [AnyRealmValue] { base.allKeys }

    func section(at index: Int) -> any ShownSection { ShownSectionOf(base: base[index]) }

    func frozen() -> any ShownSections { ShownSectionsOf(base: base.freeze()) }

    func thawed() -> (any ShownSections)? { base.thaw().map { ShownSectionsOf(base: $0) } }

    func handover() -> (Realm) -> (any ShownSections)? {
        let reference = ThreadSafeReference(to: base)
        return { $0.resolve(reference).map { ShownSectionsOf(base: $0) } }
    }

    func observe(
        _ keyPaths: [String]?, on queue: DispatchQueue?,
        _ block: @escaping (any ShownSections, RLMSectionedResultsChange?) -> Void
    ) -> NotificationToken {
        base.observe(keyPaths: keyPaths, on: queue) { change in
            switch change {
            case .initial(let sections): block(ShownSectionsOf(base: sections), nil)
            case .update(let sections, _, _, _, _, _):
                block(ShownSectionsOf(base: sections), RLMSectionedResultsChange(change))
            }
        }
    }
}

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
