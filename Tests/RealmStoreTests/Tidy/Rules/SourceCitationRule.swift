/// Sources that a comment cites can be read: `Source: file-format/nodes.md, "Integers".` names a chapter of
/// `docs/file-format` and a heading in it, and other sources are public.
///
/// Several headings are written `"A", "B" and "C"`, several chapters with a semicolon between them.
enum SourceCitationRule {
    /// The beginnings of other citations: specifications, the SDK, and the project's own documents.
    static let otherSources = [
        "RFC ", "IEEE 754", "POSIX, ", "The Unicode Standard, ", "Unicode Standard Annex ", "SQLite documentation, ",
        "the Swift ABI, ", "Swift toolchain, ", "Steele, Lea, Flood, ", "SDK ", "SDK, ", "backup archive", "command `",
    ]

    static func violations(in files: [SourceFile]) -> [TidyViolation] {
        let chapters = files.filter { $0.path.hasPrefix("docs/file-format/") }
        let headings = Dictionary(uniqueKeysWithValues: chapters.map { ($0.path, Set(self.headings(of: $0))) })
        return files.filter(\.isSwift).flatMap { file in
            comments(of: file).flatMap { comment in
                comment.text.components(after: "Source: ").flatMap { citation in
                    problems(in: citation, headings).map { TidyViolation(file, line: comment.line, $0) }
                }
            }
        }
    }

    private static func headings(of chapter: SourceFile) -> [String] {
        var isCode = false
        return chapter.lines.compactMap { line in
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, line.hasPrefix("#"), let space = line.firstIndex(of: " ") else { return nil }
            return String(line[line.index(after: space)...])
        }
    }

    /// Runs of comment lines with their first line's number, as one text each.
    private static func comments(of file: SourceFile) -> [(text: String, line: Int)] {
        var comments: [(text: String, line: Int)] = []
        var isOpen = false
        for (line, number) in zip(file.lines, 1...) {
            let words = line.drop { $0 == " " }
            guard words.hasPrefix("//") else {
                isOpen = false
                continue
            }
            let text = words.drop { $0 == "/" }.drop { $0 == " " }
            if isOpen, !text.isEmpty, !text.hasPrefix("- ") {
                comments[comments.count - 1].text += " " + text
            } else {
                comments.append((String(text), number))
            }
            isOpen = true
        }
        return comments
    }

    private static func problems(in citation: Substring, _ headings: [String: Set<String>]) -> [String] {
        if otherSources.contains(where: { citation.hasPrefix($0) }) { return [] }
        var rest = citation
        var problems: [String] = []
        repeat {
            guard let cited = rest.prefixMatch(of: chapterAndHeadings) else {
                return ["cites no chapter of file-format and none of the other sources: '\(rest.prefix(60))'"]
            }
            let chapter = "docs/\(cited.output.1)"
            let quoted = cited.output.2.split(separator: "\"", omittingEmptySubsequences: false)
            for heading in stride(from: 1, to: quoted.count, by: 2).map({ String(quoted[$0]) })
            where headings[chapter]?.contains(heading) != true {
                let problem = headings[chapter] == nil ? "there is no" : "'\(heading)' is no heading of"
                problems.append("\(problem) \(chapter)")
            }
            rest = rest[cited.range.upperBound...]
            let isLast = !rest.hasPrefix("; ")
            if isLast { break }
            rest = rest.dropFirst(2)
        } while true
        return rest.hasPrefix(".") ? problems : problems + ["a citation ends with a full stop: '\(rest.prefix(20))'"]
    }

    /// `file-format/nodes.md, "A", "B" and "C"`.
    private static var chapterAndHeadings: Regex<(Substring, Substring, Substring)> {
        #/(file-format\/[a-z-]+\.md), ("[^"]+"(?:, "[^"]+")*(?: and "[^"]+")?)/#
    }
}

extension String {
    /// The text after each occurrence of a phrase at the start of a word.
    fileprivate func components(after phrase: String) -> [Substring] {
        ranges(of: phrase).compactMap { range in
            let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
            return before == " " || before == "(" ? self[range.upperBound...] : nil
        }
    }
}
