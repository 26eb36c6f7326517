import Foundation

/// A text file of the project as the tidy rules see it.
struct SourceFile {
    /// Path from the project's root, such as `Sources/RealmStore/Nodes/Node.swift`.
    let path: String
    let text: String
    let lines: [Substring]
    /// The words and signs of a Swift file; empty for other files.
    let tokens: [SourceToken]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true {
            lines.removeLast()
        }
        self.lines = lines
        tokens = path.hasSuffix(".swift") ? SourceToken.tokens(of: SourceMask(Array(text.utf8)).code) : []
    }

    var isSwift: Bool { path.hasSuffix(".swift") }

    var isTest: Bool { path.hasPrefix("Tests/") || path.contains("/Tests/") }

    /// The floor the file stands on; nil if it is not part of the product.
    var floor: SourceFloor? { SourceFloor(path: path) }

    /// Whether the file may call the operating system and C libraries: on Platform, or in the tools' room of libraries.
    var meetsSystem: Bool { floor == .platform || path.hasPrefix("Sources/RealmTools/Libraries/") }

    /// Whether the line, counted from 1, is a documentation comment.
    func isDocumentation(line: Int) -> Bool {
        guard line >= 1, line <= lines.count else { return false }
        return lines[line - 1].drop(while: { $0 == " " }).hasPrefix("///")
    }

    /// Lines, counted from 1, on which the phrase stands. Letters next to a phrase that begins or ends with a letter
    /// make it another word.
    func lines(containing phrase: String, ignoringCase: Bool = false) -> [Int] {
        let text = ignoringCase ? self.text.lowercased() : self.text
        let bytes = Array(text.utf8)
        let needle = Array(phrase.utf8)
        var found: [Int] = []
        var line = 1
        var counted = 0
        for start in Self.occurrences(of: needle, in: bytes) {
            let end = start + needle.count
            let joinsBefore = start > 0 && Self.isLetter(bytes[start - 1]) && Self.isLetter(needle[0])
            let joinsAfter = end < bytes.count && Self.isLetter(bytes[end]) && Self.isLetter(needle[needle.count - 1])
            if joinsBefore || joinsAfter { continue }
            line += bytes[counted..<start].count(where: { $0 == UInt8(ascii: "\n") })
            counted = start
            found.append(line)
        }
        return found
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        let lowercased = byte | 0x20
        return lowercased >= UInt8(ascii: "a") && lowercased <= UInt8(ascii: "z")
    }

    /// Searches with the C library: the test runs unoptimised over megabytes of text.
    private static func occurrences(of needle: [UInt8], in bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBytes { buffer in
            var found: [Int] = []
            guard let base = buffer.baseAddress else { return found }
            var from = 0
            while from + needle.count <= buffer.count,
                let hit = memchr(base + from, Int32(needle[0]), buffer.count - from)
            {
                let offset = UnsafeRawPointer(hit) - base
                let isWhole = offset + needle.count <= buffer.count && memcmp(hit, needle, needle.count) == 0
                if isWhole {
                    found.append(offset)
                }
                from = offset + (isWhole ? needle.count : 1)
            }
            return found
        }
    }
}
