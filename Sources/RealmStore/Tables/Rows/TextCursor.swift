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

    @inline(__always)
    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard at.pointee == UInt8(ascii: byte) else { return false }
        at += 1
        return true
    }

    @inline(__always)
    mutating func word(_ text: StaticString) -> Bool {
        for index in 0..<text.utf8CodeUnitCount where at[index] != text.utf8Start[index] { return false }
        at += text.utf8CodeUnitCount
        return true
    }
}
