import RealmStore

/// Computes the key of the section that an element is in.
public typealias RLMSectionedResultsKeyBlock = (Any) -> (any RLMValue)?

/// The elements of a collection in sections, in the order of the collection.
public final class RLMSectionedResults<RLMKeyType, RLMObjectType>: NSObject, RLMSectionedResult {
    private let sections: any ShownSections

    init(_ sections: any ShownSections) { self.sections = sections }

    /// The Realm of the elements.
    public var realm: RLMRealm? { sections.realm.map(RLMRealm.init) }

    /// True once the Realm was invalidated.
    public var isInvalidated: Bool { sections.isInvalidated }

    /// The keys of the sections, in their order.
    public var allKeys: [RLMKeyType] { sections.keys.map { ShownValue.element($0) } }

    /// The number of sections.
    public var count: UInt { UInt(sections.keys.count) }

    /// The section at a position. Traps out of bounds.
    public func object(at index: UInt) -> RLMSection<RLMKeyType, RLMObjectType> {
        require(index < count, "Index \(index) is out of bounds (must be less than \(count)).")
        return RLMSection(sections.section(at: Int(index)))
    }

    /// The section at a position. Traps out of bounds.
    public subscript(index: UInt) -> RLMSection<RLMKeyType, RLMObjectType> { object(at: index) }

    /// True if it never changes, and may be used on every thread.
    public var isFrozen: Bool { sections.isFrozen }

    /// The sections as they are now, frozen.
    public func freeze() -> RLMSectionedResults { RLMSectionedResults(sections.frozen()) }

    /// The sections in the newest version, for this thread. Traps if they are gone there.
    public func thaw() -> RLMSectionedResults {
        guard let thawed = sections.thawed() else { misuse("The sections cannot be thawed: they are gone.") }
        return RLMSectionedResults(thawed)
    }

    /// Finds the sections in the Realm of another thread, once.
    public func _handover() -> (RLMRealm) -> RLMSectionedResults? {
        let find = sections.handover()
        return { find($0.realm).map(RLMSectionedResults.init) }
    }

    /// Calls `block` with the sections on a serial queue, once without a change, and then after each change of them, or
    /// of those properties of their elements. The observation ends with the token.
    public func addNotificationBlock(
        _ block: @escaping (RLMSectionedResults, RLMSectionedResultsChange?) -> Void, keyPaths: [String]?,
        queue: dispatch_queue_t?
    ) -> RLMNotificationToken {
        sections.observe(keyPaths, on: queue) { block(RLMSectionedResults($0), $1) }
    }
}

extension RLMSectionedResults: Sequence {
    /// An iterator over the sections as they are now.
    public func makeIterator() -> IndexingIterator<[RLMSection<RLMKeyType, RLMObjectType>]> {
        (0..<count).map { object(at: $0) }.makeIterator()
    }
}
