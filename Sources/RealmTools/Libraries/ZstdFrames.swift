import RealmStore

/// The frames of a file as their headers describe them, without the content. Source: RFC 8878, 3.1.
enum ZstdFrames {
    private static let skippableMagic: ClosedRange<UInt32> = 0x184D_2A50...0x184D_2A5F
    private static let magic: UInt32 = 0xFD2F_B528
    private static let longestHeader = 18

    /// True if the file consists of complete frames: all blocks and checksums are present, whatever their content.
    ///
    /// - Complexity: one read for each block of up to 128 KiB.
    static func areWhole(in file: borrowing FileDescriptor) throws(SystemError) -> Bool {
        let byteCount = try file.byteCount()
        var offset = 0
        while offset < byteCount {
            guard let end = try end(ofFrameAt: offset, in: file, byteCount), end <= byteCount else { return false }
            offset = end
        }
        return byteCount > 0
    }

    /// The end of the frame, perhaps beyond the file; nil if it is not a frame.
    private static func end(
        ofFrameAt start: Int, in file: borrowing FileDescriptor, _ byteCount: Int
    ) throws(SystemError) -> Int? {
        let header = try file.bytes(longestHeader, at: start)
        guard header.count >= 8 else { return nil }
        func word(_ offset: Int) -> UInt32 { (0..<4).reduce(0) { $0 | (UInt32(header[offset + $1]) << (8 * $1)) } }
        if skippableMagic.contains(word(0)) { return start + 8 + Int(word(4)) }
        guard word(0) == magic else { return nil }
        let descriptor = Int(header[4])
        let isSingleSegment = (descriptor & 0x20) != 0
        let contentSizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]
        let dictionaryBytes = [0, 1, 2, 4][descriptor & 3]
        var offset = start + 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + contentSizeBytes
        while offset + 3 <= byteCount {
            let bytes = try file.bytes(3, at: offset)
            guard bytes.count == 3 else { return nil }
            let block = Int(bytes[0]) | (Int(bytes[1]) << 8) | (Int(bytes[2]) << 16)
            // One byte stands for a block that repeats it.
            offset += 3 + (((block >> 1) & 3) == 1 ? 1 : block >> 3)
            if (block & 1) == 1 { return offset + ((descriptor & 4) != 0 ? 4 : 0) }
        }
        return nil
    }
}
