/// The marks in a lock file by which those who read an encrypted file see that a page is being written.
///
/// Source: file-format/encryption.md, "Several processes and one encrypted file".
struct PageMarks: Sendable {
    private let memory: SharedMemory
    private let page: Int
    private let writes: Int

    /// - Parameters:
    ///   - page: the place of the offset of the page being written, plus 1; 0 if none is.
    ///   - writes: the place of the number of begun and ended writes.
    init(_ memory: SharedMemory, page: Int, writes: Int) {
        (self.memory, self.page, self.writes) = (memory, page, writes)
    }

    struct Values: Equatable {
        let page: UInt64
        let writes: UInt64

        /// True if nobody has written in this session yet.
        var isUntouched: Bool { page == 0 && writes == 0 }
    }

    var values: Values { Values(page: memory[page], writes: memory[writes]) }

    /// Calls `body`, which writes the page at a plain offset, or its entry.
    func writing<Failure: Error>(_ offset: Int, _ body: () throws(Failure) -> Void) throws(Failure) {
        memory[page] = UInt64(offset) + 1
        memory[writes] = memory[writes] &+ 1
        defer {
            memory[writes] = memory[writes] &+ 1
            memory[page] = 0
        }
        try body()
    }
}
