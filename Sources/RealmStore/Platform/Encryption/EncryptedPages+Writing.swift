extension EncryptedPages {
    /// The counter of a page that is in the range but was never written.
    private static let unwritten = UInt32.max

    /// Makes the range hold the page, zeros if it was never written, so that part of it can be replaced there. The
    /// replaced bytes can be read before they are written.
    ///
    /// - Throws: what is wrong with a page that was written.
    func makeWritable(_ page: Int) throws(PageError) {
        do {
            try makePresent(page * PageCipher.pageSize, PageCipher.pageSize)
        } catch {
            switch error.state {
            case .neverWritten, .firstWriteLost: break
            case .outOfBounds where page < pageCount: break
            default: throw error
            }
            // A reader that reads on may look at the page in the file at this moment.
            withGroup(ofPage: page) {
                bytes(ofPage: page).initializeMemory(as: UInt8.self, repeating: 0)
                setCounter(EncryptedPages.unwritten, ofPage: page)
            }
        }
    }

    /// The page in the range. Only the process's writer changes it, and no byte that a version in use refers to.
    func bytes(ofPage page: Int) -> UnsafeMutableRawBufferPointer {
        let start = UnsafeMutableRawPointer(mutating: range.base + page * PageCipher.pageSize)
        return UnsafeMutableRawBufferPointer(start: start, count: PageCipher.pageSize)
    }

    /// Encrypts a page, and makes the entry that goes with it.
    ///
    /// The entry keeps the MAC of the page in the file, so that the page can be read whether it is written or not.
    ///
    /// A page without entry may have had one before the file was cut. Since every commit writes page 0, which is never
    /// cut off, continuing from its counter never repeats a counter for a page: other processes identify a decrypted
    /// page by its counter.
    ///
    /// - Parameters:
    ///   - plain: what the page is to hold.
    ///   - target: room for the encrypted page.
    ///   - entry: room for the entry.
    /// - Returns: the counter of the write.
    func seal(
        _ page: Int, _ plain: UnsafeRawPointer, into target: UnsafeMutableRawPointer,
        entry: UnsafeMutableRawPointer
    ) throws(SystemError) -> UInt32 {
        let old = try readEntry(ofPage: page, into: entry)
        var highest = old.highestCounter
        if highest == 0 {
            let first = UnsafeMutableRawPointer.allocate(byteCount: PageEntry.byteCount, alignment: 16)
            defer { first.deallocate() }
            highest = try readEntry(ofPage: 0, into: first).highestCounter
        }
        // Of two writes the later one may never have reached the page; reading it tells which one did.
        let isUnwritten = counter(ofPage: page) == EncryptedPages.unwritten && highest != EncryptedPages.unwritten
        let present = isUnwritten ? 0 : counter(ofPage: page)
        if old.newest.counter == present || old.before.counter != present {
            PageEntry.keepNewest(at: entry)
        }
        var counter = highest
        repeat {
            counter = counter == .max ? 1 : counter + 1
            cipher.encrypt(plain, to: target, offset: page * PageCipher.pageSize, counter: counter)
        } while !PageEntry.storeNewest(counter, ofPage: target, cipher, at: entry)
        return counter
    }

    /// The entry of a page as it is in the file; zeros where there is none.
    private func readEntry(
        ofPage page: Int, into entry: UnsafeMutableRawPointer
    ) throws(SystemError) -> PageEntry {
        let memory = UnsafeMutableRawBufferPointer(start: entry, count: PageEntry.byteCount)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        _ = try file.read(into: memory, at: EncryptedPages.entryOffset(ofPage: page))
        return PageEntry(entry)
    }
}
