import COpenSSL

/// The SHA-1 digest, through libcrypto: used by the file format to derive object keys from primary keys, not used for
/// security.
enum SHA1 {
    /// The first two words of the digest, little-endian.
    static func firstWords(of bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        CryptographyLibrary.prepare()
        return withUnsafeTemporaryAllocation(byteCount: 20, alignment: 8) { digest in
            let target = digest.baseAddress!.assumingMemoryBound(to: UInt8.self)
            let status = EVP_Digest(bytes.baseAddress, bytes.count, target, nil, EVP_sha1(), nil)
            precondition(status == 1, "libcrypto has no SHA-1")
            return (
                UInt64(littleEndian: digest.load(as: UInt64.self)),
                UInt64(littleEndian: digest.load(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
