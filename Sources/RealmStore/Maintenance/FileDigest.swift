import Foundation
import Synchronization

/// The SHA-256 digest of a file, computed on a thread of its own while others read the file, too.
final class FileDigest: Sendable {
    private let path: String
    private let result = Mutex<Result<[UInt8], SystemError>?>(nil)
    private let queue = DispatchQueue(label: "RealmStore.FileDigest")

    /// Begins to read the file, which stays as it is.
    init(_ path: String) {
        self.path = path
        queue.async { [self] in
            let digest = Result { () throws(SystemError) in try FileDigest.digest(of: path) }
            result.withLock { $0 = digest }
        }
    }

    private static func digest(of path: String) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor.open(path, .readOnly)
        let sink = DigestSink()
        try sink.write(contentsOf: file, byteCount: try file.byteCount()) { _ in }
        return sink.take().digest
    }

    /// Waits for the digest.
    ///
    /// - Throws: why the file could not be read.
    func finish() throws(SystemError) -> [UInt8] {
        queue.sync {}
        guard let result = result.withLock({ $0 }) else { preconditionFailure("the queue has done its work") }
        return try result.get()
    }
}
