import RealmStore

/// An open Realm, in the form of Realm's Objective-C API: the same session as a `Realm` of the Swift API.
///
/// The SDK returns the same instance each time a thread opens a file. An initialiser cannot do that: compare Realms
/// with `==` or `isEqual(_:)`, not with `===`.
public final class RLMRealm: NSObject, NSCopying {
    /// The same Realm in the Swift API.
    package let realm: Realm

    /// The Realm of a session. Its objects and collections are those of the Swift API.
    package init(_ realm: Realm) { self.realm = realm }

    // MARK: Opening

    /// The Realm of the default configuration, for this thread. Traps if it cannot be opened.
    public class func `default`() -> RLMRealm { opened { try Realm() } }

    /// The Realm of the default configuration, for a serial queue. Traps if it cannot be opened, and if the call is not
    /// made in one of the queue's blocks.
    public class func defaultRealm(for queue: dispatch_queue_t) -> RLMRealm { opened { try Realm(queue: queue) } }

    /// Opens the Realm of a configuration for this thread. Throws as `Realm.init(configuration:queue:)` of RealmStore.
    public convenience init(configuration: RLMRealmConfiguration) throws {
        try self.init(configuration: configuration, queue: nil)
    }

    /// Opens the Realm of a configuration for a serial queue, in one of whose blocks the call must be; nil for this
    /// thread. Throws as `Realm.init(configuration:queue:)` of RealmStore.
    public convenience init(configuration: RLMRealmConfiguration, queue: dispatch_queue_t?) throws {
        self.init(try Realm(configuration: configuration.configuration, queue: queue))
    }

    /// Opens a file with the other settings of the default configuration. Traps if it cannot be opened.
    public convenience init(url fileURL: URL) {
        self.init(RLMRealm.opened { try Realm(fileURL: fileURL) }.realm)
    }

    private class func opened(_ open: () throws -> Realm) -> RLMRealm {
        do { return RLMRealm(try open()) } catch {
            misuse("The Realm cannot be opened: \(error.localizedDescription)")
        }
    }

    /// Opens a Realm in the background, migrating it if necessary, and passes it to `callback` on a serial queue.
    ///
    /// - Parameters:
    ///   - configuration: the file, its key and its schema.
    ///   - callbackQueue: the queue to which the Realm belongs.
    ///   - callback: called with the Realm or an error, unless the task was cancelled before.
    @discardableResult
    public class func asyncOpen(
        with configuration: RLMRealmConfiguration, callbackQueue: dispatch_queue_t,
        callback: @escaping RLMAsyncOpenRealmCallback
    ) -> RLMAsyncOpenTask {
        RLMAsyncOpenTask(
            Realm.asyncOpen(configuration: configuration.configuration, callbackQueue: callbackQueue) { result in
                switch result {
                case .success(let realm): callback(RLMRealm(realm), nil)
                case .failure(let error): callback(nil, error)
                }
            })
    }

    // MARK: About the Realm

    /// The classes of this Realm.
    public var schema: RLMSchema { RLMSchema(realm.schema) }

    /// A copy of the configuration with which the Realm was opened.
    public var configuration: RLMRealmConfiguration { RLMRealmConfiguration(realm.configuration) }

    /// True if no class has an object.
    ///
    /// - Complexity: O(number of classes)
    public var isEmpty: Bool { realm.isEmpty }

    /// True between begin and commit or cancel of this Realm.
    public var inWriteTransaction: Bool { realm.isInWriteTransaction }

    /// True for a Realm that never changes, and may be used on every thread.
    public var isFrozen: Bool { realm.isFrozen }

    /// The Realm frozen at its current version.
    public func freeze() -> RLMRealm { RLMRealm(realm.freeze()) }

    /// The live Realm for this thread, with the configuration of this one.
    public func thaw() -> RLMRealm { RLMRealm(realm.thaw()) }

    // MARK: Identity

    /// True if both are handles of one session.
    public override func isEqual(_ object: Any?) -> Bool { (object as? RLMRealm)?.realm == realm }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { ObjectIdentifier(realm.session).hashValue }

    /// The same handle.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A block called with an opened Realm, or with the reason why there is none.
public typealias RLMAsyncOpenRealmCallback = (RLMRealm?, (any Error)?) -> Void

/// A Realm being opened in the background.
public final class RLMAsyncOpenTask: NSObject {
    private let task: Realm.AsyncOpenTask

    init(_ task: Realm.AsyncOpenTask) { self.task = task }

    /// Ends the task: its callback is no longer called.
    public func cancel() { task.cancel() }
}
