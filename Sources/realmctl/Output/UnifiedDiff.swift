/// The differences of two texts, line by line, in the form that 'patch' reads.
struct UnifiedDiff: Sendable {
    private enum Line {
        case kept(Substring)
        case removed(Substring)
        case added(Substring)

        var isChange: Bool {
            if case .kept = self { return false }
            return true
        }
    }

    /// Lines around a change.
    private static let context = 3

    private let lines: [(text: String, kind: Character)]

    init(from old: String, to new: String, named name: String) {
        let all = UnifiedDiff.merged(UnifiedDiff.lines(of: old), UnifiedDiff.lines(of: new))
        var lines: [(String, Character)] = []
        var position = 0
        var (oldLine, newLine) = (1, 1)
        for hunk in UnifiedDiff.hunks(all) {
            if lines.isEmpty { lines += [("--- \(name)", "-"), ("+++ \(name)", "+")] }
            // What is between hunks is in both texts.
            (oldLine, newLine) = (oldLine + hunk.lowerBound - position, newLine + hunk.lowerBound - position)
            let part = all[hunk]
            let removed = part.count { if case .added = $0 { false } else { true } }
            let added = part.count { if case .removed = $0 { false } else { true } }
            lines.append(
                ("@@ -\(UnifiedDiff.range(oldLine, removed)) +\(UnifiedDiff.range(newLine, added)) @@", "@"))
            for line in part {
                switch line {
                case .kept(let text): lines += UnifiedDiff.written(text, " ")
                case .removed(let text): lines += UnifiedDiff.written(text, "-")
                case .added(let text): lines += UnifiedDiff.written(text, "+")
                }
            }
            (oldLine, newLine, position) = (oldLine + removed, newLine + added, hunk.upperBound)
        }
        self.lines = lines
    }

    var plainText: String { lines.map { $0.text + "\n" }.joined() }

    func text(_ style: Style) -> String {
        lines.map { line in
            switch line.kind {
            case "-": style.red(line.text) + "\n"
            case "+": style.green(line.text) + "\n"
            case "@": style.bold(line.text) + "\n"
            default: line.text + "\n"
            }
        }.joined()
    }

    /// The lines with their line breaks: a text without one at its end differs from one with it.
    private static func lines(of text: String) -> [Substring] {
        var (lines, rest): ([Substring], Substring) = ([], text[...])
        while let end = rest.unicodeScalars.firstIndex(of: "\n") {
            let next = rest.unicodeScalars.index(after: end)
            lines.append(rest[..<next])
            rest = rest[next...]
        }
        return rest.isEmpty ? lines : lines + [rest]
    }

    private static func merged(_ old: [Substring], _ new: [Substring]) -> [Line] {
        let difference = new.difference(from: old)
        var removed = Set<Int>()
        var added = Set<Int>()
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (first, second) = (0, 0)
        while first < old.count || second < new.count {
            if removed.contains(first) {
                lines.append(.removed(old[first]))
                first += 1
            } else if added.contains(second) {
                lines.append(.added(new[second]))
                second += 1
            } else {
                lines.append(.kept(old[first]))
                (first, second) = (first + 1, second + 1)
            }
        }
        return lines
    }

    /// The changes with the lines around them; what is close together is one.
    private static func hunks(_ lines: [Line]) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for index in lines.indices where lines[index].isChange {
            let range = max(0, index - context)..<min(lines.count, index + context + 1)
            if let last = hunks.last, range.lowerBound <= last.upperBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    /// An empty range begins behind the line before it.
    private static func range(_ line: Int, _ count: Int) -> String { "\(count == 0 ? line - 1 : line),\(count)" }

    private static func written(_ line: Substring, _ kind: Character) -> [(String, Character)] {
        guard line.unicodeScalars.last == "\n" else {
            return [("\(kind)\(line)", kind), ("\\ No newline at end of file", " ")]
        }
        return [(String(kind) + String(String.UnicodeScalarView(line.unicodeScalars.dropLast())), kind)]
    }
}
