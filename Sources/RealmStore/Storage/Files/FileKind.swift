/// The kind of a file, as far as it can be determined without reading a node.
enum FileKind: Sendable {
    case plain
    case encrypted(EncryptedPages.Probe)
    /// Has the shape of an encrypted file, and no key was given.
    case keyMissing
    case unknown

    /// Examines the header, and with a key a sample of pages.
    static func of(_ path: String, key: EncryptionKey?) throws(StorageError) -> FileKind {
        let status = try FileStatus.ofRegularFile(path)
        do {
            let file = try FileDescriptor.open(path, .readOnly)
            let start = try file.bytes(RawFileHeader.byteCount, at: 0)
            let hasMark =
                start.count == RawFileHeader.byteCount
                && start.withUnsafeBytes { RawFileHeader($0.baseAddress!).hasMark }
            if hasMark { return .plain }
            guard status.byteCount >= 2 * PageCipher.pageSize else { return .unknown }
            guard let key else { return EncryptedPages.looksEncrypted(file) ? .keyMissing : .unknown }
            let range = try AddressRange(atLeast: status.byteCount)
            return .encrypted(try EncryptedPages(file: file, key: key, into: range).probe())
        } catch {
            throw StorageError(error, path)
        }
    }
}
