@testable import TestSupport

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
