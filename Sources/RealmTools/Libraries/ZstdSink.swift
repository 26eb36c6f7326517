import RealmStore
import Synchronization

/// Writes zstd frames to a file. The bytes it takes as a sink become the middle of a frame.
final class ZstdSink: BlockSink {
    private struct State: ~Copyable {
        var output: ZstdOutput
        /// Bytes of the middle that are still to come.
        var missingByteCount = 0
    }

    private let state: Mutex<State>

    /// - Parameter file: an empty one.
    init(_ file: consuming FileDescriptor) throws(SystemError) {
        state = Mutex(State(output: try ZstdOutput(file)))
    }

    /// Begins a frame of `appended` bytes to be appended, and `taken` bytes to be taken as a sink.
    func beginFrame(_ settings: ZstdOutput.Settings, appended: Int, taken: Int = 0) throws(SystemError) {
        try withState { (state) throws(SystemError) in
            try state.output.beginFrame(settings, byteCount: appended + taken)
            state.missingByteCount = taken
        }
    }

    func append(_ bytes: [UInt8]) throws(SystemError) {
        try withState { (state) throws(SystemError) in try state.output.append(bytes) }
    }

    /// - Precondition: the frame has everything that was announced.
    func endFrame() throws(SystemError) {
        try withState { (state) throws(SystemError) in
            precondition(state.missingByteCount == 0, "fewer bytes were taken than were announced")
            try state.output.endFrame()
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        let bytes = BlockBytes(bytes)
        try withState { (state) throws(SystemError) in
            // libzstd refuses more than the announced size. That happens if a file changed meanwhile, whose reader
            // throws in the end.
            let part = UnsafeRawBufferPointer(rebasing: bytes.buffer.prefix(state.missingByteCount))
            try state.output.append(part)
            state.missingByteCount -= part.count
        }
    }

    func finish() {}

    private func withState(_ body: @Sendable (inout State) throws(SystemError) -> Void) throws(SystemError) {
        let result = state.withLock { state in Result { () throws(SystemError) in try body(&state) } }
        try result.get()
    }
}
