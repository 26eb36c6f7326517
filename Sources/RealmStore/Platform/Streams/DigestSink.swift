import Synchronization

/// The size and the SHA-256 digest of the bytes that it takes, which must arrive in order.
package final class DigestSink: BlockSink {
    private struct State: ~Copyable {
        var digest = SHA256Stream()
        var byteCount = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        let bytes = BlockBytes(bytes)
        state.withLock { state in
            precondition(offset == state.byteCount, "the bytes come in another order")
            state.digest.add(bytes.buffer)
            state.byteCount += bytes.buffer.count
        }
    }

    package func finish() {}

    /// The size and digest of the bytes taken so far; starts over.
    package func take() -> (byteCount: Int, digest: [UInt8]) {
        state.withLock { state in
            let finished = exchange(&state, with: State())
            return (finished.byteCount, finished.digest.finish())
        }
    }
}
