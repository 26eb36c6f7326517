/// The bytes of a file that may be damaged anywhere: opened without trusting its header, read without a lock, never
/// written.
package final class DamagedSource: Sendable {
    package let path: String
    let contents: FileContents
    /// The header as it is.
    package let header: RawFileHeader
    /// Pages of an encrypted file that do not match their MACs.
    package let unreadablePages: [Int]
    /// Pages of an encrypted file that read as zeros whatever their content, ascending.
    private let blankPages: [Int]
    private let pageByteLimit: Int
    package let identity: RealmFile.Identity

    /// Opens the file at `path`.
    ///
    /// - Parameters:
    ///   - key: the key of an encrypted file, nil for a plain one.
    ///   - pageByteLimit: bytes that are decrypted before any are forgotten.
    /// - Throws: `notARealm` for a file too small to be one; the error for a missing or wrong key.
    package init(_ path: String, key: EncryptionKey?, pageByteLimit: Int = 1 << 26) throws(StorageError) {
        self.path = path
        self.pageByteLimit = pageByteLimit
        _ = try FileStatus.ofRegularFile(path)
        let file = try StorageError.onSystemError(path, FileDescriptor.open(path, .readOnly))
        let identity = try RealmFile.Identity(file, path)
        self.identity = identity
        try DamagedSource.checkKind(file, identity, hasKey: key != nil, path)
        contents = try FileContents(path, file, key: key)
        var lost = (damaged: [Int](), unwritten: [Int]())
        if let pages = contents.pages {
            guard pages.probe() != .wrongKey else {
                throw StorageError(.wrongKey, path, "cannot be decrypted: no page fits the key")
            }
            do { lost = try pages.blankUnreadablePages() } catch { throw StorageError(error, path) }
        }
        unreadablePages = lost.damaged
        blankPages = (lost.damaged + lost.unwritten).sorted()
        guard contents.plainByteCount >= RawFileHeader.byteCount else {
            throw StorageError(.notARealm, path, "has too few bytes for a Realm file")
        }
        do { try contents.pages?.makePresent(0, RawFileHeader.byteCount) } catch {
            throw StorageError(.damaged, path, "is damaged: \(error)")
        }
        header = RawFileHeader(contents.range.base)
    }

    private static func checkKind(
        _ file: borrowing FileDescriptor, _ identity: RealmFile.Identity, hasKey: Bool, _ path: String
    ) throws(StorageError) {
        let byteCount = identity.status.byteCount
        if byteCount == 0 { throw StorageError(.notARealm, path, "is empty (0 bytes), which is not a Realm") }
        let tooFew = StorageError(.notARealm, path, "has \(byteCount) bytes, too few for a Realm file")
        guard byteCount >= RawFileHeader.byteCount else { throw tooFew }
        let isPlain = identity.firstBytes.withUnsafeBytes { RawFileHeader($0.baseAddress!).hasMark }
        if isPlain, hasKey { throw StorageError(.keyForPlainFile, path, "is not encrypted, but a key was given") }
        if hasKey, byteCount < 2 * PageCipher.pageSize { throw tooFew }
        if !isPlain, !hasKey, EncryptedPages.looksEncrypted(file) {
            throw StorageError(.keyRequired, path, "is encrypted and needs its 64-byte key")
        }
    }

    /// Releases the memory of decrypted pages, if there are many.
    ///
    /// - Returns: true if nodes in use have to be read again.
    package func releasePagesIfDue() -> Bool {
        guard let pages = contents.pages, pages.decryptedByteCount > pageByteLimit else { return false }
        pages.forget(but: blankPages)
        return true
    }

    /// Whole words of the plain file: no node extends beyond.
    package var byteCount: Int { contents.plainByteCount & ~7 }

    /// The range that may hold nodes.
    package var space: NodeSpace { contents.wholeSpace.limited(to: byteCount) }

    /// Throws `changedWhileReading` if the file at the path is no longer the one that was opened.
    package func checkUnchanged() throws(StorageError) {
        try identity.check(path)
    }

    /// The pages whose content is lost.
    ///
    /// - Complexity: O(size of the file)
    package func lostPages() -> LostPages {
        var lost = LostPages(byteCount: byteCount, isEncrypted: contents.pages != nil)
        for page in blankPages { lost.insert(page) }
        guard contents.pages == nil else { return lost }
        let words = LostPages.pageByteCount / 8
        for page in 0..<byteCount / LostPages.pageByteCount {
            let start = (contents.range.base + page * LostPages.pageByteCount).assumingMemoryBound(to: UInt64.self)
            if UnsafeBufferPointer(start: start, count: words).allSatisfy({ $0 == 0 }) { lost.insert(page) }
        }
        return lost
    }
}

