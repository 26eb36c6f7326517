import Foundation
import RealmStore

/// The output of a document: a buffer that is passed on whenever it is full.
struct ExportOutput {
    typealias Sink = (_ bytes: Data) throws -> Void

    var text = TextBuffer()
    private let sink: Sink?
    /// The bytes passed on.
    private(set) var byteCount = 0

    static let chunkByteCount = 64 * 1024

    /// - Parameter sink: the receiver of the bytes; nil for text that stays in the buffer.
    init(_ sink: Sink?) {
        self.sink = sink
        if sink != nil { text.reserve(ExportOutput.chunkByteCount + 4096) }
    }

    /// Passes the buffer on if it is full; must be called between values.
    mutating func flushIfFull() throws {
        if text.count >= ExportOutput.chunkByteCount { try flush() }
    }

    /// Passes on the content of another buffer, after that of this one.
    mutating func pass(_ other: TextBuffer) throws {
        try flush()
        guard let sink, other.count > 0 else { return }
        try sink(Data(other.bytes))
        byteCount += other.count
    }

    /// Passes on the content of the buffer.
    mutating func flush() throws {
        guard let sink, text.count > 0 else { return }
        try sink(Data(text.bytes))
        byteCount += text.count
        text.removeAll()
    }
}
