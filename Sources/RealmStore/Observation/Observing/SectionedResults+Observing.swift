import Foundation

extension SectionedResults {
    /// Calls `block` with the sections as they are, once, and then after each change of them; otherwise as
    /// `RealmCollection.observe(keyPaths:on:_:)`.
    public func observe(
        keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
        _ block: @escaping (SectionedResultsChange<Self>) -> Void
    ) -> NotificationToken {
        Observing.start(self, on: queue) { sections in
            sections.sections.observation(keyPaths, only: nil, of: sections, block)
        }
    }

    /// The same for actors; see `RealmCollection.observe(keyPaths:on:_:)`.
    public func observe<A: Actor>(
        keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, SectionedResultsChange<Self>) -> Void
    ) async -> NotificationToken {
        let block = Observing.local(actor, block)
        return await Observing.start(self, on: actor) { sections in
            sections.sections.observation(keyPaths, only: nil, of: sections, block)
        }
    }

    /// Returns the sections as they are, and then each change of them, for a loop; otherwise as
    /// `RealmCollection.changes(keyPaths:)`. Additional to the SDK.
    public func changes(keyPaths: [String]? = nil) -> RealmChanges<SectionedResultsChange<Self>> {
        Observing.changes(of: self) { $0.sections.observation(keyPaths, only: nil, of: $0, $1) }
    }
}

extension SectionedResults where SectionElement: ObjectBase {
    /// The same as `observe(keyPaths:on:_:)` with Swift key paths.
    public func observe(
        keyPaths: [PartialKeyPath<SectionElement>], on queue: DispatchQueue? = nil,
        _ block: @escaping (SectionedResultsChange<Self>) -> Void
    ) -> NotificationToken {
        observe(keyPaths: Observing.texts(keyPaths), on: queue, block)
    }

    /// The same as `observe(keyPaths:on:_:)` for actors with Swift key paths.
    public func observe<A: Actor>(
        keyPaths: [PartialKeyPath<SectionElement>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, SectionedResultsChange<Self>) -> Void
    ) async -> NotificationToken {
        await observe(keyPaths: Observing.texts(keyPaths), on: actor, block)
    }

    /// The same as `changes(keyPaths:)` with Swift key paths. Additional to the SDK.
    public func changes(keyPaths: [PartialKeyPath<SectionElement>]) -> RealmChanges<SectionedResultsChange<Self>> {
        changes(keyPaths: Observing.texts(keyPaths))
    }
}

extension ResultsSection {
    /// Calls `block` with the section as it is, once, and then after each change of this section alone; otherwise as
    /// `SectionedResults.observe(keyPaths:on:_:)`.
    public func observe(
        keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
        _ block: @escaping (SectionedResultsChange<Self>) -> Void
    ) -> NotificationToken {
        Observing.start(self, on: queue) { section in
            section.sections.observation(keyPaths, only: section.key, of: section, block)
        }
    }

    /// The same for actors; see `RealmCollection.observe(keyPaths:on:_:)`.
    public func observe<A: Actor>(
        keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, SectionedResultsChange<Self>) -> Void
    ) async -> NotificationToken {
        let block = Observing.local(actor, block)
        return await Observing.start(self, on: actor) { section in
            section.sections.observation(keyPaths, only: section.key, of: section, block)
        }
    }

    /// Returns the section as it is, and then each change of this section alone, for a loop, which continues while no
    /// element has its key; otherwise as `SectionedResults.changes(keyPaths:)`. Additional to the SDK.
    public func changes(keyPaths: [String]? = nil) -> RealmChanges<SectionedResultsChange<Self>> {
        Observing.changes(of: self, isGone: \.sections.results.isInvalidated) {
            $0.sections.observation(keyPaths, only: $0.key, of: $0, $1)
        }
    }
}

extension ResultsSection where T: ObjectBase {
    /// The same as `observe(keyPaths:on:_:)` with Swift key paths.
    public func observe(
        keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue? = nil,
        _ block: @escaping (SectionedResultsChange<Self>) -> Void
    ) -> NotificationToken {
        observe(keyPaths: Observing.texts(keyPaths), on: queue, block)
    }

    /// The same as `observe(keyPaths:on:_:)` for actors with Swift key paths.
    public func observe<A: Actor>(
        keyPaths: [PartialKeyPath<Element>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
        _ block: @Sendable @escaping (isolated A, SectionedResultsChange<Self>) -> Void
    ) async -> NotificationToken {
        await observe(keyPaths: Observing.texts(keyPaths), on: actor, block)
    }

    /// The same as `changes(keyPaths:)` with Swift key paths. Additional to the SDK.
    public func changes(keyPaths: [PartialKeyPath<Element>]) -> RealmChanges<SectionedResultsChange<Self>> {
        changes(keyPaths: Observing.texts(keyPaths))
    }
}

extension Sections {
    /// - Parameters:
    ///   - only: the key of the observed section; nil for all.
    ///   - shown: the argument of the block.
    fileprivate func observation<Shown>(
        _ keyPaths: [String]?, only: Key?, of shown: Shown, _ block: @escaping (SectionedResultsChange<Shown>) -> Void
    ) -> any ObservationBody {
        let initial = { block(.initial(shown)) }
        guard let session = results.realm?.session else { return ConstantObservation(initial: initial) }
        let table = ObservedCollection.table(of: results._rlmRows)
        let filter = Observing.filter(keyPaths, on: table, in: session)
        guard let thing = ObservedSections(self, only: only, filter) else {
            return ConstantObservation(initial: initial)
        }
        return BlockObservation(thing, initial: initial) { change, _ in
            func paths(_ places: [SectionChange.Place]) -> [IndexPath] {
                places.map { IndexPath(item: $0.position, section: $0.section) }
            }
            block(
                .update(
                    shown, deletions: paths(change.deletions), insertions: paths(change.insertions),
                    modifications: paths(change.modifications), sectionsToInsert: IndexSet(change.insertedSections),
                    sectionsToDelete: IndexSet(change.deletedSections)))
        }
    }
}
