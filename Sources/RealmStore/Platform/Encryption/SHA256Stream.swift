import COpenSSL

/// The SHA-256 digest of bytes that come piece by piece, through libcrypto.
package struct SHA256Stream: ~Copyable {
    private let context: OpaquePointer

    package init() {
        CryptographyLibrary.prepare()
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto has no SHA-256")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1, "libcrypto computes no SHA-256")
    }

    package mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { add($0) }
    }

    /// The digest of all that was added.
    package consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1, "libcrypto computes no SHA-256")
        return digest
    }
}
