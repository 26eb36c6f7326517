import Foundation
@preconcurrency import OpenCombine
import OpenCombineDispatch
import RealmStore

/// A value on its way to another place: called there, with the queue if it is one. Nil for what is gone there.
typealias Packed<Output> = (DispatchQueue?) -> Output?

extension RealmPublishers {
    /// Delivers what another publisher publishes on a scheduler, in a Realm of that place.
    ///
    /// Objects and collections that are gone there are left out. The version of a value is kept until it arrives.
    public struct Handover<Upstream: Publisher, S: Scheduler>: RealmPublisher {
        /// SDK name: `Output`.
        public typealias Output = Upstream.Output
        /// SDK name: `Failure`.
        public typealias Failure = Upstream.Failure

        private let upstream: Upstream
        private let scheduler: S
        private let pack: (Output) -> Packed<Output>

        init(_ upstream: Upstream, _ scheduler: S, _ pack: @escaping (Output) -> Packed<Output>) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.pack = pack
        }

        /// Subscribes to the other publisher.
        public func receive<Downstream: Subscriber>(
            subscriber: Downstream
        ) where Downstream.Input == Output, Downstream.Failure == Failure {
            let queue = DispatchQueue.queue(of: scheduler)
            upstream.map(pack).receive(on: scheduler).compactMap { $0(queue) }.receive(subscriber: subscriber)
        }
    }

    /// Publishes what another publisher does, and delivers it in a Realm of the place of the following `receive(on:)`.
    public struct MakeThreadSafe<Upstream: Publisher>: RealmPublisher {
        /// SDK name: `Output`.
        public typealias Output = Upstream.Output
        /// SDK name: `Failure`.
        public typealias Failure = Upstream.Failure

        private let upstream: Upstream
        private let pack: (Output) -> Packed<Output>

        init(_ upstream: Upstream, _ pack: @escaping (Output) -> Packed<Output>) {
            self.upstream = upstream
            self.pack = pack
        }

        /// Subscribes to the other publisher.
        public func receive<Downstream: Subscriber>(
            subscriber: Downstream
        ) where Downstream.Input == Output, Downstream.Failure == Failure { upstream.receive(subscriber: subscriber) }

        /// Delivers values on a scheduler, in a Realm of that place.
        public func receive<S: Scheduler>(on scheduler: S) -> Handover<Upstream, S> {
            Handover(upstream, scheduler, pack)
        }
    }
}
