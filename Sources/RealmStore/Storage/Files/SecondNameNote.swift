/// The content of a note beside a file: the second name of the file while it is being replaced (`SecondName`), and the
/// file's identity.
struct SecondNameNote {
    let name: String
    private let inode: UInt64
    private let modifiedNanoseconds: Int64

    init(_ name: String, _ status: FileStatus) {
        (self.name, inode, modifiedNanoseconds) = (name, status.inode, status.modifiedNanoseconds)
    }

    /// Reads a note; nil for anything else.
    init?(_ file: borrowing FileDescriptor) {
        guard let bytes = try? file.bytes(Self.limit, at: 0), bytes.count < Self.limit else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 2)
        guard lines.count == 3, let inode = UInt64(lines[0]), let time = Int64(lines[1]) else { return nil }
        (name, self.inode, modifiedNanoseconds) = (String(lines[2]), inode, time)
    }

    private static let limit = 512

    var bytes: [UInt8] { Array("\(inode)\n\(modifiedNanoseconds)\n\(name)".utf8) }

    /// True for the file that was to be replaced, in its state of that time.
    func isAbout(_ status: FileStatus) -> Bool {
        status.inode == inode && status.modifiedNanoseconds == modifiedNanoseconds
    }
}
