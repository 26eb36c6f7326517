import COpenSSL

/// The SHA-256 digest, through libcrypto.
package enum SHA256 {
    static let byteCount = 32

    /// The digest of `parts`, one after the other.
    package static func digest(_ parts: [UInt8]...) -> [UInt8] {
        CryptographyLibrary.prepare()
        let bytes = parts.flatMap { $0 }
        var digest = [UInt8](repeating: 0, count: byteCount)
        let made = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(made == 1, "libcrypto has no SHA-256")
        return digest
    }
}

/// Random bytes fit for keys, from the generator of libcrypto.
enum SecureRandom {
    /// Nil if the generator has no seed.
    static func bytes(_ count: Int) -> [UInt8]? {
        CryptographyLibrary.prepare()
        var bytes = [UInt8](repeating: 0, count: count)
        return RAND_bytes(&bytes, Int32(count)) == 1 ? bytes : nil
    }
}

/// The library behind cipher and digests.
enum CryptographyLibrary {
    /// Keeps the library from tidying up when the process ends: a thread that still reads an encrypted file then would
    /// end it with a signal. To be called before any other of its functions.
    static func prepare() { _ = isPrepared }

    private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

    /// Its version, as in "3.0.11".
    static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}

/// The SHA-1 digest, through libcrypto: part of how the file format names primary keys, not used for security.
enum SHA1 {
    /// The first two words of the digest, little-endian.
    static func firstWords(of bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        CryptographyLibrary.prepare()
        return withUnsafeTemporaryAllocation(byteCount: 20, alignment: 8) { digest in
            let target = digest.baseAddress!.assumingMemoryBound(to: UInt8.self)
            let made = EVP_Digest(bytes.baseAddress, bytes.count, target, nil, EVP_sha1(), nil)
            precondition(made == 1, "libcrypto has no SHA-1")
            return (
                UInt64(littleEndian: digest.load(as: UInt64.self)),
                UInt64(littleEndian: digest.load(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
