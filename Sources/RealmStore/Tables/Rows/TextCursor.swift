/// A place in a text, from which single values are read. A zero follows the text, so that every loop over bytes of a
/// kind ends.
struct TextCursor {
    /// The next byte.
    var at: UnsafePointer<UInt8>

    @inline(__always)
    mutating func skipBlanks() {
        while at.pointee == UInt8(ascii: " ") || at.pointee == UInt8(ascii: "\t") || at.pointee == UInt8(ascii: "\r") {
            at += 1
        }
    }

    /// Skips blanks and empty lines, and returns the line feeds among them.
    mutating func skipEmptyLines() -> Int {
        var count = 0
        while true {
            skipBlanks()
            guard skip("\n") else { return count }
            count += 1
        }
    }

    @inline(__always)
    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard at.pointee == UInt8(ascii: byte) else { return false }
        at += 1
        return true
    }

    // MARK: Members of an object

    /// Whether the next member has the name, which ends with its quote.
    func isName(_ name: StaticString) -> Bool {
        guard at.pointee == UInt8(ascii: "\"") else { return false }
        for index in 0..<name.utf8CodeUnitCount where at[index + 1] != name.utf8Start[index] { return false }
        return true
    }

    /// Reads a name that is among the labels (`RowLayout.label(_:)`), most likely that at `expected`: most objects name
    /// their members in the same order.
    @inline(__always)
    mutating func label(_ expected: Int, of labels: [[UInt8]]) -> Int? {
        guard skip("\"") else { return nil }
        var candidate = expected
        for _ in labels.indices {
            if candidate >= labels.count { candidate = 0 }
            if isNext(labels[candidate]) {
                at += labels[candidate].count
                return candidate
            }
            candidate &+= 1
        }
        return nil
    }

    @inline(__always)
    private func isNext(_ label: [UInt8]) -> Bool {
        for index in label.indices where at[index] != label[index] { return false }
        return true
    }

    /// Skips what is between two members; after the last one there is nothing to skip.
    mutating func skipToNextMember() -> Bool {
        skipBlanks()
        if at.pointee == UInt8(ascii: "}") { return true }
        guard skip(",") else { return false }
        skipBlanks()
        return at.pointee != UInt8(ascii: "}")
    }

    // MARK: Texts

    @inline(__always)
    mutating func word(_ text: StaticString) -> Bool {
        for index in 0..<text.utf8CodeUnitCount where at[index] != text.utf8Start[index] { return false }
        at += text.utf8CodeUnitCount
        return true
    }
}
