import Foundation
import RealmStore

/// A text file that is read from front to back, byte by byte, and knows in which line it is.
struct ByteReader {
    /// Nil for a text that is in memory.
    private let file: FileHandle?
    private var buffer: [UInt8] = []
    private var position = 0
    private var passed = 0
    /// Number of the line that the next byte is in, from 1.
    private(set) var line = 1

    private static let chunkByteCount = 1 << 16

    /// Opens the file and steps over a byte order mark.
    ///
    /// - Throws: errors of Foundation.
    init(_ url: URL) throws {
        file = try FileHandle(forReadingFrom: url)
        try refill()
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Reads a text that is in memory.
    init(_ text: [UInt8]) {
        file = nil
        buffer = text
    }

    /// Bytes that were read so far.
    var byteCount: Int { passed + position }

    /// The next byte, or nil at the end.
    mutating func peek() throws -> UInt8? {
        if position == buffer.count { try refill() }
        return position < buffer.count ? buffer[position] : nil
    }

    /// Goes on behind the byte that `peek` gave.
    mutating func advance() {
        if buffer[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    /// The next byte, which is behind it now; nil at the end.
    mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        advance()
        return byte
    }

    private mutating func refill() throws {
        guard let file else { return }
        passed += position
        position = 0
        buffer = try file.read(upToCount: ByteReader.chunkByteCount).map(Array.init) ?? []
    }
}
