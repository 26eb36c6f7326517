import COpenSSL

/// The 64 bytes that encrypt a file: the AES-256 key, then the HMAC key. Wiped from memory when the last copy goes.
package struct EncryptionKey: Sendable {
    private final class Storage: Sendable {
        /// Written in `init` only, read-only afterwards.
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

        init(_ source: some Collection<UInt8>) {
            bytes = .allocate(byteCount: EncryptionKey.byteCount, alignment: 16)
            bytes.copyBytes(from: source)
        }

        deinit {
            OPENSSL_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
        }
    }

    static let byteCount = 64
    private let storage: Storage

    /// Nil unless there are exactly 64 bytes.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == EncryptionKey.byteCount else { return nil }
        storage = Storage(bytes)
    }

    func withBytes<Result>(_ body: (_ aes: UnsafePointer<UInt8>, _ hmac: UnsafePointer<UInt8>) -> Result) -> Result {
        let start = storage.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
        return withExtendedLifetime(storage) { body(start, start + 32) }
    }

    /// True if the bytes are the same; takes the same time whichever differ.
    func isEqual(to other: EncryptionKey) -> Bool {
        CRYPTO_memcmp(storage.bytes.baseAddress, other.storage.bytes.baseAddress, EncryptionKey.byteCount) == 0
    }
}
