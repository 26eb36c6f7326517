/// Condenses the values of one row, in the order in which they are mixed in.
struct RowHash {
    private(set) var value: UInt64 = 0

    mutating func mix(_ number: UInt64) {
        let product = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
        value = product ^ (product >> 32)
    }

    mutating func mix(_ number: Int) {
        mix(UInt64(bitPattern: Int64(number)))
    }

    mutating func mix(_ number: Double) {
        mix(number.bitPattern)
    }

    mutating func mix(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            var offset = 0
            while offset + 8 <= raw.count {
                mix(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            var rest = UInt64(raw.count)
            while offset < raw.count {
                rest = (rest << 8) | UInt64(raw[offset])
                offset += 1
            }
            mix(rest)
        }
    }
}
