import COpenSSL
import Synchronization

/// libcrypto's state of AES and HMAC with the keys in it, which takes longer to make than to use for a page. Used by
/// one thread at a time.
final class CipherContext: @unchecked Sendable {
    private let decryption: OpaquePointer
    private let encryption: OpaquePointer
    private let authentication: OpaquePointer

    fileprivate init(_ key: EncryptionKey) {
        guard let decryption = EVP_CIPHER_CTX_new(), let encryption = EVP_CIPHER_CTX_new(),
            let hmac = EVP_MAC_fetch(nil, "HMAC", nil), let authentication = EVP_MAC_CTX_new(hmac)
        else { preconditionFailure("libcrypto has no HMAC, or is out of memory") }
        // The context has a reference of its own.
        EVP_MAC_free(hmac)
        (self.decryption, self.encryption, self.authentication) = (decryption, encryption, authentication)
        let isReady = key.withBytes { aes, hmac in
            [(decryption, 0), (encryption, 1)].allSatisfy { context, isEncrypting in
                EVP_CipherInit_ex(context, EVP_aes_256_cbc(), nil, aes, nil, Int32(isEncrypting)) == 1
                    && EVP_CIPHER_CTX_set_padding(context, 0) == 1
            } && CipherContext.begin(authentication, hmac)
        }
        precondition(isReady, "libcrypto has no AES-256-CBC or no HMAC-SHA224")
    }

    deinit {
        EVP_CIPHER_CTX_free(decryption)
        EVP_CIPHER_CTX_free(encryption)
        EVP_MAC_CTX_free(authentication)
    }

    private static func begin(_ context: OpaquePointer, _ key: UnsafePointer<UInt8>) -> Bool {
        var digest = Array("SHA224".utf8CString)
        return digest.withUnsafeMutableBufferPointer { name in
            let parameters = [
                OSSL_PARAM_construct_utf8_string("digest", name.baseAddress, 0), OSSL_PARAM_construct_end(),
            ]
            return EVP_MAC_init(context, key, 32, parameters) == 1
        }
    }

    /// Writes the 28 bytes that authenticate a page.
    func makeMAC(of page: UnsafeRawPointer, at mac: UnsafeMutableRawPointer) {
        var count = 0
        let isMade =
            EVP_MAC_init(authentication, nil, 0, nil) == 1
            && EVP_MAC_update(authentication, page.assumingMemoryBound(to: UInt8.self), PageCipher.pageSize) == 1
            && EVP_MAC_final(
                authentication, mac.assumingMemoryBound(to: UInt8.self), &count, PageCipher.macByteCount) == 1
        precondition(isMade && count == PageCipher.macByteCount, "libcrypto computes no HMAC-SHA224")
    }

    /// Encrypts or decrypts a page with an IV of 16 bytes.
    func run(
        _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, iv: UnsafePointer<UInt8>, encrypting: Bool
    ) {
        let context = encrypting ? encryption : decryption
        var written: Int32 = 0
        let isDone =
            EVP_CipherInit_ex(context, nil, nil, nil, iv, -1) == 1
            && EVP_CipherUpdate(
                context, target.assumingMemoryBound(to: UInt8.self), &written,
                source.assumingMemoryBound(to: UInt8.self), Int32(PageCipher.pageSize)) == 1
        precondition(isDone && written == PageCipher.pageSize, "libcrypto computes no AES-256-CBC")
    }

    /// The contexts of one key: as many as threads use it at the same time.
    final class Pool: Sendable {
        private let key: EncryptionKey
        private let idle = Mutex<[CipherContext]>([])

        init(_ key: EncryptionKey) { self.key = key }

        func withContext<Result>(_ body: (CipherContext) -> Result) -> Result {
            let context = idle.withLock { $0.popLast() } ?? CipherContext(key)
            defer { idle.withLock { $0.append(context) } }
            return body(context)
        }
    }
}
