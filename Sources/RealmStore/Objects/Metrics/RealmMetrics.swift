import Synchronization

/// Receives figures of the work of all Realms of the process, for the metrics of a service. Additional to the SDK.
///
///     struct ServiceMetrics: RealmMetrics {
///         let commits = Timer(label: "realm_commit")  // of swift-metrics, or of anything else
///
///         func realmCommitted(_ figures: CommitFigures) { commits.record(figures.commitTime) }
///     }
///     Realm.metrics = ServiceMetrics()
///
/// The functions are called where the work was done, after it: they should be short, and must not use the Realm.
public protocol RealmMetrics: Sendable {
    /// A write transaction was committed. Does nothing unless implemented.
    func realmCommitted(_ figures: CommitFigures)

    /// Commits that were not durable at their end became so. Does nothing unless implemented.
    func realmSynced(_ figures: SyncFigures)

    /// Observers were told of a version. Does nothing unless implemented.
    func realmNotified(_ figures: NotificationFigures)
}

extension RealmMetrics {
    /// Does nothing.
    public func realmCommitted(_ figures: CommitFigures) {}

    /// Does nothing.
    public func realmSynced(_ figures: SyncFigures) {}

    /// Does nothing.
    public func realmNotified(_ figures: NotificationFigures) {}
}

extension Realm {
    private static let receiver = Mutex<(any RealmMetrics)?>(nil)

    /// The receiver of the figures of all Realms of this process; nil, as at first, for none. May be set at any time,
    /// on any thread. Additional to the SDK.
    public static var metrics: (any RealmMetrics)? {
        get { receiver.withLock { $0 } }
        set { receiver.withLock { $0 = newValue } }
    }
}
