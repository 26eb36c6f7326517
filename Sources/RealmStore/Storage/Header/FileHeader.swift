/// A header that was checked against its file.
package struct FileHeader: Sendable {
    let raw: RawFileHeader
    /// The file format version in force; 0 for a file to which nothing was ever committed.
    package let format: Int
    /// The top array; `Ref.none` if nothing was ever committed.
    let topRef: Ref
    var isStreaming: Bool { raw.isStreaming }

    static let currentFormat = 24
    /// The formats that can be read. Those before 24 differ in details, and are upgraded before writing.
    static let readableFormats = [10, 11, 20, 21, 22, 23, 24]

    /// True if the tables may have another layout than in the current format.
    package var isOld: Bool { format < FileHeader.currentFormat && !topRef.isNone }

    /// A header that overrides its slots: for an older version, or of a file whose header is damaged.
    init(_ raw: RawFileHeader, format: Int, topRef: Ref) {
        self.raw = raw
        self.format = format
        self.topRef = topRef
    }

    /// - Parameters:
    ///   - bytes: start of the plain file, readable up to `byteCount`.
    ///   - byteCount: the file's plain size.
    init(_ bytes: UnsafeRawPointer, byteCount: Int, path: String) throws(StorageError) {
        raw = RawFileHeader(bytes)
        guard raw.hasMark else {
            throw StorageError(.notARealm, path, "has no T-DB mark at offset 16: it is not a Realm file")
        }
        var (top, format) = raw.slot(raw.selectedSlot)
        if raw.isStreaming {
            guard byteCount >= RawFileHeader.byteCount + RawFileHeader.footerByteCount else {
                throw StorageError(
                    .damaged, path, "is in streaming form but too small (\(byteCount) bytes): probably truncated")
            }
            let footer = bytes + (byteCount - RawFileHeader.footerByteCount)
            top = footer.loadUnaligned(as: UInt64.self)
            let cookie = footer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            guard cookie == RawFileHeader.footerCookie else {
                throw StorageError(.damaged, path, "is in streaming form but its footer is missing: probably truncated")
            }
        }
        self.format = Int(format)
        try FileHeader.checkFormat(self.format, top: top, path: path)
        guard top % 8 == 0 else { throw StorageError(.damaged, path, "has the top ref \(top), which is not aligned") }
        guard top < UInt64(byteCount) else {
            throw StorageError(
                .damaged, path,
                "has the top ref \(top), outside of its \(byteCount) bytes: probably truncated")
        }
        topRef = Ref(Int(top))
    }

    private static func checkFormat(_ format: Int, top: UInt64, path: String) throws(StorageError) {
        if readableFormats.contains(format) || (format == 0 && top == 0) { return }
        throw StorageError(
            .unsupportedFormat(format), path,
            "has file format version \(format), which is not supported (10, 11 and 20 to 24 are)"
                + (format < 10 ? "; programs built on Realm Core 6 to 13 upgrade it" : ""))
    }
}
