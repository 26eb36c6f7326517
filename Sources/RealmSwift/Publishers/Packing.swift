import Foundation
import RealmStore

/// Values prepared for another place: by reference if they belong to one, and as they are if not.
enum Packing {
    /// An object, a collection, sections …
    static func confined<Value: ThreadConfined>(_ value: Value) -> Packed<Value> {
        guard let realm = value.realm, !value.isFrozen else { return { _ in value } }
        guard !value.isInvalidated else { return { _ in nil } }
        let (reference, configuration) = (ThreadSafeReference(to: value), realm.configuration)
        return { queue in
            do { return try Realm(configuration: configuration, queue: queue).resolve(reference) } catch {
                Logger.shared.log(
                    level: .error, message: "A value is not delivered to its scheduler: \(error.localizedDescription)")
                return nil
            }
        }
    }

    /// What needs no Realm.
    static func plain<Value>(_ value: Value) -> Packed<Value> { { _ in value } }

    static func change<Object: ThreadConfined>(_ change: ObjectChange<Object>) -> Packed<ObjectChange<Object>> {
        guard case .change(let object, let properties) = change else { return plain(change) }
        let (packed, frozen) = (confined(object), properties.map(frozen))
        return { queue in packed(queue).map { .change($0, frozen) } }
    }

    static func change<Collection: ThreadConfined>(
        _ change: RealmCollectionChange<Collection>
    ) -> Packed<RealmCollectionChange<Collection>> {
        switch change {
        case .initial(let collection): return packing(collection) { .initial($0) }
        case .update(let collection, let deletions, let insertions, let modifications):
            return packing(collection) {
                .update($0, deletions: deletions, insertions: insertions, modifications: modifications)
            }
        case .error: return plain(change)
        }
    }

    static func change<Map: RealmKeyedCollection>(_ change: RealmMapChange<Map>) -> Packed<RealmMapChange<Map>> {
        switch change {
        case .initial(let map): return packing(map) { .initial($0) }
        case .update(let map, let deletions, let insertions, let modifications):
            return packing(map) {
                .update($0, deletions: deletions, insertions: insertions, modifications: modifications)
            }
        case .error: return plain(change)
        }
    }

    static func change<Sections: RealmSectionedResult>(
        _ change: SectionedResultsChange<Sections>
    ) -> Packed<SectionedResultsChange<Sections>> {
        switch change {
        case .initial(let sections): packing(sections) { .initial($0) }
        case .update(let sections, let deletions, let insertions, let modifications, let toInsert, let toDelete):
            packing(sections) {
                .update(
                    $0, deletions: deletions, insertions: insertions, modifications: modifications,
                    sectionsToInsert: toInsert, sectionsToDelete: toDelete)
            }
        }
    }

    private static func packing<Value: ThreadConfined, Change>(
        _ value: Value, _ change: @escaping (Value) -> Change
    ) -> Packed<Change> {
        let packed = confined(value)
        return { queue in packed(queue).map(change) }
    }

    /// A change of a property whose values may be read everywhere.
    static func frozen(_ change: PropertyChange) -> PropertyChange {
        PropertyChange(name: change.name, oldValue: frozen(change.oldValue), newValue: frozen(change.newValue))
    }

    private static func frozen(_ value: Any?) -> Any? {
        guard let value = value as? any ThreadConfined, value.realm != nil, !value.isInvalidated else { return value }
        return value.freeze()
    }
}
