import Foundation

extension Realm {
    /// The verdict of a sample of a file's pages on a key. Additional to the SDK.
    public enum KeyProbe: Sendable, Equatable {
        /// The file is a plain Realm file; a key does not matter.
        case notEncrypted
        /// The key fits every page of the sample.
        case fits
        /// The key fits no page, or none was given for a file that looks encrypted.
        case wrongKey
        /// The key fits, but not on these pages, counted from 0.
        case damaged(pages: [Int])
        /// Neither a Realm file nor apparently an encrypted one; without its key that cannot be excluded.
        case notRealmOrEncrypted
    }

    /// Tests a key on up to 64 written pages of a file, without a lock and without opening the Realm.
    ///
    /// Every page of an encrypted file has a checksum that only the right key produces. A plain file is recognised by
    /// its header. Source: file-format/encryption.md, "The encryption key" and "What a wrong key looks like".
    ///
    /// - Throws: `fileNotFound`, `filePermissionDenied`, `fileOperationFailed`, `fileAccess` for the file;
    ///   `invalidInput` for a key that does not have 64 bytes.
    public static func probe(at fileURL: URL, encryptionKey: Data?) throws -> KeyProbe {
        let key = try EncryptionKey(checking: encryptionKey)
        let kind = try rethrowing { try FileKind.of(fileURL.path, key: key) }
        return switch kind {
        case .plain: .notEncrypted
        case .encrypted(.fits): .fits
        case .encrypted(.wrongKey), .keyMissing: .wrongKey
        case .encrypted(.damaged(let pages)): .damaged(pages: pages)
        case .encrypted(.nothingWritten), .unknown: .notRealmOrEncrypted
        }
    }
}
