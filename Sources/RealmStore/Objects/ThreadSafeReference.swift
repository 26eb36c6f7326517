import Foundation
import Synchronization

/// Hands something that belongs to one thread over to another, once. SDK name: `ThreadSafeReference`.
///
///     let reference = ThreadSafeReference(to: dog)
///     DispatchQueue(label: "work").async {
///         let realm = try! Realm()
///         guard let dog = realm.resolve(reference) else { return }   // deleted meanwhile
///     }
///
/// It keeps the version it was made in until it is resolved or released.
public struct ThreadSafeReference<Confined: ThreadConfined>: Sendable {
    private let state: State

    /// What is handed over: frozen, so that it can be read on any thread.
    private final class State: Sendable {
        let content: Mutex<Frozen?>
        init(_ content: Frozen) { self.content = Mutex(content) }
    }

    private struct Frozen: @unchecked Sendable {
        let content: Confined
    }

    /// A reference to what is in a Realm. Traps for what is in memory only or gone. SDK name: `init(to:)`.
    public init(to threadConfined: Confined) {
        guard let session = threadConfined.realm?.session, !threadConfined.isInvalidated else {
            misuse("Only what is in a Realm, and not deleted, can be handed over to another thread.")
        }
        session.checkThread()
        guard let frozen = threadConfined._rlmCounterpart(in: _SessionHandle(session: session.frozen())) else {
            misuse("What is created in a write transaction can be handed over once that is committed.")
        }
        state = State(Frozen(content: frozen))
    }

    /// True once it was resolved. SDK name: `isInvalidated`.
    public var isInvalidated: Bool { state.content.withLock { $0 == nil } }

    /// Takes the content out.
    fileprivate func take() -> Confined {
        let frozen = state.content.withLock { content in
            defer { content = nil }
            return content
        }
        guard let frozen else { misuse("Can only resolve a thread safe reference once.") }
        return frozen.content
    }
}

extension Realm {
    /// What the reference leads to, in this Realm; nil if it was deleted meanwhile. SDK name: `resolve(_:)`.
    ///
    /// Goes to a newer version where the reference comes from one. Traps if that is not possible in a write
    /// transaction, for a reference to another file, and for one that was resolved before.
    public func resolve<Confined: ThreadConfined>(_ reference: ThreadSafeReference<Confined>) -> Confined? {
        session.checkThread()
        let content = reference.take()
        guard let source = content.realm?.session, source.path == session.path else {
            misuse("Cannot resolve a thread safe reference in a Realm of another file.")
        }
        if source.version > session.version {
            require(
                !isInWriteTransaction, "Cannot resolve a newer thread safe reference in a write transaction.")
            refresh()
        }
        return content._rlmCounterpart(in: _SessionHandle(session: session))
    }
}

/// Something that may be captured by closures on other threads, where it is found anew. SDK name: `ThreadSafe`.
@propertyWrapper
public final class ThreadSafe<T: ThreadConfined>: Sendable {
    private let state: Mutex<Place?>

    private struct Place: Sendable {
        let configuration: Realm.Configuration
        var reference: ThreadSafeReference<T>
    }

    /// The value, for the thread that asks; nil if it was deleted. Setting one that is in memory only traps.
    ///
    /// SDK name: `wrappedValue`.
    public var wrappedValue: T? {
        get {
            state.withLock { place in
                guard let found = place, !found.reference.isInvalidated,
                    let realm = try? Realm(configuration: found.configuration),
                    let value = realm.resolve(found.reference)
                else { return Unchecked(value: nil) }
                place?.reference = ThreadSafeReference(to: value)
                return Unchecked(value: value)
            }.value
        }
        set {
            let place: Place? = if let newValue { ThreadSafe.place(newValue) } else { nil }
            state.withLock { $0 = place }
        }
    }

    /// Holds what is in a Realm, or nothing. SDK name: `init(wrappedValue:)`.
    public init(wrappedValue: T?) {
        state = Mutex(nil)
        self.wrappedValue = wrappedValue
    }

    private static func place(_ value: T) -> Place {
        guard let realm = value.realm else { misuse("Only what is in a Realm can be thread safe.") }
        return Place(configuration: realm.configuration, reference: ThreadSafeReference(to: value))
    }

    /// A value made on this thread, for this thread.
    private struct Unchecked: @unchecked Sendable {
        let value: T?
    }
}
