/// The disk itself.
package struct RealDisk: Disk {
    package init() {}

    package func write(
        _ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int
    ) throws(SystemError) {
        try file.write(bytes, at: offset)
    }

    package func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError) {
        try file.allocate(from: start, to: end)
    }

    package func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError) {
        try file.resize(to: byteCount)
    }

    package func sync(_ file: borrowing FileDescriptor) throws(SystemError) { try file.sync() }

    package func create(_ name: String, in directory: Directory, mode: UInt32) throws(SystemError) -> FileDescriptor {
        try directory.open(name, .readWrite, create: mode, exclusive: true)
    }

    package func move(_ name: String, toNew target: String, in directory: Directory) throws(SystemError) {
        try directory.move(name, toNew: target)
    }

    package func replace(_ target: String, with name: String, in directory: Directory) throws(SystemError) {
        try directory.replace(target, with: name)
    }

    package func remove(_ name: String, from directory: Directory) throws(SystemError) { try directory.remove(name) }

    package func sync(_ directory: Directory) throws(SystemError) { try directory.sync() }
}
