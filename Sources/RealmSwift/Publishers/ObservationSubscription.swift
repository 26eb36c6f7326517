@preconcurrency import OpenCombine

/// A subscription to what an observation reports.
///
/// Every value is delivered, whatever was demanded: there is nothing that could wait.
@frozen
public struct ObservationSubscription: Subscription {
    let observation: RunningObservation

    init() { observation = RunningObservation() }

    /// The identity of the subscription.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(observation) }

    /// Does nothing: every value is delivered.
    public func request(_ demand: Subscribers.Demand) {}

    /// Ends the observation. May be called on any thread; for a subscription to a Realm on its thread only.
    public func cancel() { observation.cancel() }
}
