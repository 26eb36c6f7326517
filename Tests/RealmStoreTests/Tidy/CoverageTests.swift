import Foundation
import Testing

/// The entries of `docs/api-coverage` about the SDK's declarations, and the tests that they name.
@Suite struct CoverageTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The lines of all tables: id, priority, declaration, state, note.
    private func lines() throws -> [[String]] {
        let folder = Self.root.appendingPathComponent("docs/api-coverage")
        let tables = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try tables.filter { $0.pathExtension == "tsv" }.flatMap { table in
            try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    @Test func `every line of a coverage table says what it should`() throws {
        for line in try lines() {
            #expect(line.count == 5, "\(line)")
            #expect(["A", "B", "C", "S"].contains(line[1]), "\(line)")
            #expect(["works", "partly", "no", "sync-only"].contains(line[3]), "\(line)")
            #expect(!line[4].isEmpty, "\(line)")
        }
    }

    @Test func `the tests that coverage tables name exist`() throws {
        let sources = SourceTree.files.filter { $0.path.hasPrefix("Tests/") }.map(\.text)
        var names = Set<Substring>()
        for source in sources {
            for part in source.split(separator: "func `").dropFirst() { names.insert(part.prefix { $0 != "`" }) }
        }
        let snippets = Snippet.all.map(\.name)
        for line in try lines() where line.count == 5 && line[3] == "works" {
            // Text between backticks, if it is a sentence, is a test.
            let quoted = line[4].split(separator: "`", omittingEmptySubsequences: false)
            let tests = stride(from: 1, to: quoted.count, by: 2).map { quoted[$0] }.filter { $0.contains(" ") }
            for test in tests { #expect(names.contains(test), "\(line[0]) names '\(test)'") }
            for part in line[4].components(separatedBy: "snippet ").dropFirst() {
                #expect(
                    snippets.contains { $0.hasPrefix(part.prefix(2)) }, "\(line[0]) names snippet \(part.prefix(2))")
            }
        }
    }

    @Test func `the coverage document is made of its tables`() throws {
        let process = Process()
        process.executableURL = Self.root.appendingPathComponent("Scripts/api-coverage.sh")
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let made = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let document = Self.root.appendingPathComponent("docs/api-coverage.md")
        #expect(try String(contentsOf: document, encoding: .utf8) == made, "run 'make api-coverage'")
    }
}
