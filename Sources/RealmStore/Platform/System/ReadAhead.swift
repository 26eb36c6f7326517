import Dispatch
import Synchronization

/// What another thread makes ahead of its use, one after the other.
package final class ReadAhead<Element> {
    private let making: Making
    private let queue: BackgroundQueue

    /// - Parameters:
    ///   - depth: elements that may wait for their use.
    ///   - make: makes the next element; nil after the last one. Called on one other thread at a time, until it returns
    ///     nil or throws; it must not use what changes meanwhile.
    package init(_ label: String, depth: Int, _ make: @escaping () throws -> Element?) {
        making = Making(make)
        queue = BackgroundQueue(label)
        for _ in 0..<depth { add() }
    }

    /// The next element; nil after the last one.
    ///
    /// - Throws: the error of making it.
    package func next() throws -> Element? {
        let result = making.take()
        add()
        return try result.get()
    }

    private func add() {
        queue.add { [making] end in making.make(unless: end.hasCome) }
    }

    /// Elements go from one thread to the other, and are used by one of them at a time.
    private final class Making: @unchecked Sendable {
        private let body: () throws -> Element?
        private let isReady = DispatchSemaphore(value: 0)
        private let lock = Mutex(())
        private var results: [Result<Element?, any Error>] = []
        private var isAtEnd = false

        init(_ body: @escaping () throws -> Element?) { self.body = body }

        func make(unless isUnwanted: Bool) {
            let result = isAtEnd || isUnwanted ? .success(nil) : Result(catching: body)
            switch result {
            case .success(.some): break
            default: isAtEnd = true
            }
            lock.withLock { _ in results.append(result) }
            isReady.signal()
        }

        func take() -> Result<Element?, any Error> {
            isReady.wait()
            return lock.withLock { _ in results.removeFirst() }
        }
    }
}
