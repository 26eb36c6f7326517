import COpenSSL

/// Random bytes fit for keys, from the generator of libcrypto.
enum SecureRandom {
    /// Nil if the generator has no seed.
    static func bytes(_ count: Int) -> [UInt8]? {
        CryptographyLibrary.prepare()
        var bytes = [UInt8](repeating: 0, count: count)
        return RAND_bytes(&bytes, Int32(count)) == 1 ? bytes : nil
    }
}
