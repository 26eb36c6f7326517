/// Who is told when a session shows another version, or could.
final class SessionObservers {
    /// What has happened.
    enum News {
        /// Another version is shown.
        case changed
        /// There is a newer version, and the session stays at its own.
        case newerVersion
    }

    private var blocks: [(id: Int, block: (News) -> Void)] = []
    private var lastID = 0
    /// True while blocks are called.
    private(set) var isTelling = false

    /// Begins an observation, and names it.
    func add(_ block: @escaping (News) -> Void) -> Int {
        lastID += 1
        blocks.append((lastID, block))
        return lastID
    }

    /// Ends an observation; false if it had ended.
    func remove(_ id: Int) -> Bool {
        guard let index = blocks.firstIndex(where: { $0.id == id }) else { return false }
        blocks.remove(at: index)
        return true
    }

    /// Calls the blocks in the order in which they came, but for some. What a block itself commits is not told.
    func tell(_ news: News, except silenced: Set<Int> = []) {
        guard !isTelling, !blocks.isEmpty else { return }
        isTelling = true
        defer { isTelling = false }
        for (id, _) in blocks where !silenced.contains(id) {
            // Another block may have ended this observation.
            blocks.first { $0.id == id }?.block(news)
        }
    }
}
