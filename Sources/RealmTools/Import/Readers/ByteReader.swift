import RealmStore

/// A reader of a text file from front to back, byte by byte, that tracks the line.
struct ByteReader {
    /// Nil for a text in memory.
    private let file: ImportBytes?
    private var buffer: [UInt8] = []
    private var position = 0
    /// The bytes before the buffer.
    private var passed = 0
    /// The line of the next byte, from 1.
    private(set) var line = 1

    private static let chunkByteCount = 1 << 16

    /// Reads a file.
    init(_ file: ImportBytes) { self.file = file }

    /// Reads a text in memory.
    ///
    /// - Parameter line: the number of its first line.
    init(_ text: [UInt8], line: Int = 1) {
        file = nil
        buffer = text
        self.line = line
    }

    /// The bytes of the file, or of the text in memory, read so far.
    var byteCount: Int { file?.byteCount ?? offset }

    /// The place of the next byte in the text.
    var offset: Int { passed + position }

    /// The next byte, or nil at the end.
    mutating func peek() throws -> UInt8? {
        if position == buffer.count { try refill(ByteReader.chunkByteCount) }
        return position < buffer.count ? buffer[position] : nil
    }

    /// Consumes the byte that `peek` returned.
    mutating func advance() {
        if buffer[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    /// Consumes and returns the next byte; nil at the end.
    mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        advance()
        return byte
    }

    /// Consumes bytes up to one that nothing stands for; none at the end, or if that is the next one.
    ///
    /// - Parameters:
    ///   - maximum: the bytes that are read from the file at once, if there are none in memory.
    ///   - standIn: the byte that is returned for one; nil if nothing stands for it.
    @inline(__always)
    mutating func take(_ maximum: Int, _ standIn: (UInt8) -> UInt8?) throws -> [UInt8] {
        if position == buffer.count { try refill(maximum) }
        let start = position
        var (end, line) = (start, line)
        buffer.withUnsafeMutableBufferPointer { bytes in
            while end < bytes.count, let byte = standIn(bytes[end]) {
                if bytes[end] == UInt8(ascii: "\n") { line += 1 }
                bytes[end] = byte
                end += 1
            }
        }
        self.line = line
        position = end
        guard start == 0, end == buffer.count else { return Array(buffer[start..<end]) }
        (passed, position) = (passed + end, 0)
        return exchange(&buffer, with: [])
    }

    private mutating func refill(_ maximum: Int) throws {
        guard let file else { return }
        passed += buffer.count
        position = 0
        buffer = try file.read(maximum)
    }
}
