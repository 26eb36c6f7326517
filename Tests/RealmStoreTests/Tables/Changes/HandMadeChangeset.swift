/// Writes changesets by hand, as the format describes them.
struct HandMadeChangeset {
    private(set) var bytes: [UInt8] = []

    init(_ parts: [Int64]...) { for part in parts { for number in part { append(number) } } }

    mutating func append(_ number: Int64) {
        var rest = number < 0 ? UInt64(bitPattern: -(number + 1)) : UInt64(number)
        while rest > 63 {
            bytes.append(0x80 | UInt8(rest & 0x7F))
            rest >>= 7
        }
        bytes.append((number < 0 ? 0x40 : 0) | UInt8(rest))
    }
}
