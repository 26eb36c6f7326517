import COpenSSL

/// The SHA-256 digest of bytes that come piece by piece, through libcrypto.
struct SHA256Stream: ~Copyable {
    private let context: OpaquePointer

    init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto has no SHA-256")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1, "libcrypto computes no SHA-256")
    }

    mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { add($0) }
    }

    /// The digest of all that was added.
    consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1, "libcrypto computes no SHA-256")
        return digest
    }
}

extension SHA256 {
    /// The digest of the first `byteCount` bytes of a file.
    ///
    /// - Parameter progress: called now and then with the bytes that were read.
    /// - Throws: `EIO` if the file is shorter.
    static func digest(
        of file: borrowing FileDescriptor, byteCount: Int, progress: (Int) -> Void
    ) throws(SystemError) -> [UInt8] {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { block.deallocate() }
        var stream = SHA256Stream()
        var offset = 0
        while offset < byteCount {
            let part = UnsafeMutableRawBufferPointer(rebasing: block[..<min(block.count, byteCount - offset)])
            guard try file.read(into: part, at: offset) == part.count else { throw SystemError.endOfFile }
            stream.add(UnsafeRawBufferPointer(part))
            offset += part.count
            progress(offset)
        }
        return stream.finish()
    }
}
