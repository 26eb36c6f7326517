import COpenSSL

/// The SHA-256 digest, through libcrypto.
enum SHA256 {
    static let byteCount = 32

    /// The digest of `parts`, one after the other.
    static func digest(_ parts: [UInt8]...) -> [UInt8] {
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
        var bytes = [UInt8](repeating: 0, count: count)
        return RAND_bytes(&bytes, Int32(count)) == 1 ? bytes : nil
    }
}

/// The library behind cipher and digests.
enum CryptographyLibrary {
    /// Its version, as in "3.0.11".
    static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}
