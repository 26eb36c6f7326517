@preconcurrency import OpenCombine

/// A publisher of this module; only its own publishers conform. Additional to the SDK.
///
/// `sink` does here what it does everywhere, but does not end the program when a closure that was written in code of
/// the main actor is called on a queue: OpenCombine's is not declared in Swift 6 language mode, so that the compiler
/// adds a check of the actor to the closure. What the closure uses of the main actor there is not protected.
public protocol RealmPublisher: Publisher {}

extension RealmPublisher {
    /// Calls a closure with each value, and one at the end, as long as the result is kept.
    ///
    /// SDK name: `sink(receiveCompletion:receiveValue:)` of Combine's publishers.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(
            receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}

extension RealmPublisher where Failure == Never {
    /// Calls a closure with each value, as long as the result is kept.
    ///
    /// SDK name: `sink(receiveValue:)` of Combine's publishers.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
