import Foundation
import Testing

/// The entries of `docs/sdk-tests.tsv` about the SDK's own tests.
@Suite("Table of the SDK's tests") struct SDKTableTests {
    private static let lines: [[String]] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = (try? String(contentsOf: root.appendingPathComponent("docs/sdk-tests.tsv"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().map { $0.components(separatedBy: "\t") }
    }()

    @Test func `the table has every function once`() {
        #expect(Self.lines.count == 1340)
        #expect(Set(Self.lines.map { $0.prefix(3).joined(separator: " ") }).count == Self.lines.count)
    }

    @Test func `every function has a result, and a reason unless it passes`() {
        let results: Set = ["passes", "fails", "traps", "absent", "impossible"]
        let wrong = Self.lines.filter { line in
            line.count != 5 || !results.contains(line[3]) || (line[4].isEmpty && line[3] != "passes")
        }
        #expect(wrong.isEmpty)
    }

    @Test func `each failing or trapping test is listed as a difference, or as open`() {
        let wrong = Self.lines.filter { line in
            ["fails", "traps"].contains(line[3]) && !line[4].hasPrefix("difference: ") && !line[4].hasPrefix("open: ")
        }
        #expect(wrong.isEmpty)
    }
}
