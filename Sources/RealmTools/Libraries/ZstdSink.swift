import RealmStore
import Synchronization

/// Zstd frames that are written to a file. What it takes as a sink becomes the middle of a frame.
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

    /// Begins a frame of `appended` bytes that are appended, and `taken` bytes that are taken from somebody else.
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
            // libzstd refuses more than was announced. It comes from a file that was changed meanwhile, and whoever
            // reads that throws in the end.
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