// MARK: - Versions

extension DamagedSource {
    /// The version that a slot of the header names, or the footer of a file in streaming form; nil if it names none.
    package func version(ofSlot slot: Int) -> RealmFile? {
        guard header.hasMark else { return nil }
        let (ref, format) = header.slot(slot)
        if slot == header.selectedSlot, ref == 0, format == 0 { return empty }
        if slot == 0, ref == RawFileHeader.streamingTopRef {
            guard let ref = footer else { return nil }
            return version(at: ref, format: Int(format))
        }
        guard ref <= UInt64(byteCount), ref > 0 else { return nil }
        return version(at: Ref(Int(ref)), format: Int(format))
    }

    /// A version that cannot have been overwritten by a later one, with its free list.
    package func newest(_ file: RealmFile) -> RealmFile? {
        guard let known = file.top else { return file }
        guard let top = try? TopArray(known.ref, in: space, physicalByteCount: byteCount) else { return nil }
        return RealmFile(self, file.header, top)
    }

    /// The version whose top array is at `ref`, without its free list, which later versions may have overwritten.
    ///
    /// - Parameter format: nil if the header does not tell.
    package func version(at ref: Ref, format: Int?) -> RealmFile? {
        let format = format ?? likelyFormat
        guard FileHeader.readableFormats.contains(format),
            let top = try? TopArray(ref, in: space, physicalByteCount: byteCount)
        else { return nil }
        return RealmFile(self, FileHeader(header, format: format, topRef: ref), top.withoutFreeList)
    }

    /// The file before its first commit.
    private var empty: RealmFile? { RealmFile(self, FileHeader(header, format: 0, topRef: .none), nil) }

    /// The top array that the footer of a file in streaming form names.
    var footer: Ref? {
        guard byteCount >= RawFileHeader.byteCount + RawFileHeader.footerByteCount,
            let words = try? words(at: byteCount - RawFileHeader.footerByteCount),
            words.second == RawFileHeader.footerCookie, words.first < UInt64(byteCount)
        else { return nil }
        return Ref(Int(words.first))
    }

    private func words(at offset: Int) throws(PageError) -> (first: UInt64, second: UInt64) {
        try contents.pages?.makePresent(offset, 16)
        let start = contents.range.base + offset
        return (start.load(as: UInt64.self), start.load(fromByteOffset: 8, as: UInt64.self))
    }

    /// The format of the versions according to the header, or the current one.
    private var likelyFormat: Int {
        let formats = [header.formats.0, header.formats.1].map(Int.init)
        guard header.hasMark else { return FileHeader.currentFormat }
        return formats.first { FileHeader.readableFormats.contains($0) } ?? FileHeader.currentFormat
    }
}

// MARK: - Top arrays

extension DamagedSource {
    /// The top array according to the slot in use; nil if no node can be there.
    package var currentTop: Ref? {
        guard header.hasMark else { return nil }
        return header.isStreaming ? footer : top(ofSlot: header.selectedSlot)
    }

    /// The top arrays according to the header or the footer, the one in use first.
    package var namedTops: [Ref] {
        [currentTop, footer, top(ofSlot: header.selectedSlot), top(ofSlot: 1 - header.selectedSlot)].compactMap(\.self)
    }

    private func top(ofSlot slot: Int) -> Ref? {
        let ref = header.slot(slot).topRef
        return ref > 0 && ref % 8 == 0 && ref < UInt64(byteCount) ? Ref(Int(ref)) : nil
    }

    /// Everything in the file that looks like a top array, newest version first.
    ///
    /// - Complexity: O(size of the file)
    package func topArrays() -> [(ref: Ref, version: UInt64)] {
        var versions: [(ref: Ref, version: UInt64)] = []
        let space = space
        NodeScan(self).forEachNode { node in
            guard node.kind.hasRefs, !node.kind.isInner, !node.kind.context, versions.count < DamagedSource.topLimit,
                let top = try? TopArray(node.ref, in: space, physicalByteCount: .max),
                let names = try? NameLeaf(top.names, in: space),
                let tables = try? space.refs(top.tables, "the list of tables"), names.count == tables.count
            else { return }
            versions.append((node.ref, top.version))
        }
        return versions.sorted { ($0.version, $0.ref) > ($1.version, $1.ref) }
    }

    /// The maximum number of top arrays considered.
    private static let topLimit = 1 << 16
}
