import RealmStore

/// The common part of sections and of their list. Only the library's own types conform.
public protocol RLMSectionedResult: NSFastEnumeration, RLMThreadConfined, Sequence {
    /// The number of sections, or of elements.
    var count: UInt { get }
    /// The section or element at a position. Traps out of bounds.
    func object(at index: UInt) -> Element
    /// The section or element at a position. Traps out of bounds.
    subscript(index: UInt) -> Element { get }
    /// True if it never changes, and may be used on every thread.
    var isFrozen: Bool { get }
    /// The same as it is now, frozen.
    func freeze() -> Self
    /// The same in the newest version, for this thread. Traps if it is gone there.
    func thaw() -> Self
    /// Calls `block` on a serial queue, once without a change, and then after each change, or each of those properties
    /// of the elements. The observation ends with the token.
    func addNotificationBlock(
        _ block: @escaping (Self, RLMSectionedResultsChange?) -> Void, keyPaths: [String]?, queue: dispatch_queue_t?
    ) -> RLMNotificationToken
}

extension RLMSectionedResult {
    /// Calls `block` once without a change, and then after each change. The observation ends with the token.
    public func addNotificationBlock(
        _ block: @escaping (Self, RLMSectionedResultsChange?) -> Void
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: nil, queue: nil) }

    /// The same on a serial queue.
    public func addNotificationBlock(
        _ block: @escaping (Self, RLMSectionedResultsChange?) -> Void, queue: dispatch_queue_t
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: nil, queue: queue) }

    /// The same for changes of properties of the elements.
    public func addNotificationBlock(
        _ block: @escaping (Self, RLMSectionedResultsChange?) -> Void, keyPaths: [String]
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: keyPaths, queue: nil) }
}
