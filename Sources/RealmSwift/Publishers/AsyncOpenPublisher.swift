import Foundation
@preconcurrency import OpenCombine
import OpenCombineDispatch
import RealmStore

extension RealmPublishers {
    /// Opens a Realm in the background, publishes it once and finishes, or fails.
    @frozen
    public struct AsyncOpenPublisher: RealmPublisher {
        /// SDK name: `Failure`.
        public typealias Failure = any Error
        /// SDK name: `Output`.
        public typealias Output = Realm

        private let configuration: Realm.Configuration
        private let callbackQueue: DispatchQueue

        init(_ configuration: Realm.Configuration, _ callbackQueue: DispatchQueue = .main) {
            self.configuration = configuration
            self.callbackQueue = callbackQueue
        }

        /// Begins to open the Realm.
        public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output {
            let opening = RunningOpening()
            subscriber.receive(subscription: AsyncOpenSubscription(opening: opening))
            guard !opening.isCancelled else { return }
            let task = Realm.asyncOpen(configuration: configuration, callbackQueue: callbackQueue) { result in
                guard !opening.isCancelled else { return }
                switch result {
                case .success(let realm):
                    _ = subscriber.receive(realm)
                    subscriber.receive(completion: .finished)
                case .failure(let error): subscriber.receive(completion: .failure(error))
                }
            }
            opening.run(task)
        }

        /// Publishes the Realm on a dispatch queue, to which it belongs, and which must be a serial one: this is not
        /// checked. Traps for a scheduler that is no dispatch queue.
        public func receive<S: Scheduler>(on scheduler: S) -> AsyncOpenPublisher {
            guard let queue = DispatchQueue.queue(of: scheduler) else {
                misuse("Cannot receive on \(scheduler): only serial dispatch queues are supported.")
            }
            return AsyncOpenPublisher(configuration, queue)
        }
    }
}

extension Realm {
    /// A publisher that opens the Realm of a configuration in the background when it is subscribed to; on the main
    /// queue, unless `receive(on:)` names another one.
    public static func asyncOpen(
        configuration: Realm.Configuration = .defaultConfiguration
    ) -> RealmPublishers.AsyncOpenPublisher { RealmPublishers.AsyncOpenPublisher(configuration) }
}
