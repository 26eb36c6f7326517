/// The size of a file, and the bytes in use. Source: file-format/free-space-and-commits.md, "Writing a whole file".
struct FileUsage: Equatable {
    /// The logical size: used and free bytes.
    let total: Int
    /// Header, nodes and history.
    let used: Int

    init(_ file: RealmFile) throws(FormatError) { try self.init(file.top, in: file.space) }

    /// All free blocks count as free, even those that readers still use.
    ///
    /// - Parameter top: the version; nil for a file to which nothing was ever committed.
    init(_ top: TopArray?, in space: NodeSpace) throws(FormatError) {
        guard let top else {
            (total, used) = (RawFileHeader.byteCount, RawFileHeader.byteCount)
            return
        }
        let free = try FreeList(top, in: space).byteCount
        guard free >= 0, free < top.logicalByteCount else {
            throw FormatError(
                .badTopArray, at: top.ref, "\(free) bytes of \(top.logicalByteCount) are said to be free")
        }
        total = top.logicalByteCount
        used = total - free
    }
}
