/// Packs integers as a node stores them, 64 bits at a time. Source: file-format/nodes.md, "Packed integers".
enum IntegerPacking {
    /// The code of the smallest width that fits all `values`.
    static func widthCode(for values: some Sequence<Int64>) -> UInt8 {
        // Negative numbers need as many bits as their complements, 8 at least.
        var bits: Int64 = 0
        var signs: Int64 = 0
        for value in values {
            signs |= value
            bits |= value ^ (value >> 63)
        }
        return max(IntegerEditor.widthCode(for: bits), signs < 0 ? 4 : 0)
    }

    /// The payload of a node with these elements, as little-endian words; the last one is padded with zeros.
    static func words(_ values: [Int64], widthCode: UInt8) -> [UInt64] {
        if widthCode == 0 { return [] }
        let width = 1 << (Int(widthCode) - 1)
        let mask = UInt64.max >> UInt64(64 - width)
        let perWord = 64 / width
        let wordCount = (values.count + perWord - 1) / perWord
        return [UInt64](unsafeUninitializedCapacity: wordCount) { words, count in
            var rest = values[...]
            for word in 0..<wordCount {
                var bits: UInt64 = 0
                var shift: UInt64 = 0
                for value in rest.prefix(perWord) {
                    bits |= (UInt64(bitPattern: value) & mask) &<< shift
                    shift &+= UInt64(width)
                }
                rest = rest.dropFirst(perWord)
                words[word] = bits
            }
            count = wordCount
        }
    }
}
