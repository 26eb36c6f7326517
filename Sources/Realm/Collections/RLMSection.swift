import RealmStore

/// One section of a collection.
public final class RLMSection<RLMKeyType, RLMObjectType>: NSObject, RLMSectionedResult {
    private let section: any ShownSection

    init(_ section: any ShownSection) { self.section = section }

    /// The Realm of the elements.
    public var realm: RLMRealm? { section.realm.map(RLMRealm.init) }

    /// True while there is no element with the section's key.
    public var isInvalidated: Bool { section.isInvalidated }

    /// The key of the section.
    public var key: RLMKeyType { ShownValue.element(section.key) }

    /// The number of elements.
    public var count: UInt { UInt(section.count) }

    /// The element at a position. Traps out of bounds.
    public func object(at index: UInt) -> RLMObjectType {
        require(index < count, "Index \(index) is out of bounds (must be less than \(count)).")
        return ShownValue.element(section.element(at: Int(index)))
    }

    /// The element at a position. Traps out of bounds.
    public subscript(index: UInt) -> RLMObjectType { object(at: index) }

    /// True if it never changes, and may be used on every thread.
    public var isFrozen: Bool { section.isFrozen }

    /// The section as it is now, frozen.
    public func freeze() -> RLMSection { RLMSection(section.frozen()) }

    /// The section in the newest version, for this thread. Traps if it is gone there.
    public func thaw() -> RLMSection {
        guard let thawed = section.thawed() else { misuse("The section cannot be thawed: it is gone.") }
        return RLMSection(thawed)
    }

    /// Finds the section in the Realm of another thread, once.
    public func _handover() -> (RLMRealm) -> RLMSection? {
        let find = section.handover()
        return { find($0.realm).map(RLMSection.init) }
    }

    /// Calls `block` with the section on a serial queue, once without a change, and then after each change of it, or of
    /// those properties of its elements. The observation ends with the token.
    public func addNotificationBlock(
        _ block: @escaping (RLMSection, RLMSectionedResultsChange?) -> Void, keyPaths: [String]?,
        queue: dispatch_queue_t?
    ) -> RLMNotificationToken {
        section.observe(keyPaths, on: queue) { block(RLMSection($0), $1) }
    }
}

extension RLMSection: Sequence {
    /// An iterator over the elements as they are now.
    public func makeIterator() -> IndexingIterator<[RLMObjectType]> {
        (0..<count).map { object(at: $0) }.makeIterator()
    }
}
