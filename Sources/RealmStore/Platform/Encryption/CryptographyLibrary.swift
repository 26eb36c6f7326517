import COpenSSL

/// The library behind cipher and digests.
enum CryptographyLibrary {
    /// Keeps the library from cleaning up when the process ends: it would crash a thread that is still reading an
    /// encrypted file. Must be called before any of its other functions.
    static func prepare() { _ = isPrepared }

    private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

    /// Its version, as in "3.0.11".
    static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}
