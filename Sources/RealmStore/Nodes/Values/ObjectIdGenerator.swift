import Synchronization

/// Generates object ids: one random machine and process part and one counter.
///
/// The parts are not derived from the machine: random ones collide less. Source: SDK `ObjectId.generate()`.
package final class ObjectIdGenerator: Sendable {
    /// The generator of this process.
    package static let shared = ObjectIdGenerator()

    private struct State {
        /// At least the second of every id made by `next(in:)`.
        var seconds: UInt32 = 0
        var counter: UInt32

        /// The next counter. When its 24 bits are used up, later ids move to a later second and so stay above.
        mutating func count() -> UInt32 {
            counter = (counter + 1) & 0xFF_FFFF
            if counter == 0 { seconds &+= 1 }
            return counter
        }
    }

    /// The 5 bytes of machine and process.
    private let origin: UInt64
    private let state: Mutex<State>

    /// - Parameter counter: the start of the count, below 2^24.
    init(counter: UInt32 = .random(in: 0..<(1 << 24))) {
        origin = .random(in: 0..<(1 << 40))
        state = Mutex(State(counter: counter))
    }

    /// An id of the given second since 1970 or a later one: above all that this method has returned before, even if the
    /// clock was set back.
    package func next(in second: UInt32) -> ObjectIdBits {
        state.withLock { state in
            let counter = state.count()
            state.seconds = max(state.seconds, second)
            return ObjectIdGenerator.bits(state.seconds, origin, counter)
        }
    }

    /// An id of the given parts, the lowest bytes of machine and process first, and the next counter.
    func make(in second: UInt32, machine: Int, process: Int) -> ObjectIdBits {
        let machineBytes = UInt64(UInt32(truncatingIfNeeded: machine).byteSwapped >> 8)
        let processBytes = UInt64(UInt16(truncatingIfNeeded: process).byteSwapped)
        return ObjectIdGenerator.bits(second, (machineBytes << 16) | processBytes, state.withLock { $0.count() })
    }

    private static func bits(_ seconds: UInt32, _ origin: UInt64, _ counter: UInt32) -> ObjectIdBits {
        ObjectIdBits(
            high: (UInt64(seconds) << 32) | (origin >> 8),
            low: (UInt32(truncatingIfNeeded: origin & 0xFF) << 24) | counter)
    }
}
