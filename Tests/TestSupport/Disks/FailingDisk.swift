import Glibc
import Synchronization

@testable import RealmStore

/// A disk with one failing call.
final class FailingDisk: Disk {
    private struct State {
        var remaining = Int.max
        var number: Int32 = EIO
        var failed: DiskCall?
        var failsResizes = false
    }

    private let state = Mutex(State())
    private let real = RealDisk()

    /// A write that fails has written half of its bytes, in whole units.
    private let unit: Int

    init(unit: Int = 1) { self.unit = unit }

    /// Makes every call that truncates the file fail.
    func failResizes() { state.withLock { $0.failsResizes = true } }

    /// Makes call `index` from now on fail, counted from 0.
    func fail(call index: Int, _ number: Int32) {
        state.withLock { $0 = State(remaining: index, number: number) }
    }

    /// The call that failed.
    var failed: DiskCall? { state.withLock { $0.failed } }

    private func count(_ call: @autoclosure () -> DiskCall) throws(SystemError) {
        let number = state.withLock { state -> Int32? in
            defer { if state.remaining != .max { state.remaining -= 1 } }
            guard state.remaining == 0 else { return nil }
            state.failed = call()
            return state.number
        }
        if let number { throw SystemError("test", number) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor, at offset: Int) throws(SystemError) {
        do {
            try count(.write(offset: offset, bytes: Array(bytes)))
        } catch {
            let half = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2 / unit * unit)])
            try real.write(half, to: file, at: offset)
            throw error
        }
        try real.write(bytes, to: file, at: offset)
    }

    func allocate(_ file: borrowing FileDescriptor, from start: Int, to end: Int) throws(SystemError) {
        try count(.allocate(from: start, to: end))
        try real.allocate(file, from: start, to: end)
    }

    func resize(_ file: borrowing FileDescriptor, to byteCount: Int) throws(SystemError) {
        if state.withLock({ $0.failsResizes }) { throw SystemError("test", EIO) }
        try count(.resize(to: byteCount))
        try real.resize(file, to: byteCount)
    }

    func sync(_ file: borrowing FileDescriptor) throws(SystemError) {
        try count(.sync)
        try real.sync(file)
    }

    func create(_ name: String, in directory: Directory, mode: UInt32) throws(SystemError) -> FileDescriptor {
        try count(.create)
        return try real.create(name, in: directory, mode: mode)
    }

    func move(_ name: String, toNew target: String, in directory: Directory) throws(SystemError) {
        try count(.move)
        try real.move(name, toNew: target, in: directory)
    }

    func replace(_ target: String, with name: String, in directory: Directory) throws(SystemError) {
        try count(.replace)
        try real.replace(target, with: name, in: directory)
    }

    func remove(_ name: String, from directory: Directory) throws(SystemError) {
        try count(.remove)
        try real.remove(name, from: directory)
    }

    func sync(_ directory: Directory) throws(SystemError) {
        try count(.syncDirectory)
        try real.sync(directory)
    }
}
