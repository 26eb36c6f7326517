import Glibc

/// The status of a file.
package struct FileStatus: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    package let byteCount: Int
    /// Bytes of the disk that the file takes.
    let allocatedByteCount: Int
    /// Time of the last write, in nanoseconds since 1970; good for comparing, as years from 2262 on wrap around.
    let modifiedNanoseconds: Int64
    package let isDirectory: Bool
    package let isRegularFile: Bool
    /// True for a symbolic link that was not followed.
    let isLink: Bool
    /// True for a named pipe.
    let isPipe: Bool
    /// Permission bits.
    package let mode: UInt32
    /// The number of hard links.
    package let linkCount: Int
    let user: UInt32
    let group: UInt32

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        byteCount = Int(status.st_size)
        allocatedByteCount = 512 * Int(status.st_blocks)
        modifiedNanoseconds = (Int64(status.st_mtim.tv_sec) &* 1_000_000_000) &+ Int64(status.st_mtim.tv_nsec)
        isDirectory = (status.st_mode & S_IFMT) == S_IFDIR
        isRegularFile = (status.st_mode & S_IFMT) == S_IFREG
        isLink = (status.st_mode & S_IFMT) == S_IFLNK
        isPipe = (status.st_mode & S_IFMT) == S_IFIFO
        mode = UInt32(status.st_mode) & 0o7777
        linkCount = Int(status.st_nlink)
        user = status.st_uid
        group = status.st_gid
    }

    /// True if both describe the same file.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// The status of the file that `path` leads to, symbolic links followed.
    package static func ofPath(_ path: String) throws(SystemError) -> FileStatus {
        try checkPath(path, for: "stat")
        var status = stat()
        _ = try retryingInterrupts("stat") { Int(stat(path, &status)) }
        return FileStatus(status)
    }
}
