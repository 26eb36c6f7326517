import TestSupport

@testable import RealmStore

/// Bytes of a real file in the book, and their meaning according to the book.
struct FormatExample: CustomStringConvertible, Sendable {
    /// `KIND/NAME`.
    let name: String
    let chapter: String
    let line: Int
    let meaning: JSONText
    /// The start of the first line: at the root node, or the structure.
    let start: Int
    /// Bytes by their offset in the file.
    private let runs: [(offset: Int, bytes: [UInt8])]

    var kind: String { String(name.prefix { $0 != "/" }) }
    var description: String { "\(chapter):\(line) \(name)" }

    init(name: String, chapter: String, line: Int, lines: [String], meaning: JSONText) throws {
        (self.name, self.chapter, self.line, self.meaning) = (name, chapter, line, meaning)
        var runs: [(offset: Int, bytes: [UInt8])] = []
        for (index, text) in lines.enumerated() {
            func fault(_ problem: String) -> FormatBook.Fault { .init(chapter, line + 1 + index, problem) }
            var words = text.prefix { $0 != ";" }.split(separator: " ")
            if let first = words.first, first.hasSuffix(":") {
                guard let offset = Int(first.dropLast(), radix: 16) else { throw fault("'\(first)' is no offset") }
                runs.append((offset, []))
                words.removeFirst()
            }
            guard !runs.isEmpty else { throw fault("the first line has no offset") }
            for word in words {
                guard word.count == 2, let byte = UInt8(word, radix: 16) else { throw fault("'\(word)' is no byte") }
                runs[runs.count - 1].bytes.append(byte)
            }
        }
        guard let first = runs.first, name.split(separator: "/").count == 2 else {
            throw FormatBook.Fault(chapter, line, "an example without bytes, or without kind and name")
        }
        self.runs = runs
        start = first.offset
    }

    /// The end of the last byte.
    var byteCount: Int { runs.map { $0.offset + $0.bytes.count }.max() ?? 0 }

    /// The bytes from the start on, if they lie in one piece.
    var bytes: [UInt8] { runs.flatMap(\.bytes) }

    /// Two lines that give different bytes for one place.
    var contradiction: Int? {
        var seen: [Int: UInt8] = [:]
        for run in runs {
            for (offset, byte) in zip(run.offset..., run.bytes) {
                if let other = seen.updateValue(byte, forKey: offset), other != byte { return offset }
            }
        }
        return nil
    }

    /// Calls `body` with the bytes in their places in the file they were taken from; zeros are between and behind them.
    func withImage<Result>(_ body: (Image) throws -> Result) rethrows -> Result {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: (byteCount | 0xFFFF) + 1, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        for run in runs { UnsafeMutableRawBufferPointer(rebasing: memory[run.offset...]).copyBytes(from: run.bytes) }
        return try body(Image(example: self, memory: UnsafeRawBufferPointer(memory)))
    }

    /// The bytes of an example in memory.
    struct Image {
        let example: FormatExample
        let memory: UnsafeRawBufferPointer

        var space: NodeSpace { NodeSpace(base: memory.baseAddress!, end: memory.count, pages: nil) }
        /// The node that the example begins with.
        var root: Ref { Ref(example.start) }
        /// The bare bytes that the example begins with.
        var bytes: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: memory[example.start..<example.byteCount])
        }
    }
}
