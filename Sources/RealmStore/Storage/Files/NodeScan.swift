/// Scans all offsets of a damaged file at which a node may begin.
package struct NodeScan {
    private let space: NodeSpace
    private let pages: EncryptedPages?
    private let byteCount: Int
    private let release: () -> Bool

    /// - Parameter release: releases decrypted pages now and then; nil for the source's own release.
    package init(_ source: DamagedSource, release: (() -> Bool)? = nil) {
        self.release = release ?? { source.releasePagesIfDue() }
        space = source.space
        pages = source.contents.pages
        byteCount = source.byteCount
    }

    /// Calls `body` with everything that has the header of a node and fits the file, in the order of offsets; bytes of
    /// values may look like one, too.
    ///
    /// - Complexity: O(size of the file)
    package func forEachNode(_ body: (Node) -> Void) {
        var offset = FileLayout.headerByteCount
        var present = 0
        while offset <= byteCount - Node.headerByteCount {
            if let pages, offset >= present {
                _ = release()
                let page = offset / PageCipher.pageSize
                present = (page + 1) * PageCipher.pageSize
                // Unreadable pages read as zeros.
                try? pages.makePresent(page * PageCipher.pageSize, PageCipher.pageSize)
            }
            if (space.base + offset).load(as: UInt32.self) == Node.filler, let node = try? space.node(Ref(offset)) {
                body(node)
            }
            offset += 8
        }
    }
}
