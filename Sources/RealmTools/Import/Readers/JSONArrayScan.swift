/// Where in an array of a JSON document a byte is, behind the bracket that begins the array.
struct JSONArrayScan {
    /// The brackets that are open in an element.
    private var depth = 0
    /// A bit for each of the outer ones, set for a brace. A bracket that is missing is told where another one closes in
    /// its place, not at the end of a large file, which would have to be in memory until then.
    private var braces: UInt64 = 0
    private var isInString = false
    private var isEscaped = false
    /// Whether anything of the element was read.
    private var hasBegun = false
    private var isFirst = true
    /// Whether the bracket that ends the array was read.
    private(set) var isClosed = false
    /// What is wrong with the byte that nothing stands for.
    private(set) var fault: String?

    /// The byte that stands for the next one in lines; nil for one that is not in the array, or at a fault.
    @inline(__always)
    mutating func line(_ byte: UInt8) -> UInt8? {
        guard isInString else { return outside(byte) }
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
        }
        // A quote that is missing would lead to the end of the file, too.
        return byte == UInt8(ascii: "\n") ? stop("a string holds a control character, which must be escaped") : byte
    }

    @inline(__always)
    private mutating func outside(_ byte: UInt8) -> UInt8? {
        if isClosed { return nil }
        switch byte {
        case UInt8(ascii: "\n"): return UInt8(ascii: " ")
        case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t"): return byte
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if depth < UInt64.bitWidth { note(isBrace: byte == UInt8(ascii: "{")) }
            depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard depth > 0 else {
                if byte == UInt8(ascii: "]") { return close() }
                break
            }
            let isBrace = byte == UInt8(ascii: "}")
            if depth <= UInt64.bitWidth, isInBraces != isBrace {
                return stop(isBrace ? "']' is missing before '}'" : "'}' is missing before ']'")
            }
            depth -= 1
        case UInt8(ascii: ",") where depth == 0:
            guard hasBegun else { return stop("a JSON value is missing before ','") }
            (hasBegun, isFirst) = (false, false)
            return UInt8(ascii: "\n")
        default: break
        }
        hasBegun = true
        return byte
    }

    @inline(__always)
    private mutating func note(isBrace: Bool) {
        let bit: UInt64 = 1 << UInt64(depth)
        braces = isBrace ? braces | bit : braces & ~bit
    }

    /// Whether the innermost bracket is a brace.
    private var isInBraces: Bool { (braces >> UInt64(depth - 1)) & 1 == 1 }

    private mutating func close() -> UInt8? {
        guard hasBegun || isFirst else { return stop("a JSON value is missing before ']'") }
        isClosed = true
        return UInt8(ascii: "\n")
    }

    private mutating func stop(_ message: String) -> UInt8? {
        fault = message
        return nil
    }

    /// Ends the element at the end of the file; false if there is none.
    mutating func endElement() -> Bool {
        defer { hasBegun = false }
        return hasBegun
    }
}
