import RealmStore

/// Sections of one type of elements.
struct ShownSectionsOf<Element: RealmCollectionValue>: ShownSections {
    let base: SectionedResults<AnyRealmValue, Element>

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
