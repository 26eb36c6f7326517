import Foundation

extension Realm {
    /// Returns 64 random bytes for a new encryption key. Additional to the SDK.
    ///
    /// - Throws: `fail` if the generator has no seed.
    public static func generateEncryptionKey() throws -> Data {
        guard let bytes = SecureRandom.bytes(EncryptionKey.byteCount) else {
            throw RLMError(.fail, "The random number generator gives no bytes.")
        }
        return Data(bytes)
    }

    /// Returns 16 hexadecimal digits that identify a key without revealing it. Additional to the SDK.
    ///
    /// They are the beginning of the SHA-256 digest of "realmctl-key-v1" and the key.
    public static func keyFingerprint(_ key: Data) -> String {
        SHA256.digest(Array("realmctl-key-v1".utf8), Array(key)).prefix(8).hexadecimal
    }
}
