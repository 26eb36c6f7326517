import Foundation
import Synchronization

/// Something that may be captured by closures on other threads, where it is looked up again.
@propertyWrapper
public final class ThreadSafe<T: ThreadConfined>: Sendable {
    private let state: Mutex<Place?>

    private struct Place: Sendable {
        let configuration: Realm.Configuration
        var reference: ThreadSafeReference<T>
    }

    /// The value, for the calling thread; nil if it was deleted. Setting an unmanaged one traps.
    public var wrappedValue: T? {
        get {
            state.withLock { place in
                guard let found = place, !found.reference.isInvalidated,
                    let realm = try? Realm(configuration: found.configuration),
                    let value = realm.resolve(found.reference, atItsVersion: false)
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

    /// Holds something in a Realm, or nothing.
    public init(wrappedValue: T?) {
        state = Mutex(nil)
        self.wrappedValue = wrappedValue
    }

    private static func place(_ value: T) -> Place {
        guard let realm = value.realm else { misuse("Only what is in a Realm can be thread safe.") }
        return Place(configuration: realm.configuration, reference: ThreadSafeReference(to: value))
    }

    /// A value created on this thread, for this thread.
    private struct Unchecked: @unchecked Sendable {
        let value: T?
    }
}
