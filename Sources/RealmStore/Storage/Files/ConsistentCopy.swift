/// A private copy of a file that another engine is using, taken without joining its session.
///
/// Header and top array are read, the file is copied, and both are read again: if they are unchanged, no block of that
/// version was overwritten. Of an encrypted file every page must verify as well, since pages are rewritten in place.
/// Source: file-format/free-space-and-commits.md, "Reading a file that another engine writes".
///
/// Apparent damage may be a write in progress. The file is reported as damaged only if the same problem recurs and not
/// a byte has changed in between.
struct ConsistentCopy {
    private let path: String
    private let key: EncryptionKey?
    private let directory: String

    /// The time spent on a file that keeps changing.
    private static let patience = Duration.seconds(10)
    private static let pause: UInt32 = 20
    /// The time for which a file must be unchanged to be reported as damaged: a writer may be suspended in the middle
    /// of a page.
    private static let doubt: UInt32 = 250

    /// - Returns: a descriptor of a scratch file without a name; encrypted if the source is.
    /// - Throws: `changedWhileReading` if the file keeps changing; the problem of one that does not.
    static func make(
        of path: String, key: EncryptionKey?, scratchDirectory: String?
    ) throws(StorageError) -> FileDescriptor {
        try ConsistentCopy(
            path: path, key: key, directory: scratchDirectory ?? FileDescriptor.scratchDirectory
        ).make()
    }

    private func make() throws(StorageError) -> FileDescriptor {
        let begin = ContinuousClock.now
        var suspect: Content?
        repeat {
            do {
                if let copy = try attempt() { return copy }
                suspect = nil
                Pause.milliseconds(ConsistentCopy.pause)
            } catch {
                guard error.isAboutContent else { throw error }
                let content = try content()
                if content == suspect { throw error }
                suspect = content
                Pause.milliseconds(ConsistentCopy.doubt)
            }
        } while ContinuousClock.now - begin < ConsistentCopy.patience
        throw StorageError(
            .changedWhileReading, path, "changes too fast to be read while another process writes it; try again")
    }

    /// A copy; nil if there was a commit meanwhile.
    private func attempt() throws(StorageError) -> FileDescriptor? {
        let source = try openSource()
        let before = try mark(source)
        let copy = try StorageError.onSystemError(directory, FileDescriptor.scratch(in: directory))
        do {
            // Files made from the copy get their permissions from it.
            try copy.setMode(source.status().mode)
            try source.copyContents(to: copy)
        } catch {
            throw StorageError(error, path)
        }
        try takeTornPages(of: copy, from: source)
        guard try mark(source) == before else { return nil }
        guard try mark(copy) == before else { return nil }
        return copy
    }

    private func openSource() throws(StorageError) -> FileDescriptor {
        try StorageError.onSystemError(path, FileDescriptor.open(path, .readOnly))
    }

    /// The bytes that change with every commit: the header, and the top array that it names.
    private func mark(_ file: borrowing FileDescriptor) throws(StorageError) -> [UInt8] {
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

    private func takeTornPages(
        of copy: borrowing FileDescriptor, from source: borrowing FileDescriptor
    ) throws(StorageError) {
        guard let key else { return }
        let torn: Int?
        do {
            torn = try pages(of: copy, key).takeTornPages(from: pages(of: source, key))
        } catch {
            throw StorageError(error, path)
        }
        guard let torn else { return }
        throw StorageError(.damaged, path, "is damaged: \(PageError(page: torn, state: .failed, cause: nil))")
    }

    private func pages(
        of file: borrowing FileDescriptor, _ key: EncryptionKey
    ) throws(SystemError) -> EncryptedPages {
        try EncryptedPages(file: file.duplicate(), key: key, into: AddressRange(atLeast: file.byteCount()))
    }

    /// Everything that can change in a file.
    private struct Content: Equatable {
        let status: FileStatus
        let digest: [UInt8]
    }

    private func content() throws(StorageError) -> Content {
        let file = try openSource()
        var digest = SHA256Stream()
        do {
            var offset = 0
            while true {
                let bytes = try file.bytes(1 << 20, at: offset)
                if bytes.isEmpty { break }
                digest.add(bytes)
                offset += bytes.count
            }
            return Content(status: try file.status(), digest: digest.finish())
        } catch {
            throw StorageError(error, path)
        }
    }
}
