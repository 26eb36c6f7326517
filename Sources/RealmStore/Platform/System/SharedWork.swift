import Dispatch
import Synchronization

/// Pieces of work that the calling thread and another one do, whichever is free, and whose results are used in order.
package enum SharedWork {
    /// Calls `use` with the result of each piece, in their order, on the calling thread.
    ///
    /// - Parameters:
    ///   - count: the number of pieces.
    ///   - ahead: results that may wait for their use, of either thread.
    ///   - own: does a piece on the calling thread.
    ///   - other: does a piece on the other one; must not use what `own` and `use` change.
    /// - Throws: the first error in the order of the pieces, or that of `use`.
    package static func run<Part>(
        _ count: Int, ahead: Int, own: (Int) throws -> Part, other: @escaping (Int) throws -> Part,
        use: (Part) throws -> Void
    ) throws {
        let pieces = Pieces(count, ahead, other)
        let queue = BackgroundQueue("RealmStore.SharedWork")
        if count > 1 {
            queue.add { end in
                while !end.hasCome, pieces.workByOther() {}
            }
        }
        defer { pieces.end() }
        var done: [Int: Result<Part, any Error>] = [:]
        for piece in 0..<count {
            var result: Result<Part, any Error>?
            while result == nil {
                if let known = done.removeValue(forKey: piece) ?? pieces.take(piece) {
                    result = known
                } else if let next = pieces.claim(before: piece + ahead) {
                    done[next] = Result { try own(next) }
                } else {
                    pieces.wait()
                }
            }
            if let result { try use(result.get()) }
        }
    }

    /// The pieces and the results of the other thread.
    private final class Pieces<Part>: @unchecked Sendable {
        private let count: Int
        /// What the other thread does.
        private let other: (Int) throws -> Part
        private let lock = Mutex(())
        private var next = 0
        private var isOver = false
        private var results: [Int: Result<Part, any Error>] = [:]
        /// Results that the other thread may add.
        private let room = DispatchSemaphore(value: 0)
        private let isReady = DispatchSemaphore(value: 0)

        init(_ count: Int, _ ahead: Int, _ other: @escaping (Int) throws -> Part) {
            self.count = count
            self.other = other
            // A semaphore must not end below the value that it begins with.
            for _ in 0..<ahead { room.signal() }
        }

        /// The next piece that nobody does, if it is before `limit`.
        func claim(before limit: Int) -> Int? {
            lock.withLock { _ in
                guard next < min(limit, count), !isOver else { return nil }
                defer { next += 1 }
                return next
            }
        }

        /// Does a piece once there is room for its result; false if there is none.
        func workByOther() -> Bool {
            room.wait()
            guard let piece = claim(before: count) else { return false }
            let result = Result { try other(piece) }
            lock.withLock { _ in results[piece] = result }
            isReady.signal()
            return true
        }

        /// The result of a piece, if the other thread has done it.
        func take(_ piece: Int) -> Result<Part, any Error>? {
            let result = lock.withLock { _ in results.removeValue(forKey: piece) }
            if result != nil { room.signal() }
            return result
        }

        /// Waits until the other thread has done one more piece.
        func wait() { isReady.wait() }

        /// The other thread begins no more piece.
        func end() {
            lock.withLock { _ in isOver = true }
            room.signal()
        }
    }
}
