extension EncryptedPages {
    /// Lets every page that cannot be read show zeros, so that the others can be read without asking page by page.
    ///
    /// For a file of which as much as possible is to be saved; nobody may have read from it before.
    ///
    /// - Returns: pages that were written once and cannot be read, and those that never were, both ascending.
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
