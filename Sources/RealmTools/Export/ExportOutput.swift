import Foundation
import RealmStore

/// A document on its way out: a buffer that is handed on whenever it is full.
struct ExportOutput {
    typealias Sink = (_ bytes: Data) throws -> Void

    var text = TextBuffer()
    private let sink: Sink?
    /// Bytes handed on.
    private(set) var byteCount = 0

    static let chunkByteCount = 64 * 1024

    /// - Parameter sink: where the bytes go; nil for text that stays in the buffer.
    init(_ sink: Sink?) {
        self.sink = sink
        if sink != nil { text.reserve(ExportOutput.chunkByteCount + 4096) }
    }

    /// Hands the buffer on if it is full; to be called between values.
    mutating func flushIfFull() throws {
        if text.count >= ExportOutput.chunkByteCount { try flush() }
    }

    /// Hands on what is in the buffer.
    mutating func flush() throws {
        guard let sink, text.count > 0 else { return }
        try sink(Data(text.bytes))
        byteCount += text.count
        text.removeAll()
    }
}
