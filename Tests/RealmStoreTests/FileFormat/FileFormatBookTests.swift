import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// The book of the file format agrees with the engine: its examples are executed.
@Suite("FileFormat book") struct FileFormatBookTests {
    private static let book = Result { try FormatBook() }

    private var book: FormatBook { get throws { try FileFormatBookTests.book.get() } }

    private static var examples: [FormatExample] { (try? book.get().examples) ?? [] }

    @Test(arguments: examples) func `an example means what the book says`(_ example: FormatExample) throws {
        let found = try ExampleDecoders.decode(example)
        #expect(found.means(example.meaning), "\(example): the bytes mean \(found)")
        #expect(example.contradiction == nil, "\(example): two lines say different things of one byte")
    }

    @Test func `every example has a decoder, and every decoder an example`() throws {
        let kinds = Set(try book.examples.map(\.kind))
        #expect(kinds.subtracting(ExampleDecoders.all.keys).sorted() == [])
        #expect(Set(ExampleDecoders.all.keys).subtracting(kinds).sorted() == [])
        #expect(try book.examples.count >= 100)
    }

    @Test func `names of examples are unique`() throws {
        let names = Dictionary(grouping: try book.examples, by: \.name)
        #expect(names.filter { $0.value.count > 1 }.keys.sorted() == [])
    }

    @Test func `the book has a first page, and every chapter is in its table`() throws {
        let text = try String(contentsOf: FormatBook.folder.appending(path: "README.md"), encoding: .utf8)
        let missing = try book.chapters.map(\.name).filter { $0 != "README.md" && !text.contains("](\($0))") }
        #expect(missing == [])
        #expect(try book.chapters.allSatisfy { !$0.headings.isEmpty })
    }

    @Test func `headings are unique over the whole book`() throws {
        let headings = try book.chapters.flatMap { chapter in chapter.headings.map { ($0.text, chapter.name) } }
        let repeated = Dictionary(grouping: headings, by: \.0).filter { $0.value.count > 1 }
        #expect(repeated.keys.sorted() == [])
    }

    @Test func `links inside the book lead to files and headings that exist`() throws {
        let book = try book
        var broken: [String] = []
        for chapter in book.chapters {
            for link in chapter.links where !link.target.contains("://") {
                let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts[0].isEmpty ? chapter.name : String(parts[0])
                guard let target = book.chapter(name) else {
                    let path = FormatBook.folder.appending(path: name).standardizedFileURL.path
                    if !FileManager.default.fileExists(atPath: path) {
                        broken.append("\(chapter.name):\(link.line) \(link.target)")
                    }
                    continue
                }
                if parts.count > 1, !target.headings.contains(where: { $0.anchor == parts[1] }) {
                    broken.append("\(chapter.name):\(link.line) \(link.target)")
                }
            }
        }
        #expect(broken == [])
    }

    @Test(arguments: [
        "```hex a/b\n18: 41\n```\ntext\n```json\n1\n```", "```hex a/b\n18: 4\n```\n\n```json\n1\n```",
        "```hex a/b\n41\n```\n\n```json\n1\n```", "```hex a/b\n18: 41\n```\n\n```text\n1\n```", "```hex a/b\n18: 41",
        "```hex\n18: 41\n```\n\n```json\n1\n```", "```json\n1\n```", "```hex a\n18: 41\n```\n\n```json\n1\n```",
    ])
    func `an example of another form is refused`(_ text: String) {
        #expect(throws: (any Error).self) { try FormatBook.chapter(named: "x.md", text) }
    }
}
