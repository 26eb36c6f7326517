import Foundation
import RealmStore

extension Realm {
    /// Saves the recoverable content of a damaged file into a new one. The damaged file is only read, without a lock;
    /// it must not be written meanwhile.
    ///
    /// The new file is compact, in the newest format, encrypted with the same key, and passes the full verification
    /// before it gets its name. Objects keep their keys if those are known. Additional to the SDK.
    ///
    /// - Parameters:
    ///   - source: the damaged file.
    ///   - target: the new file.
    ///   - encryptionKey: the 64-byte key of an encrypted file.
    ///   - strategy: the source of the content.
    ///   - options: the way the new file is written; the history of a synchronised app is never kept.
    ///   - scratchDirectory: the directory for assembling the salvaged objects; nil for that of `target`.
    ///   - lostAndFound: called with lines of JSON, each with its line feed: objects without a primary key or an owner,
    ///     and texts that are not UTF-8. docs/guides describes them.
    /// - Returns: the saved content, class by class.
    /// - Throws: `invalidDatabase` with reason `damagedFile` if the strategy cannot read anything, with others for a
    ///   file that is not a Realm, or does not match the key; `changedWhileReading`; `fileExists`; errors of writing a
    ///   copy.
    /// - Complexity: O(size of the file), several times; takes a 16th of its size in memory plus 64 MiB, for an
    ///   encrypted file its whole size.
    public static func recover(
        from source: URL, to target: URL, encryptionKey: Data? = nil, strategy: RecoveryStrategy = .auto,
        options: FileWriteOptions = FileWriteOptions(), scratchDirectory: URL? = nil,
        lostAndFound: ((Data) -> Void)? = nil
    ) throws -> RecoveryReport {
        for url in [source, target] where !url.isFileURL || url.path.isEmpty {
            throw invalidInput("'\(url)' is no file URL.")
        }
        let key = try EncryptionKey(checking: encryptionKey)
        return try rethrowing {
            let recovery = try Recovery(
                DamagedSource(source.path, key: key), to: target.path, key: key, options,
                scratchDirectory: scratchDirectory?.path, lostAndFound)
            return try recovery.run(strategy)
        }
    }
}
