import COpenSSL

/// The library behind cipher and digests.
enum CryptographyLibrary {
    /// Keeps the library from tidying up when the process ends: a thread that still reads an encrypted file then would
    /// end it with a signal. To be called before any other of its functions.
    static func prepare() { _ = isPrepared }

    private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

    /// Its version, as in "3.0.11".
    static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}
