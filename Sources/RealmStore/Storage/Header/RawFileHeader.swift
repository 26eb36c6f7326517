/// The first 24 bytes of a file as they are, unchecked.
///
///     0 top ref, slot 0 | 8 top ref, slot 1 | 16 "T-DB" | 20 format, slot 0 | 21 format, slot 1
///     22 reserved | 23 flags
///
/// Source: file-format/header-and-versions.md, "The file header" and "The streaming form".
package struct RawFileHeader: Equatable, Sendable {
    let topRefs: (UInt64, UInt64)
    let mark: UInt32
    package let formats: (UInt8, UInt8)
    let reserved: UInt8
    let flags: UInt8

    package static let byteCount = FileLayout.headerByteCount
    /// "T-DB", read as a little-endian number.
    static let realmMark: UInt32 = 0x4244_2D54
    /// The top ref in slot 0 of a file in streaming form.
    static let streamingTopRef = UInt64.max
    static let footerByteCount = 16
    static let footerCookie: UInt64 = 0x3034_1252_37E5_26C8

    /// - Precondition: `bytes` holds at least 24 bytes.
    package init(_ bytes: UnsafeRawPointer) {
        topRefs = (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        mark = bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
        formats = (bytes.load(fromByteOffset: 20, as: UInt8.self), bytes.load(fromByteOffset: 21, as: UInt8.self))
        reserved = bytes.load(fromByteOffset: 22, as: UInt8.self)
        flags = bytes.load(fromByteOffset: 23, as: UInt8.self)
    }

    private init(topRefs: (UInt64, UInt64), formats: (UInt8, UInt8), reserved: UInt8, flags: UInt8) {
        self.topRefs = topRefs
        mark = RawFileHeader.realmMark
        self.formats = formats
        self.reserved = reserved
        self.flags = flags
    }

    /// The header of a file to which nothing was ever committed.
    static let new = RawFileHeader(topRefs: (0, 0), formats: (0, 0), reserved: 0, flags: 0)

    /// The same header with a top array, or none, in the unselected slot.
    ///
    /// - Parameter format: the layout of what is below `top`.
    func offering(_ top: Ref, format: Int = FileHeader.currentFormat) -> RawFileHeader {
        var (topRefs, formats) = (topRefs, formats)
        let format = UInt8(top.isNone ? 0 : format)
        if selectedSlot == 0 {
            (topRefs.1, formats.1) = (UInt64(top.offset), format)
        } else {
            (topRefs.0, formats.0) = (UInt64(top.offset), format)
        }
        return RawFileHeader(topRefs: topRefs, formats: formats, reserved: reserved, flags: flags)
    }

    /// The top array that the header names; nil in the streaming form, where the header names none.
    var namedTop: Ref? {
        isStreaming ? nil : Ref(Int(truncatingIfNeeded: slot(selectedSlot).topRef & UInt64(Int.max)))
    }

    /// The same header with the other slot selected.
    var flipped: RawFileHeader {
        RawFileHeader(topRefs: topRefs, formats: formats, reserved: reserved, flags: flags ^ 1)
    }

    /// The header as it is in the file.
    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: RawFileHeader.byteCount)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: topRefs.0.littleEndian, toByteOffset: 0, as: UInt64.self)
            $0.storeBytes(of: topRefs.1.littleEndian, toByteOffset: 8, as: UInt64.self)
            $0.storeBytes(of: mark.littleEndian, toByteOffset: 16, as: UInt32.self)
        }
        bytes[20...] = [formats.0, formats.1, reserved, flags]
        return bytes
    }

    /// The offset of `flags` in the file.
    static let flagsOffset = 23

    package var hasMark: Bool { mark == RawFileHeader.realmMark }

    /// 0 or 1: the selected slot.
    package var selectedSlot: Int { Int(flags & 1) }

    package var isStreaming: Bool { selectedSlot == 0 && topRefs.0 == RawFileHeader.streamingTopRef }

    /// Top ref and format of the selected slot, or of the other one.
    func slot(_ index: Int) -> (topRef: UInt64, format: UInt8) {
        index == 0 ? (topRefs.0, formats.0) : (topRefs.1, formats.1)
    }

    package static func == (lhs: RawFileHeader, rhs: RawFileHeader) -> Bool {
        lhs.topRefs == rhs.topRefs && lhs.mark == rhs.mark && lhs.formats == rhs.formats && lhs.flags == rhs.flags
            && lhs.reserved == rhs.reserved
    }
}
