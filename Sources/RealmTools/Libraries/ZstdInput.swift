import CZstd
import Glibc
import RealmStore

/// The content of a file's zstd frames, read from front to back as one stream. Skippable frames are skipped.
///
/// Nothing in the file is trusted: anything that is not a frame, does not match its checksum or ends too early is an
/// error. Source: RFC 8878.
struct ZstdInput: ~Copyable {
    enum Failure: Error {
        case unreadable(SystemError)
        /// A clause that continues "the compressed data".
        case damaged(String)
    }

    private let file: FileDescriptor
    private let context: OpaquePointer
    private let compressed: UnsafeMutableRawBufferPointer
    private let plain: UnsafeMutableRawBufferPointer
    /// The number of bytes in `compressed`, and the number of those decoded.
    private var loaded = 0
    private var decoded = 0
    /// The compressed bytes read so far.
    private(set) var byteCount = 0
    private var isInFrame = false

    private static let blockByteCount = 1 << 20
    /// Windows of all sizes supported by libzstd are accepted; their memory is only touched as content fills it.
    private static let largestWindowLog: Int32 = 31

    /// The first bytes of every frame that is not skippable.
    static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

    /// Starts reading at the start of the file.
    init(_ file: consuming FileDescriptor) throws(Failure) {
        guard let context = ZSTD_createDCtx() else { throw .unreadable(SystemError("ZSTD_createDCtx", ENOMEM)) }
        ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, ZstdInput.largestWindowLog)
        self.file = file
        self.context = context
        compressed = .allocate(byteCount: ZstdInput.blockByteCount, alignment: 16)
        plain = .allocate(byteCount: ZstdInput.blockByteCount, alignment: 16)
    }

    deinit {
        ZSTD_freeDCtx(context)
        compressed.deallocate()
        plain.deallocate()
    }

    /// The content of the frame that begins here, whole and with the right checksum; nil if it has more than `limit`
    /// bytes. Empty at the end of the file.
    mutating func frame(upTo limit: Int) throws(Failure) -> [UInt8]? {
        precondition(!isInFrame, "a frame is read from its beginning")
        var content: [UInt8] = []
        repeat {
            let count = try decode(into: plain, stopsAtEndOfFrame: true)
            guard content.count + count <= limit else { return nil }
            content.append(contentsOf: plain[..<count])
        } while isInFrame
        return content
    }

    /// Reads up to `count` bytes; fewer only after the end of the last frame.
    mutating func read(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = UnsafeMutableRawBufferPointer(rebasing: plain[..<min(plain.count, count - bytes.count)])
            let read = try decode(into: part)
            bytes.append(contentsOf: part[..<read])
            if read < part.count { break }
        }
        return bytes
    }

    /// Reads the rest only for its checksums.
    mutating func drain() throws(Failure) {
        while try decode(into: plain) > 0 {}
    }

    /// Fills the buffer, which has room for a byte or more, as far as there is content.
    private mutating func decode(
        into buffer: UnsafeMutableRawBufferPointer, stopsAtEndOfFrame: Bool = false
    ) throws(Failure) -> Int {
        var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
        while output.pos < output.size {
            if decoded == loaded {
                try load()
                // The decoder may still have buffered output; a frame without more output is truncated.
                if loaded == 0, !isInFrame { break }
            }
            var input = ZSTD_inBuffer(src: compressed.baseAddress, size: loaded, pos: decoded)
            let before = output.pos
            let hint = ZSTD_decompressStream(context, &output, &input)
            if ZSTD_isError(hint) != 0 { throw ZstdInput.failure(hint) }
            if loaded == 0, output.pos == before, hint != 0 { throw .damaged("ends in the middle of a frame") }
            decoded = input.pos
            isInFrame = hint != 0
            // A skippable frame has no content, and does not count.
            if stopsAtEndOfFrame, !isInFrame, output.pos > 0 { break }
        }
        return output.pos
    }

    private mutating func load() throws(Failure) {
        do { loaded = try file.read(into: compressed, at: byteCount) } catch { throw .unreadable(error) }
        decoded = 0
        byteCount += loaded
    }

    private static func failure(_ result: Int) -> Failure {
        if ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation {
            return .unreadable(SystemError("ZSTD_decompressStream", ENOMEM))
        }
        return .damaged("is damaged: \(String(cString: ZSTD_getErrorName(result)))")
    }
}
