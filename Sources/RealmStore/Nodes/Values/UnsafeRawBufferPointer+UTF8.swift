extension UnsafeRawBufferPointer {
    /// True if the bytes are well-formed UTF-8; fastest for ASCII.
    var isUTF8: Bool {
        var index = 0
        while index &+ 8 <= count, loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
            index &+= 8
        }
        while index < count, self[index] < 0x80 { index &+= 1 }
        return index == count || String(validating: bindMemory(to: UInt8.self), as: UTF8.self) != nil
    }
}
