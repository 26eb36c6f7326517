import Foundation
@preconcurrency import OpenCombine
import OpenCombineDispatch
import RealmStore

extension RealmPublishers {
    /// Publishes what an observation reports.
    ///
    /// It is observed where it is subscribed to, or on the queue of `subscribe(on:)`; values belong to that place.
    /// `receive(on:)` delivers them in another one, and there they belong to a Realm of that place.
    public struct Observation<Output, Failure: Error>: RealmPublisher {
        /// Begins an observation, on a queue or in the current place.
        let start: (DispatchQueue?, AnySubscriber<Output, Failure>) -> NotificationToken
        /// Prepares a value for another place.
        let pack: (Output) -> Packed<Output>
        /// The queue to observe on; nil for the place of subscribing.
        private(set) var queue: DispatchQueue?

        init(
            pack: @escaping (Output) -> Packed<Output>,
            _ start: @escaping (DispatchQueue?, AnySubscriber<Output, Failure>) -> NotificationToken
        ) {
            self.start = start
            self.pack = pack
        }

        /// Begins to observe. Traps where the object or collection cannot be observed.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            _ = begin(subscriber)
        }

        func begin<S: Subscriber>(_ subscriber: S) -> NotificationToken? where S.Input == Output, S.Failure == Failure {
            let subscription = ObservationSubscription()
            subscriber.receive(subscription: subscription)
            guard !subscription.observation.isCancelled else { return nil }
            let token = start(queue, AnySubscriber(subscriber))
            subscription.observation.run(token)
            return token
        }

        /// Observes on a dispatch queue, which must be a serial one: this is not checked. Traps for a scheduler that is
        /// no dispatch queue.
        public func subscribe<S: Scheduler>(on scheduler: S) -> Observation {
            guard let queue = DispatchQueue.queue(of: scheduler) else {
                misuse("Cannot subscribe on \(scheduler): only serial dispatch queues are supported.")
            }
            var moved = self
            moved.queue = queue
            return moved
        }

        /// Delivers values on a scheduler, where they belong to a Realm of that place. Objects and collections that are
        /// gone there are left out.
        public func receive<S: Scheduler>(on scheduler: S) -> Handover<Observation, S> {
            Handover(self, scheduler, pack)
        }

        /// Stores the token of the observation, so that commits can be hidden from it.
        ///
        /// - Parameters:
        ///   - tokenParent: an object that has the property.
        ///   - keyPath: the property, which is set when the publisher is subscribed to.
        public func saveToken<T>(
            on tokenParent: T, at keyPath: WritableKeyPath<T, NotificationToken?>
        ) -> ObservationWithToken<Output, Failure, T> { ObservationWithToken(self, tokenParent, keyPath) }

        /// The same under the name that the publisher of a Realm has.
        public func saveToken<T>(
            on tokenParent: T, for keyPath: WritableKeyPath<T, NotificationToken?>
        ) -> ObservationWithToken<Output, Failure, T> { saveToken(on: tokenParent, at: keyPath) }
    }

    /// Publishes what an observation reports, and stores the observation's token.
    public final class ObservationWithToken<Output, Failure: Error, T>: RealmPublisher {
        private let observation: Observation<Output, Failure>
        private var tokenParent: T
        private let keyPath: WritableKeyPath<T, NotificationToken?>

        init(
            _ observation: Observation<Output, Failure>, _ tokenParent: T,
            _ keyPath: WritableKeyPath<T, NotificationToken?>
        ) {
            self.observation = observation
            self.tokenParent = tokenParent
            self.keyPath = keyPath
        }

        /// Begins to observe, and stores the token. Traps where the object or collection cannot be observed.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            tokenParent[keyPath: keyPath] = observation.begin(subscriber)
        }

        /// Observes on a dispatch queue, which must be a serial one: this is not checked. Traps for a scheduler that is
        /// no dispatch queue.
        public func subscribe<S: Scheduler>(on scheduler: S) -> ObservationWithToken {
            ObservationWithToken(observation.subscribe(on: scheduler), tokenParent, keyPath)
        }

        /// Delivers values on a scheduler; see `Observation.receive(on:)`.
        public func receive<S: Scheduler>(on scheduler: S) -> Handover<ObservationWithToken, S> {
            Handover(self, scheduler, observation.pack)
        }
    }
}

extension DispatchQueue {
    /// The queue that a scheduler stands for.
    static func queue(of scheduler: some Scheduler) -> DispatchQueue? {
        (scheduler as? DispatchQueue) ?? (scheduler as? DispatchQueue.OCombine)?.queue
    }
}
