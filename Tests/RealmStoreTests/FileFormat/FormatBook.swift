import Foundation
import TestSupport

/// The book `docs/file-format`, found from this file's place: chapters, their headings, links and examples.
struct FormatBook {
    /// One file of the book.
    struct Chapter {
        /// The file's name.
        let name: String
        let headings: [Heading]
        let links: [Link]
        let examples: [FormatExample]
    }

    struct Heading {
        let text: String
        let line: Int

        /// The part after the `#` of a link to the heading.
        var anchor: String {
            let kept = text.lowercased().unicodeScalars.filter {
                $0 == " " || $0 == "-" || $0 == "_" || CharacterSet.alphanumerics.contains($0)
            }
            return String(String.UnicodeScalarView(kept)).replacingOccurrences(of: " ", with: "-")
        }
    }

    struct Link {
        let target: String
        let line: Int
    }

    /// A fault in the form of a chapter.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ chapter: String, _ line: Int, _ problem: String) { description = "\(chapter):\(line): \(problem)" }
    }

    let chapters: [Chapter]

    /// The project's own folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()  // FileFormat
        .deletingLastPathComponent()  // RealmStoreTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    static let folder = root.appending(path: "docs/file-format")

    init() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: FormatBook.folder.path)
        chapters = try names.filter { $0.hasSuffix(".md") }.sorted().map { name in
            try FormatBook.chapter(
                named: name, String(contentsOf: FormatBook.folder.appending(path: name), encoding: .utf8))
        }
    }

    /// Reads the text of a chapter.
    static func chapter(named name: String, _ text: String) throws -> Chapter {
        var reader = ChapterReader(name: name)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { try reader.read(String(line)) }
        return try reader.chapter()
    }

    var examples: [FormatExample] { chapters.flatMap(\.examples) }

    func chapter(_ name: String) -> Chapter? { chapters.first { $0.name == name } }
}

/// Reads a chapter line by line.
private struct ChapterReader {
    let name: String
    private var number = 0
    private var headings: [FormatBook.Heading] = []
    private var links: [FormatBook.Link] = []
    private var examples: [FormatExample] = []
    /// The fenced block that the line is in.
    private var block: Block?
    /// A block of bytes whose meaning must follow.
    private var waiting: Block?

    private struct Block {
        let info: String
        let line: Int
        var lines: [String] = []
    }

    init(name: String) { self.name = name }

    mutating func read(_ line: String) throws {
        number += 1
        if line.hasPrefix("```") { return try readFence(line) }
        if block != nil {
            block?.lines.append(line)
            return
        }
        if let waiting, !line.isEmpty {
            throw FormatBook.Fault(name, number, "text between the bytes '\(waiting.info)' and what they mean")
        }
        let text = line.drop { $0 == "#" }
        if text.count < line.count, text.first == " " {
            headings.append(.init(text: String(text.dropFirst()), line: number))
        }
        for match in line.matches(of: /\]\(([^)]*)\)/) {
            links.append(.init(target: String(match.output.1), line: number))
        }
    }

    private mutating func readFence(_ line: String) throws {
        guard let ended = block else {
            block = Block(info: String(line.dropFirst(3)), line: number)
            return
        }
        guard line == "```" else { throw FormatBook.Fault(name, number, "a fence inside of a block") }
        block = nil
        if let bytes = waiting {
            guard ended.info == "json" else {
                throw FormatBook.Fault(name, ended.line, "a block '\(ended.info)' where one of json must be")
            }
            let meaning = try JSONText(ended.lines.joined(separator: "\n").utf8)
            examples.append(
                try FormatExample(
                    name: String(bytes.info.dropFirst(4)), chapter: name, line: bytes.line, lines: bytes.lines,
                    meaning: meaning))
            waiting = nil
        } else if ended.info.hasPrefix("hex ") {
            waiting = ended
        } else if ended.info.hasPrefix("hex") || ended.info == "json" {
            throw FormatBook.Fault(name, ended.line, "bytes without name, or a meaning without bytes")
        }
    }

    func chapter() throws -> FormatBook.Chapter {
        if let open = block ?? waiting {
            throw FormatBook.Fault(name, open.line, "the block '\(open.info)' is not whole")
        }
        return .init(name: name, headings: headings, links: links, examples: examples)
    }
}
