import SwiftParser
import SwiftSyntax

/// A source file with its syntax tree, its changes and its notes.
final class ParsedSource {
    static let markPrefix = "// realmctl: not converted: "

    let path: String
    let bytes: [UInt8]
    let tree: SourceFileSyntax
    private let lines: SourceLocationConverter
    private let newline: String
    private var edits = SourceEdits()
    private var notes: [ConversionNote] = []
    /// The lines before which something is marked, with the reasons.
    private var marks: [Int: Set<String>] = [:]
    /// What is converted or removed as a whole.
    private var settled: [Range<Int>] = []
    /// Behind what was removed at the beginning of a class.
    private var emptiedEnd: Int?
    /// The lines of marks that were there before, and are right.
    private var confirmed: Set<Int> = []

    init(_ source: ModelSource) {
        path = source.path
        bytes = Array(source.source.utf8)
        tree = Parser.parse(source: source.source)
        lines = SourceLocationConverter(fileName: source.path, tree: tree)
        newline = source.source.utf8.contains(13) ? "\r\n" : "\n"
    }

    var hasErrors: Bool { tree.hasError }

    var converted: ConvertedSource {
        let ordered = notes.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        return ConvertedSource(path: path, source: edits.applied(to: bytes), notes: ordered.map(\.element))
    }
}

extension ParsedSource {
    // MARK: Changes

    func replace(_ range: Range<Int>, by text: String) { edits.replace(range, by: text) }

    func replace(_ node: some SyntaxProtocol, by text: String) { replace(node.bytes, by: text) }

    func insert(_ text: String, at offset: Int) { replace(offset..<offset, by: text) }

    /// Removes a word of a declaration, with the white space behind it.
    func removeWord(_ node: some SyntaxProtocol) {
        var end = node.bytes.upperBound
        while end < bytes.count, bytes[end].isBlank || bytes[end].isLineBreak { end += 1 }
        replace(node.bytes.lowerBound..<end, by: "")
    }

    /// Removes a declaration with its lines, its documentation, and the blank line that nothing needs any more.
    func removeLines(of node: some SyntaxProtocol) {
        settle(node)
        var range = node.bytes
        var start = lineStart(range.lowerBound)
        var end = lineEnd(range.upperBound)
        guard bytes[start..<range.lowerBound].allSatisfy(\.isBlank),
            bytes[range.upperBound..<end].allSatisfy({ $0.isBlank || $0.isLineBreak })
        else {
            while range.upperBound < bytes.count, bytes[range.upperBound].isBlank {
                range = range.lowerBound..<(range.upperBound + 1)
            }
            return replace(range, by: "")
        }
        while start > 0, line(endingAt: start).hasPrefix("///") { start = lineStart(start - 1) }
        let above = start > 0 && start != emptiedEnd ? line(endingAt: start) : "{"
        let below = end < bytes.count ? line(beginningAt: end) : "}"
        if above.isEmpty, below.isEmpty || below.hasPrefix("}") {
            start = lineStart(start - 1)
        } else if above.hasSuffix("{"), below.isEmpty, end < bytes.count {
            end = lineEnd(end)
            emptiedEnd = end
        }
        replace(start..<end, by: "")
    }

    /// Says that nothing in the node needs to be looked at any more.
    func settle(_ node: some SyntaxProtocol) { settled.append(node.bytes) }

    func isSettled(_ node: some SyntaxProtocol) -> Bool {
        settled.contains { $0.lowerBound <= node.bytes.lowerBound && node.bytes.upperBound <= $0.upperBound }
    }

    // MARK: Remarks

    func note(_ kind: ConversionNote.Kind, _ node: some SyntaxProtocol, _ message: String) {
        notes.append(ConversionNote(kind, line: line(of: node.bytes.lowerBound), message))
    }

    /// Says in a comment before the statement or declaration why something in it is not converted.
    func mark(_ node: some SyntaxProtocol, _ reason: String) {
        note(.left, node, reason)
        let start = lineStart(place(for: Syntax(node)))
        guard marks[start, default: []].insert(reason).inserted else { return }
        if let known = marksAbove(start).first(where: { $0.reason == reason }) {
            confirmed.insert(known.line)
            return
        }
        let indent = indentation(at: start)
        insert(indent + ParsedSource.markPrefix + reason + newline, at: start)
    }

    /// Whether a comment before the declaration says that it is not converted.
    static func isMarked(_ node: some SyntaxProtocol) -> Bool {
        node.leadingTrivia.contains { piece in
            if case .lineComment(let text) = piece { return text.hasPrefix(markPrefix) }
            return false
        }
    }

    /// The text between two places.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// A new line with the indentation of the one on which the declaration begins.
    func newLine(beside node: some SyntaxProtocol) -> String {
        newline + indentation(at: lineStart(node.bytes.lowerBound))
    }

    /// Lists the marks of an earlier conversion whose reason does not show any more: somebody has to remove them.
    func noteOldMarks() {
        var start = 0
        while start < bytes.count {
            let line = line(beginningAt: start)
            let number = self.line(of: start)
            if line.hasPrefix(ParsedSource.markPrefix), !confirmed.contains(number) {
                let reason = String(line.dropFirst(ParsedSource.markPrefix.count))
                notes.append(ConversionNote(.left, line: number, reason))
            }
            start = lineEnd(start)
        }
    }

    private func marksAbove(_ offset: Int) -> [(line: Int, reason: String)] {
        var (start, marks): (Int, [(Int, String)]) = (offset, [])
        while start > 0 {
            let above = line(endingAt: start)
            guard above.hasPrefix(ParsedSource.markPrefix) else { break }
            start = lineStart(start - 1)
            marks.append((line(of: start), String(above.dropFirst(ParsedSource.markPrefix.count))))
        }
        return marks
    }

    /// Where the closest statement or declaration begins that is the first thing on its line.
    private func place(for node: Syntax) -> Int {
        var (found, current): (Int, Syntax?) = (node.bytes.lowerBound, node)
        while let syntax = current {
            if syntax.is(CodeBlockItemSyntax.self) || syntax.is(MemberBlockItemSyntax.self) {
                found = syntax.bytes.lowerBound
                if bytes[lineStart(found)..<found].allSatisfy(\.isBlank) { return found }
            }
            current = syntax.parent
        }
        return found
    }

    // MARK: Lines

    func line(of offset: Int) -> Int { lines.location(for: AbsolutePosition(utf8Offset: offset)).line }

    private func lineStart(_ offset: Int) -> Int {
        var start = offset
        while start > 0, bytes[start - 1] != 10 { start -= 1 }
        return start
    }

    /// Behind the line break.
    private func lineEnd(_ offset: Int) -> Int {
        var end = offset
        while end < bytes.count, bytes[end] != 10 { end += 1 }
        return min(end + 1, bytes.count)
    }

    private func line(endingAt end: Int) -> String { trimmed(lineStart(end - 1)..<end) }

    private func line(beginningAt start: Int) -> String { trimmed(start..<lineEnd(start)) }

    private func trimmed(_ range: Range<Int>) -> String {
        let line = bytes[range].drop { $0.isBlank }
        let end = line.lastIndex { !$0.isBlank && !$0.isLineBreak }.map { $0 + 1 } ?? line.startIndex
        return String(decoding: line[line.startIndex..<end], as: UTF8.self)
    }

    private func indentation(at start: Int) -> String {
        String(decoding: bytes[start...].prefix { $0.isBlank }, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 32 || self == 9 }
    fileprivate var isLineBreak: Bool { self == 10 || self == 13 }
}
