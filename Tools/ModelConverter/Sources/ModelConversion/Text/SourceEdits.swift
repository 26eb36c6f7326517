/// The changes of one source text. What they do not touch stays byte for byte.
struct SourceEdits {
    private var edits: [SourceEdit] = []

    mutating func replace(_ range: Range<Int>, by text: String) { edits.append(SourceEdit(range: range, text: text)) }

    /// The text with all changes. A change inside of a larger one is part of that.
    func applied(to bytes: [UInt8]) -> String {
        let sorted = edits.enumerated().sorted { first, second in
            let (one, other) = (first.element.range, second.element.range)
            if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
            // Insertions come first, in their order; then the larger range, which has the others in it.
            if one.isEmpty != other.isEmpty { return one.isEmpty }
            return one.upperBound == other.upperBound ? first.offset < second.offset : one.upperBound > other.upperBound
        }
        var (result, end): ([UInt8], Int) = ([], 0)
        for edit in sorted.map(\.element) {
            guard edit.range.lowerBound >= end else {
                // Two declarations that are removed may share the blank line between them.
                if edit.text.isEmpty { end = max(end, edit.range.upperBound) }
                continue
            }
            result += bytes[end..<edit.range.lowerBound]
            result += edit.text.utf8
            end = edit.range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }
}
