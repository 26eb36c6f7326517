import COpenSSL

/// Encrypts, decrypts and authenticates pages of 4096 bytes: AES-256-CBC under HMAC-SHA224, through libcrypto.
///
/// The IV is the write counter (4 bytes) and the page's plain offset (8 bytes), little-endian, and zeros; the MAC is
/// over the encrypted bytes only. Source: file-format/encryption.md, "Cipher and MAC".
struct PageCipher: Sendable {
    static let pageSize = 4096
    static let macByteCount = 28

    private let contexts: CipherContext.Pool

    init(_ key: EncryptionKey) {
        CryptographyLibrary.prepare()
        contexts = CipherContext.Pool(key)
    }

    /// True if `mac` (28 bytes) authenticates the encrypted `page`; compared in constant time.
    func authenticates(_ page: UnsafeRawPointer, mac: UnsafeRawPointer) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: PageCipher.macByteCount, alignment: 1) { computed in
            makeMAC(of: page, at: computed.baseAddress!)
            return CRYPTO_memcmp(computed.baseAddress, mac, PageCipher.macByteCount) == 0
        }
    }

    /// Writes the 28 bytes that authenticate the encrypted `page`.
    func makeMAC(of page: UnsafeRawPointer, at mac: UnsafeMutableRawPointer) {
        contexts.withContext { $0.makeMAC(of: page, at: mac) }
    }

    /// Decrypts one page from `source` to `target`.
    ///
    /// - Parameters:
    ///   - offset: the page's offset in the plain file.
    ///   - counter: the write counter that goes with the MAC that fitted.
    func decrypt(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, offset: Int, counter: UInt32) {
        run(source, target, offset: offset, counter: counter, encrypting: false)
    }

    /// Encrypts one page from `source` to `target`.
    ///
    /// - Parameters:
    ///   - offset: the page's offset in the plain file.
    ///   - counter: the write counter; never the same twice for other content of this page, and never 0.
    func encrypt(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, offset: Int, counter: UInt32) {
        run(source, target, offset: offset, counter: counter, encrypting: true)
    }

    private func run(
        _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, offset: Int, counter: UInt32, encrypting: Bool
    ) {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { iv in
            iv.initializeMemory(as: UInt8.self, repeating: 0)
            iv.storeBytes(of: counter.littleEndian, toByteOffset: 0, as: UInt32.self)
            iv.storeBytes(of: UInt64(offset).littleEndian, toByteOffset: 4, as: UInt64.self)
            let vector = iv.baseAddress!.assumingMemoryBound(to: UInt8.self)
            contexts.withContext { $0.run(source, target, iv: vector, encrypting: encrypting) }
        }
    }
}
