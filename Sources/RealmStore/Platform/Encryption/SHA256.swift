import COpenSSL

/// The SHA-256 digest, through libcrypto.
package enum SHA256 {
    static let byteCount = 32

    /// The digest of `parts`, one after the other.
    package static func digest(_ parts: [UInt8]...) -> [UInt8] {
        CryptographyLibrary.prepare()
        let bytes = parts.flatMap { $0 }
        var digest = [UInt8](repeating: 0, count: byteCount)
        let status = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(status == 1, "libcrypto has no SHA-256")
        return digest
    }
}
