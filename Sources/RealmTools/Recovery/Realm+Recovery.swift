import Foundation
import RealmStore

extension Realm {
    /// Saves what can be saved of a damaged file into a new one. The damaged file is only read, without a lock; nobody
    /// may write it meanwhile.
    ///
    /// The new file is compact, in the newest format, encrypted with the same key, and passes the full verification
    /// before it gets its name. Objects keep their keys where those are known. Additional to the SDK.
    ///
    /// - Parameters:
    ///   - source: the damaged file.
    ///   - target: the new file.
    ///   - encryptionKey: the 64-byte key of an encrypted file.
    ///   - strategy: where the content comes from.
    ///   - options: how the new file is written; nothing of a synchronised app's history is kept in any case.
    ///   - scratchDirectory: where the salvaged objects are put together; nil for the directory of `target`.
    ///   - lostAndFound: called with lines of JSON, each with its line feed: objects that have no primary key or no
    ///     owner any more, and texts that are none. docs/guides describes them.
    /// - Returns: what was saved, class by class.
    /// - Throws: `invalidDatabase` with reason `damagedFile` if nothing can be read by the strategy, with others for a
    ///   file that is no Realm, or does not fit the key; `changedWhileReading`; `fileExists`; what writing a copy
    ///   throws.
    /// - Complexity: O(size of the file), several times; takes a 16th of its size in memory and 64 MiB, and of an
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
