import RealmStore

/// Something that belongs to one Realm, and with it to one thread or queue, unless it is frozen.
///
/// Only the library's own types conform.
public protocol RLMThreadConfined: AnyObject {
    /// The Realm that it belongs to; nil in memory.
    var realm: RLMRealm? { get }
    /// True once it is gone.
    var isInvalidated: Bool { get }
    /// Finds the same in the Realm of another thread, once.
    func _handover() -> (RLMRealm) -> Self?
}
