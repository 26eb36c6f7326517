extension UnsafeRawBufferPointer {
    /// True if the bytes are well-formed UTF-8; fastest for ASCII.
    package var isUTF8: Bool {
        var index = 0
        while index < count {
            if index &+ 8 <= count, loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
                index &+= 8
            } else if self[index] < 0x80 {
                index &+= 1
            } else {
                guard let length = characterByteCount(at: index) else { return false }
                index &+= length
            }
        }
        return true
    }

    /// The bytes of the character of UTF-8 at `index`; nil if it is not well-formed.
    func characterByteCount(at index: Int) -> Int? {
        func byte(_ place: Int) -> UInt8 { place < count ? self[place] : 0 }
        return UTF8Sequence.byteCount(self[index], byte(index &+ 1), byte(index &+ 2), byte(index &+ 3))
    }
}

extension [UInt8] {
    /// True if the bytes are well-formed UTF-8.
    package var isUTF8: Bool { withUnsafeBytes(\.isUTF8) }
}
