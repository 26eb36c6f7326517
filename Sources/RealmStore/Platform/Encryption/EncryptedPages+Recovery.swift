extension EncryptedPages {
    /// Makes every unreadable page read as zeros, so that the others can be read without checking page by page.
    ///
    /// For recovering as much as possible of a file; must be called before anything is read from it.
    ///
    /// - Returns: pages that were written but cannot be read, and pages that were never written, both ascending.
    /// - Complexity: O(size of the file): every page is authenticated.
    func blankUnreadablePages() throws(SystemError) -> (damaged: [Int], unwritten: [Int]) {
        var damaged: [Int] = []
        var unwritten: [Int] = []
        for page in 0..<pageCount {
            switch try state(ofPage: page) {
            case .good, .zeroed: continue
            case .neverWritten: unwritten.append(page)
            case .failed, .firstWriteLost, .outOfBounds: damaged.append(page)
            }
            setCounter(.max, ofPage: page)
        }
        return (damaged, unwritten)
    }
}
