import Glibc

/// The system's list of file locks, `/proc/locks`.
enum LockTable {
    /// Processes that hold a `flock` on the file, ascending. Waiting processes are not among them, nor those that this
    /// process cannot see. Empty on file systems whose files have other device numbers than their locks.
    static func holders(device: UInt64, inode: UInt64) -> [Int32] {
        contents("/proc/locks").map { holders(device: device, inode: inode, in: $0) } ?? []
    }

    /// The same, from the text of `/proc/locks`.
    static func holders(device: UInt64, inode: UInt64, in table: String) -> [Int32] {
        locks(device: device, inode: inode, in: table).keys.sorted()
    }

    /// As `holders`, with whether each holds the lock exclusively.
    static func locks(device: UInt64, inode: UInt64) -> [Int32: Bool] {
        contents("/proc/locks").map { locks(device: device, inode: inode, in: $0) } ?? [:]
    }

    /// As `holders`, with the number of locks that each holds.
    static func lockCounts(device: UInt64, inode: UInt64) -> [Int32: Int] {
        let found = contents("/proc/locks").map { list(device: device, inode: inode, in: $0) } ?? []
        return Dictionary(found.map { ($0.process, 1) }, uniquingKeysWith: +)
    }

    ///     1: FLOCK  ADVISORY  READ 4711 fd:01:1234 0 EOF
    ///     1: -> FLOCK  ADVISORY  WRITE 4712 fd:01:1234 0 EOF
    private static func list(
        device: UInt64, inode: UInt64, in table: String
    ) -> [(process: Int32, isExclusive: Bool)] {
        let wanted = "\(hex(major(device))):\(hex(minor(device))):\(inode)"
        return table.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", words[5] == wanted, let pid = Int32(words[4]), pid > 0
            else { return nil }
            return (pid, words[3] == "WRITE")
        }
    }

    private static func locks(device: UInt64, inode: UInt64, in table: String) -> [Int32: Bool] {
        Dictionary(list(device: device, inode: inode, in: table).map { ($0.process, $0.isExclusive) }) { $0 || $1 }
    }

    /// The name of a process's program, if it is readable.
    static func commandName(pid: Int32) -> String? {
        contents("/proc/\(pid)/comm").map { String($0.prefix { $0 != "\n" }) }
    }

    /// Whether a process is stopped by a signal or a debugger.
    static func isStopped(_ process: Int32) -> Bool {
        // 4711 (name) T 1 …
        guard let line = contents("/proc/\(process)/stat"), let end = line.lastIndex(of: ")") else { return false }
        return line[end...].dropFirst(2).first.map { "Tt".contains($0) } ?? false
    }

    /// The process that a thread belongs to; the thread's own number if that is not readable.
    static func process(ofThread thread: Int32) -> Int32 {
        let line = contents("/proc/\(thread)/status")?.split(separator: "\n").first { $0.hasPrefix("Tgid:") }
        return line.flatMap { $0.split(whereSeparator: \.isWhitespace).last }.flatMap { Int32($0) } ?? thread
    }

    private static func contents(_ path: String) -> String? {
        guard let file = try? FileDescriptor.open(path, .readOnly) else { return nil }
        var contents: [UInt8] = []
        while let block = try? file.bytes(1 << 16, at: contents.count) {
            if block.isEmpty { return String(decoding: contents, as: UTF8.self) }
            contents += block
        }
        return nil
    }

    /// The parts of a device number as the kernel prints them.
    private static func major(_ device: UInt64) -> UInt64 {
        ((device >> 8) & 0xFFF) | ((device >> 32) & ~0xFFF)
    }

    private static func minor(_ device: UInt64) -> UInt64 { (device & 0xFF) | ((device >> 12) & ~0xFF) }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
