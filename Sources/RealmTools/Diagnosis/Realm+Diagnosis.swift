import Foundation
import RealmStore

extension Realm {
    /// Finds out why a file does not open: what it is, whether its key is right, whether it is damaged, too old or in
    /// use, what may be done with it, and what could be saved.
    ///
    /// Nothing is written into the file or beside it, and no lock is taken. A file that other processes write
    /// meanwhile is read again if it changed. Additional to the SDK.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - encryptionKey: the 64-byte key of an encrypted file; ignored for a plain one.
    ///   - level: how thoroughly damage is looked for.
    ///   - maxProblems: the maximum number of listed problems; the others are counted.
    ///   - lockTimeout: the time to wait for a process that replaces the file.
    ///   - scratchDirectory: the directory of a private copy, if one is needed; nil for the system's directory.
    ///   - progress: its `totalUnitCount` is set to the number of steps of the verification.
    /// - Throws: `invalidInput` for a URL of no file, or a key that does not have 64 bytes. Whatever is wrong with the
    ///   file is in the diagnosis.
    /// - Complexity: O(size of the file), with level `quick` as far as it is sound: O(classes and free blocks).
    public static func diagnose(
        at url: URL, encryptionKey: Data? = nil, level: VerifyLevel = .full, maxProblems: Int = 100,
        lockTimeout: Duration = .zero, scratchDirectory: URL? = nil, progress: Progress? = nil
    ) throws -> FileDiagnosis {
        guard url.isFileURL, !url.path.isEmpty else { throw invalidInput("'\(url)' is no file URL.") }
        _ = try EncryptionKey(checking: encryptionKey)
        return try DiagnosisRun(
            url: url, key: encryptionKey, level: level, maxProblems: maxProblems, lockTimeout: lockTimeout,
            scratchDirectory: scratchDirectory, progress: progress
        ).run()
    }
}
