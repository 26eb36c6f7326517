import RealmStore

/// Computes the key of the section that an element is in.
public typealias RLMSectionedResultsKeyBlock = (Any) -> (any RLMValue)?

/// The common part of sections and of their list. Only the library's own types conform.
public protocol RLMSectionedResult: NSFastEnumeration, RLMThreadConfined {
    /// The number of sections, or of elements.
    var count: UInt { get }
    /// True if it never changes, and may be used on every thread.
    var isFrozen: Bool { get }
}

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

    /// Calls `block` with the sections, once without a change, and then after each change of them. The observation ends
    /// with the token.
    public func addNotificationBlock(
        _ block: @escaping (RLMSectionedResults, RLMSectionedResultsChange?) -> Void
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: nil, queue: nil) }

    /// The same on a serial queue.
    public func addNotificationBlock(
        _ block: @escaping (RLMSectionedResults, RLMSectionedResultsChange?) -> Void, queue: dispatch_queue_t
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: nil, queue: queue) }

    /// The same for changes of properties of the elements.
    public func addNotificationBlock(
        _ block: @escaping (RLMSectionedResults, RLMSectionedResultsChange?) -> Void, keyPaths: [String]
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: keyPaths, queue: nil) }

    /// The same for changes of properties of the elements, on a serial queue.
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
