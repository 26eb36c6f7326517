import Glibc
import Synchronization
import TestSupport

@testable import RealmStore

/// A call that changes a file.
enum DiskCall: Equatable, Sendable {
    case write(offset: Int, bytes: [UInt8])
    case allocate(from: Int, to: Int)
    case resize(to: Int)
    case sync
    case create, move, replace, remove, syncDirectory
}

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

/// The files that a power loss could leave: everything up to the last sync, and any part of the later writes.
struct CrashImages {
    /// The file before the first call.
    private(set) var base: [UInt8]
    private(set) var calls: [DiskCall]
    /// Encrypted pages reach the disk whole or not at all: the format has no other way to change a page.
    let isEncrypted: Bool

    init(base: [UInt8], calls: [DiskCall], isEncrypted: Bool) {
        self.base = base
        self.calls = calls
        self.isEncrypted = isEncrypted
    }

    enum Loss {
        /// The process died, and the system did not.
        case nothing
        /// All unsynced writes are lost.
        case everything
        /// Any sectors of 512 bytes, in any order.
        case random

        /// Any of these, most often the third.
        static func any(using random: inout SeededGenerator) -> Loss {
            [.nothing, .everything, .random, .random, .random, .random].randomElement(using: &random)!
        }
    }

    /// The image after the first `count` calls.
    func image(after count: Int, _ loss: Loss, using random: inout SeededGenerator) -> [UInt8] {
        let done = calls[..<count]
        let synced = done.lastIndex(of: .sync).map { $0 + 1 } ?? 0
        var image = base
        for call in done[..<synced] { apply(call, to: &image) { _ in true } }
        let durableSize = image.count
        for call in done[synced...] {
            apply(call, to: &image) { _ in
                switch loss {
                case .nothing: true
                case .everything: false
                case .random: Bool.random(using: &random)
                }
            }
        }
        if loss == .random, image.count > durableSize, Bool.random(using: &random) {
            image.removeLast(image.count - durableSize)
        }
        return image
    }

    /// Calls after the last sync.
    var pendingCount: Int { calls.count - (calls.lastIndex(of: .sync).map { $0 + 1 } ?? 0) }

    /// Whether the commit to which the calls belong has happened after the first `count`; nil if that depends on the
    /// lost writes. The last write of a commit is the one that makes it count.
    func isCommitted(after count: Int) -> Bool? {
        let deciding = calls.lastIndex { if case .write = $0 { true } else { false } } ?? -1
        if count <= deciding { return false }
        return count > calls[(deciding + 1)...].firstIndex(of: .sync) ?? calls.count ? true : nil
    }

    /// Continues after the last sync: the writes before it are the base of later images, those after it can still be
    /// lost.
    mutating func append(_ later: [DiskCall]) {
        if let last = calls.lastIndex(of: .sync) {
            for call in calls[...last] { apply(call, to: &base) { _ in true } }
            calls.removeFirst(last + 1)
        }
        calls += later
    }

    private func apply(_ call: DiskCall, to image: inout [UInt8], _ isKept: (Int) -> Bool) {
        switch call {
        case .write(let offset, let bytes):
            if image.count < offset + bytes.count, isKept(-1) { grow(&image, to: offset + bytes.count) }
            var position = 0
            while position < bytes.count {
                let unit = unit(at: offset + position)
                let end = min(bytes.count, (offset + position) / unit * unit + unit - offset)
                if isKept(position), offset + end <= image.count {
                    image.replaceSubrange(offset + position..<offset + end, with: bytes[position..<end])
                }
                position = end
            }
        case .allocate(_, let end): if isKept(0) { grow(&image, to: end) }
        case .resize(let size):
            guard isKept(0) else { return }
            grow(&image, to: size)
            image.removeLast(image.count - size)
        default: break
        }
    }

    /// Bytes that reach the disk together.
    private func unit(at offset: Int) -> Int {
        isEncrypted && offset / 4096 % 65 != 0 ? 4096 : 512
    }

    private func grow(_ image: inout [UInt8], to size: Int) {
        if size > image.count { image += [UInt8](repeating: 0, count: size - image.count) }
    }
}
