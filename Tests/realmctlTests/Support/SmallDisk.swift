import Foundation
import Glibc

/// A small file system in memory, which only root may mount; removed with this object.
final class SmallDisk {
    let path: String

    /// Nil, with a message, if it cannot be mounted.
    init?(kilobytes: Int) {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("small-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("realmctl", path, "tmpfs", 0, "size=\(kilobytes << 10)") == 0 else {
            print("skipped: no file system can be mounted (\(String(cString: strerror(errno))))")
            rmdir(path)
            return nil
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        rmdir(path)
    }
}
