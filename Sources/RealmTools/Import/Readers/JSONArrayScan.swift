/// Where in an array of a JSON document a byte is, behind the bracket that begins the array.
struct JSONArrayScan {
    /// The brackets that are open in an element.
    private var depth = 0
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
        // Control characters are not allowed in a string, whichever.
        return byte == UInt8(ascii: "\n") ? 0x01 : byte
    }

    @inline(__always)
    private mutating func outside(_ byte: UInt8) -> UInt8? {
        if isClosed { return nil }
        switch byte {
        case UInt8(ascii: "\n"): return UInt8(ascii: " ")
        case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t"): return byte
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if depth == 0, byte == UInt8(ascii: "]") { return close() }
            depth = max(0, depth - 1)
        case UInt8(ascii: ",") where depth == 0:
            guard hasBegun else { return stop("a JSON value is missing before ','") }
            (hasBegun, isFirst) = (false, false)
            return UInt8(ascii: "\n")
        default: break
        }
        hasBegun = true
        return byte
    }

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
