import CZstd
import Glibc
import RealmStore

/// Writes zstd frames to a file, one after the other.
///
/// Every frame states the size of its content and ends with a checksum of it. Source: RFC 8878.
struct ZstdOutput: ~Copyable {
    /// Settings for compressing a frame.
    struct Settings: Sendable, Equatable {
        /// 1 (fast) to 22 (small).
        var level: Int
        /// Binary logarithm of the window for long matches; nil for the level's own window.
        var longWindowLog: Int?
        /// The number of compressing threads besides this one; 0 compresses on this one.
        var threads = 0
    }

    private let file: FileDescriptor
    private let context: OpaquePointer
    private let compressed: UnsafeMutableRawBufferPointer
    /// Bytes written so far.
    private(set) var byteCount = 0

    private static let blockByteCount = 1 << 20

    /// Starts writing at the start of the file.
    init(_ file: consuming FileDescriptor) throws(SystemError) {
        guard let context = ZSTD_createCCtx() else { throw SystemError("ZSTD_createCCtx", ENOMEM) }
        self.file = file
        self.context = context
        compressed = .allocate(byteCount: ZstdOutput.blockByteCount, alignment: 16)
    }

    deinit {
        ZSTD_freeCCtx(context)
        compressed.deallocate()
    }

    /// Begins a frame; the one before must have ended.
    ///
    /// - Parameter byteCount: size of its content.
    mutating func beginFrame(_ settings: Settings, byteCount: Int) throws(SystemError) {
        try ZstdOutput.check(ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters))
        try set(ZSTD_c_compressionLevel, settings.level)
        try set(ZSTD_c_checksumFlag, 1)
        if let windowLog = settings.longWindowLog {
            try set(ZSTD_c_enableLongDistanceMatching, 1)
            try set(ZSTD_c_windowLog, windowLog)
        }
        // A library without threads refuses this setting, and compresses on this one.
        ZSTD_CCtx_setParameter(context, ZSTD_c_nbWorkers, Int32(settings.threads))
        try ZstdOutput.check(ZSTD_CCtx_setPledgedSrcSize(context, UInt64(byteCount)))
    }

    private func set(_ parameter: ZSTD_cParameter, _ value: Int) throws(SystemError) {
        try ZstdOutput.check(ZSTD_CCtx_setParameter(context, parameter, Int32(value)))
    }

    mutating func append(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
            try append(UnsafeRawBufferPointer(buffer))
        }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        try compress(bytes, ZSTD_e_continue)
    }

    /// Ends the frame, which must have the announced size.
    mutating func endFrame() throws(SystemError) {
        try compress(UnsafeRawBufferPointer(start: nil, count: 0), ZSTD_e_end)
    }

    private mutating func compress(
        _ bytes: UnsafeRawBufferPointer, _ directive: ZSTD_EndDirective
    ) throws(SystemError) {
        var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        while true {
            var output = ZSTD_outBuffer(dst: compressed.baseAddress, size: compressed.count, pos: 0)
            let rest = ZSTD_compressStream2(context, &output, &input, directive)
            try ZstdOutput.check(rest)
            if output.pos > 0 {
                try file.write(UnsafeRawBufferPointer(rebasing: compressed[..<output.pos]), at: byteCount)
                byteCount += output.pos
            }
            if directive == ZSTD_e_end ? rest == 0 : input.pos == input.size { return }
        }
    }

    /// Lack of memory is the only failure that is not a programming error.
    private static func check(_ result: Int) throws(SystemError) {
        guard ZSTD_isError(result) != 0 else { return }
        guard ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation else {
            preconditionFailure("libzstd refuses to compress: \(String(cString: ZSTD_getErrorName(result)))")
        }
        throw SystemError("ZSTD_compressStream2", ENOMEM)
    }
}

/// The library behind the compression.
enum CompressionLibrary {
    /// Its version, as in "1.5.4".
    static var version: String { String(cString: ZSTD_versionString()) }
}
