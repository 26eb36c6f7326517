import Glibc

/// Files that exist in memory only: without a name, gone with their last descriptor. There is nothing to make durable.
struct MemoryDisk: Disk {
    func write(_ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int) throws(SystemError) {
        try file.write(bytes, at: offset)
    }

    func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError) {
        try file.allocate(from: start, to: end)
    }

    func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError) {
        try file.resize(to: byteCount)
    }

    func sync(_ file: borrowing FileDescriptor) throws(SystemError) {}

    /// The name serves as a label for debuggers; any number of files may have it.
    func create(_ name: String, in directory: Directory, mode: UInt32) throws(SystemError) -> FileDescriptor {
        try .memory(name)
    }

    func move(_ name: String, toNew target: String, in directory: Directory) throws(SystemError) {
        throw SystemError("rename", ENOSYS)
    }

    func replace(_ target: String, with name: String, in directory: Directory) throws(SystemError) {
        throw SystemError("rename", ENOSYS)
    }

    func remove(_ name: String, from directory: Directory) throws(SystemError) {}

    func sync(_ directory: Directory) throws(SystemError) {}
}

extension FileDescriptor {
    private typealias MemoryFileCall = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32

    /// `memfd_create`, missing from Glibc's module.
    private static let memoryFileCall: MemoryFileCall? =
        dlsym(nil, "memfd_create").map { unsafeBitCast($0, to: MemoryFileCall.self) }
    /// `MFD_CLOEXEC`, likewise.
    private static let closeOnExec: UInt32 = 1
    /// The limit of the system.
    private static let longestLabel = 249

    /// An empty file in memory.
    ///
    /// - Parameter label: what the system's tools show.
    static func memory(_ label: String) throws(SystemError) -> FileDescriptor {
        guard let call = memoryFileCall else { throw SystemError("memfd_create", ENOSYS) }
        let bytes = label.utf8.prefix(longestLabel).map { CChar(bitPattern: $0) } + [0]
        let descriptor = FileDescriptor(Int32(try retryingInterrupts("memfd_create") { Int(call(bytes, closeOnExec)) }))
        // Since Linux 6.14, writes through the original descriptor wake no watcher. Without /proc the file cannot be
        // watched anyway.
        let opened = Glibc.open(descriptor.ownPath, O_RDWR | O_CLOEXEC)
        if opened < 0 { return descriptor }
        return FileDescriptor(opened)
    }

    /// A path of this open file, valid while this process has it open; unnamed files have one, too.
    var ownPath: String { "/proc/self/fd/\(descriptor)" }
}
