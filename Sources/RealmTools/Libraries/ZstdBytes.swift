import CZstd
import Glibc
import RealmStore

/// Compression in memory, for what is small.
enum ZstdBytes {
    private static let level: Int32 = 9

    /// One frame with a checksum.
    static func compressed(_ bytes: [UInt8]) throws(SystemError) -> [UInt8] {
        guard let context = ZSTD_createCCtx() else { throw SystemError("ZSTD_createCCtx", ENOMEM) }
        defer { ZSTD_freeCCtx(context) }
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = ZSTD_compress2(context, &output, output.count, bytes, bytes.count)
        // The output is large enough for anything: only memory can be missing.
        guard ZSTD_isError(count) == 0 else { throw SystemError("ZSTD_compress2", ENOMEM) }
        return Array(output[..<count])
    }
}
