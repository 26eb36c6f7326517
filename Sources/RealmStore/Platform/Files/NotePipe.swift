import Glibc

/// A named pipe through which processes only wake each other: it holds one byte at most, and nobody waits for it.
final class NotePipe: Sendable {
    private let file: FileDescriptor
    private let status: FileStatus

    /// - Parameter file: from `Directory.openPipe`.
    init(_ file: consuming FileDescriptor) throws(SystemError) {
        status = try file.status()
        self.file = file
    }

    /// Whether the pipe is the one with this status.
    func isSame(as other: FileStatus) -> Bool { status.isSameFile(as: other) }

    /// Wakes those who watch the pipe.
    func tell() {
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { buffer in
            while read(file.descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        _ = withUnsafeBytes(of: UInt8(0)) { write(file.descriptor, $0.baseAddress, 1) }
    }
}
