import Glibc

/// The kind of a file system, by the number with which the system names it.
enum FileSystemKind {
    /// NFS, SMB, CIFS and SMB 2, AFS, Ceph, Lustre, GFS2, OCFS2: other machines may have the same files open.
    private static let shared: Set<UInt32> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x00C3_6400, 0x0BD0_0BD0, 0x0116_1970, 0x7461_636F,
    ]

    /// True for a file system that several machines share: locks and shared memory do not reach from one to the others.
    static func isSharedByMachines(_ number: UInt32) -> Bool { shared.contains(number) }
}

extension Directory {
    /// Whether several machines may share the file system of the directory.
    var isSharedByMachines: Bool {
        guard let number = try? fileSystemNumber() else { return false }
        return FileSystemKind.isSharedByMachines(number)
    }
}
