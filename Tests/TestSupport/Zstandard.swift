import CZstd
import Foundation

/// Decompression of fixtures.
enum Zstandard {
    struct Failure: Error {
        let message: String
    }

    /// The content of one zstd frame whose header says how large it is.
    static func decompress(_ data: Data) throws -> Data {
        try data.withUnsafeBytes { source in
            let byteCount = ZSTD_getFrameContentSize(source.baseAddress, source.count)
            guard byteCount < 1 << 32 else { throw Failure(message: "no zstd frame with a content size") }
            var result = Data(count: Int(byteCount))
            let written = result.withUnsafeMutableBytes {
                ZSTD_decompress($0.baseAddress, $0.count, source.baseAddress, source.count)
            }
            guard ZSTD_isError(written) == 0 else {
                throw Failure(message: String(cString: ZSTD_getErrorName(written)))
            }
            return result.prefix(written)
        }
    }
}
