/// A private copy of a file that another engine is using, taken without joining its session.
///
/// Header and top array are read, the file is copied, and both are read again: while they stay the same, no block of
/// that version was written. Of an encrypted file every page must verify as well, since pages are rewritten in place.
/// Source: file format, transactions and space, "Reading a file that Core is writing".
enum ConsistentCopy {
    private static let attempts = 20

    /// - Returns: a descriptor of a scratch file without a name; encrypted if the source is.
    static func make(
        of path: String, key: EncryptionKey?, scratchDirectory: String?
    ) throws(StorageError) -> FileDescriptor {
        let directory = scratchDirectory ?? FileDescriptor.scratchDirectory
        for _ in 0..<attempts {
            let source = try StorageError.onSystemError(path) { () throws(SystemError) in
                try FileDescriptor.open(path, .readOnly)
            }
            let before = try? mark(source, key: key, path)
            let copy = try StorageError.onSystemError(directory) { () throws(SystemError) in
                try FileDescriptor.scratch(in: directory)
            }
            do { try source.copyContents(to: copy) } catch { throw StorageError(error, path) }
            if let before, try pagesVerify(copy, key: key, path), let after = try? mark(source, key: key, path),
                before == after
            {
                return copy
            }
            Pause.milliseconds(20)
        }
        throw StorageError(
            .changedWhileReading, path, "changes too fast to be read while another process writes it; try again")
    }

    /// The bytes that change with every commit: the header, and the top array that it names.
    private static func mark(
        _ file: borrowing FileDescriptor, key: EncryptionKey?, _ path: String
    ) throws(StorageError) -> [UInt8] {
        let opened = try RealmFile(path, copying: file, key: key)
        var bytes = Array(UnsafeRawBufferPointer(start: opened.space.base, count: RawFileHeader.byteCount))
        if let top = opened.top {
            do {
                let node = try opened.space.node(top.ref)
                bytes += UnsafeRawBufferPointer(start: node.payload - Node.headerByteCount, count: node.footprint)
            } catch {
                throw StorageError(error, path)
            }
        }
        return bytes
    }

    private static func pagesVerify(
        _ file: borrowing FileDescriptor, key: EncryptionKey?, _ path: String
    ) throws(StorageError) -> Bool {
        guard key != nil else { return true }
        let opened = try RealmFile(path, copying: file, key: key)
        guard let pages = opened.pages else { return true }
        do {
            for index in 0..<pages.pageCount where try pages.state(ofPage: index) == .failed { return false }
        } catch {
            throw StorageError(error, path)
        }
        return true
    }
}
