@preconcurrency import OpenCombine

/// A subscription to a Realm that is being opened.
@frozen
public struct AsyncOpenSubscription: Subscription {
    let opening: RunningOpening

    /// The identity of the subscription.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(opening) }

    /// Does nothing: one Realm is opened, whatever was demanded.
    public func request(_ demand: Subscribers.Demand) {}

    /// Ends the opening: nothing is published any more.
    public func cancel() { opening.cancel() }
}
