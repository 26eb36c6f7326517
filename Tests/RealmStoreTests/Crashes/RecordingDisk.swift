import Synchronization

@testable import RealmStore
@testable import TestSupport

/// A disk that records all its calls, from which `CrashImages` creates the files that a power loss could leave.
final class RecordingDisk: Disk {
    private let list = Mutex<[DiskCall]>([])
    private let real = RealDisk()

    var calls: [DiskCall] { list.withLock { $0 } }

    /// The calls since the last call of this function.
    func takeCalls() -> [DiskCall] {
        list.withLock { list in
            defer { list = [] }
            return list
        }
    }

    private func note(_ call: DiskCall) { list.withLock { $0.append(call) } }

    func write(_ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int) throws(SystemError) {
        note(.write(offset: offset, bytes: Array(bytes)))
        try real.write(bytes, to: file, at: offset)
    }

    func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError) {
        note(.allocate(from: start, to: end))
        try real.allocate(file, from: start, to: end)
    }

    func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError) {
        note(.resize(to: byteCount))
        try real.resize(file, to: byteCount)
    }

    func sync(_ file: borrowing FileDescriptor) throws(SystemError) {
        // Events between the call and its return belong to the images before it.
        try real.sync(file)
        note(.sync)
    }

    func create(_ name: String, in directory: Directory, mode: UInt32) throws(SystemError) -> FileDescriptor {
        note(.create)
        return try real.create(name, in: directory, mode: mode)
    }

    func move(_ name: String, toNew target: String, in directory: Directory) throws(SystemError) {
        note(.move)
        try real.move(name, toNew: target, in: directory)
    }

    func replace(_ target: String, with name: String, in directory: Directory) throws(SystemError) {
        note(.replace)
        try real.replace(target, with: name, in: directory)
    }

    func remove(_ name: String, from directory: Directory) throws(SystemError) {
        try real.remove(name, from: directory)
    }

    func sync(_ directory: Directory) throws(SystemError) {
        note(.syncDirectory)
        try real.sync(directory)
    }
}
