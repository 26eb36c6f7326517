extension UnsafeRawBufferPointer {
    /// True if the bytes are well-formed UTF-8; fastest for ASCII.
    var isUTF8: Bool {
        var index = 0
        while index < count {
            if index &+ 8 <= count, loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
                index &+= 8
            } else if self[index] < 0x80 {
                index &+= 1
            } else {
                guard let next = UTF8Sequence.end(at: index, in: self) else { return false }
                index = next
            }
        }
        return true
    }
}
