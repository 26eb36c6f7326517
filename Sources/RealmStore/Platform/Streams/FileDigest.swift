import Synchronization

/// The SHA-256 digest of a file, computed on a thread of its own while others read the file, too.
package final class FileDigest: Sendable {
    private let path: String
    private let result = Shared()
    private let queue = BackgroundQueue("RealmStore.FileDigest")

    /// The result of the thread.
    private final class Shared: Sendable {
        let digest = Mutex<Result<[UInt8], SystemError>?>(nil)
    }

    /// Starts reading the file, which must not change. Reading stops if the digest is destroyed before the end.
    package init(_ path: String) {
        self.path = path
        queue.add { [result] end in
            let digest = Result { () throws(SystemError) in try FileDigest.digest(of: path, until: end) }
            result.digest.withLock { $0 = digest }
        }
    }

    private static func digest(
        of path: String, until end: BackgroundQueue.End
    ) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor.open(path, .readOnly)
        let sink = Sink(end: end)
        try sink.write(contentsOf: file, byteCount: try file.byteCount()) { _ in }
        return sink.digest.take().digest
    }

    private struct Sink: BlockSink {
        let digest = DigestSink()
        let end: BackgroundQueue.End

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
            if end.hasCome { throw SystemError.cancelled }
            digest.write(bytes, at: offset)
        }

        func finish() {}
    }

    /// Waits for the digest.
    ///
    /// - Throws: the error of reading the file.
    package func finish() throws(SystemError) -> [UInt8] {
        queue.wait()
        guard let result = result.digest.withLock({ $0 }) else { preconditionFailure("the queue has done its work") }
        return try result.get()
    }
}
