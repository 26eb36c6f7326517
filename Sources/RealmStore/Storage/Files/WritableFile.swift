import Synchronization

/// An open file and the calls that change it. After a failed write or sync the state of the disk is unknown; then
/// nothing more is written.
final class WritableFile: Sendable {
    let contents: FileContents
    private let file: FileDescriptor
    private let disk: any Disk
    private let isBroken = Atomic(false)
    private let participant: Participant

    /// The marks by which others see that pages are being written.
    var marks: PageMarks { participant.memory.pageMarks }

    var path: String { contents.path }
    var pages: EncryptedPages? { contents.pages }

    /// Whether Realm Core may be reading the file.
    var isReadByOtherEngines: Bool { participant.hasOtherEngines }

    init(
        _ contents: FileContents, _ file: consuming FileDescriptor, _ disk: any Disk, _ participant: Participant
    ) {
        self.contents = contents
        self.participant = participant
        self.file = file
        self.disk = disk
    }

    /// Throws `writingStopped` if an earlier write failed.
    func checkUsable() throws(StorageError) {
        if isStopped {
            throw StorageError(
                .writingStopped, path,
                "cannot be written any more, because an earlier write failed: close and open it again")
        }
    }

    /// True after a failed write, or `stop`.
    var isStopped: Bool { isBroken.load(ordering: .acquiring) }

    /// Prevents further writes, as after a failed write.
    func stop() { isBroken.store(true, ordering: .releasing) }

    /// - Parameter offset: in the file on the disk.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StorageError) {
        try final { () throws(SystemError) in try disk.write(bytes, to: file, at: offset) }
    }

    /// - Parameter offset: in the file on the disk.
    func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: bytes)
        try write(UnsafeRawBufferPointer(buffer), at: offset)
    }

    func sync() throws(StorageError) { try final { () throws(SystemError) in try disk.sync(file) } }

    private func final(_ call: () throws(SystemError) -> Void) throws(StorageError) {
        try checkUsable()
        do {
            try call()
        } catch {
            stop()
            throw StorageError(error, path)
        }
    }

    /// Makes the file at least large enough for `plainByteCount` bytes, whole pages, with blocks on the disk. A failure
    /// changes nothing of the content.
    func allocate(plainByteCount: Int) throws(StorageError) {
        let present = contents.plainByteCount
        guard plainByteCount > present else { return }
        var start = present
        if pages != nil {
            // The table before the first new page may be missing as well.
            start = EncryptedPages.offset(ofPage: present / PageCipher.pageSize) - PageCipher.pageSize
        }
        let end = fileByteCount(plainByteCount: plainByteCount)
        // Who joins reads the size of the file and then its header.
        try participant.growing { () throws(StorageError) in
            try StorageError.onSystemError(path, disk.allocate(file, from: start, to: end))
        }
        if pages == nil, end - start <= WritableFile.filledByteCount { try fill(from: start, to: end) }
        try contents.follow()
    }

    /// Space for many small commits is written in advance, since the first write to a block changes the file's
    /// metadata, which would have to be synced with every commit.
    private static let filledByteCount = 1 << 20

    private func fill(from start: Int, to end: Int) throws(StorageError) {
        let zeros = UnsafeMutableRawBufferPointer.allocate(byteCount: end - start, alignment: 16)
        defer { zeros.deallocate() }
        zeros.initializeMemory(as: UInt8.self, repeating: 0)
        try write(UnsafeRawBufferPointer(zeros), at: start)
    }

    /// Truncates the file to `plainByteCount` bytes, whole pages. A file that stays longer is fine, too, as one does
    /// that Realm Core has open.
    func cut(plainByteCount: Int) {
        guard plainByteCount < contents.plainByteCount else { return }
        participant.shrinking {
            // Whoever looks at the file without taking part has mapped all of it.
            if let isLocked = try? file.lockByte(FileContents.lookByte), !isLocked { return }
            defer { try? file.unlockByte(FileContents.lookByte) }
            if let pages {
                for page in plainByteCount / PageCipher.pageSize..<pages.pageCount { pages.setCounter(0, ofPage: page) }
            }
            try? disk.resize(file, to: fileByteCount(plainByteCount: plainByteCount))
            try? contents.follow()
        }
    }

    private func fileByteCount(plainByteCount: Int) -> Int {
        pages == nil ? plainByteCount : EncryptedPages.fileByteCount(ofPages: plainByteCount / PageCipher.pageSize)
    }
}
