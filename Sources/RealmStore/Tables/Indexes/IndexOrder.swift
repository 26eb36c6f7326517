/// All objects of a search index of texts, in text order: null first, then by bytes.
///
/// A search index has nearly that order: each level compares four bytes, as a signed number, and a text that ends
/// inside them is padded with an `X`. Texts are read only where that `X` would change the order.
///
/// Source: file-format/search-indexes.md, "Chunks".
struct IndexOrder {
    /// Keys of the objects; those of equal texts ascend.
    private(set) var keys: [ObjectKey] = []

    private let table: Table
    private let column: Column
    private let objects: ClusterTree
    private let ascending: Bool
    /// So many are needed.
    private let leading: Int
    /// Levels that may still be visited: a damaged index may have cycles.
    private var patience: Int
    /// The entries of the levels on the current path, one after the other.
    private var entries: [Entry] = []

    /// A key of a level.
    private struct Entry {
        /// Its place in the order of the texts.
        var place: UInt64
        /// The element below it.
        let slot: Slot
        /// An element further down that belongs elsewhere.
        var omitted: Slot?
    }

    /// - Parameters:
    ///   - column: single texts with a search index.
    ///   - leading: the walk ends behind so many.
    /// - Returns: nil if texts differ beyond the bytes that the index covers, or if the index does not contain as many
    ///   objects.
    /// - Complexity: O(count), for `leading` that and the number of texts that differ in their first four bytes
    init?(_ column: Column, of table: Table, ascending: Bool, leading: Int = .max) throws(FormatError) {
        (self.table, self.column, self.ascending) = (table, column, ascending)
        objects = try table.objects()
        self.leading = min(leading, objects.count)
        patience = objects.count + SearchIndex.maximumSteps
        keys.reserveCapacity(self.leading)
        guard try visit(column.indexRoot, 0, omitting: nil), keys.count >= self.leading else { return nil }
        if keys.count > self.leading { keys.removeLast(keys.count - self.leading) }
    }

    /// - Returns: false if the walk cannot continue.
    private mutating func visit(_ root: Ref, _ offset: Int, omitting omitted: Slot?) throws(FormatError) -> Bool {
        patience -= 1
        guard patience >= 0, offset <= IndexData.maximumOffset else { return false }
        let level = IndexLevel(root, in: table.space)
        let first = entries.count
        defer { entries.removeSubrange(first...) }
        _ = try level.forEach { (key, slot) throws(FormatError) in
            // The omitted element is below keys 0 only, since its text ended before.
            guard slot != omitted else { return true }
            entries.append(Entry(place: IndexOrder.place(key), slot: slot, omitted: key == 0 ? omitted : nil))
            return true
        }
        sortEntries(from: first)
        try placeEndedTexts(from: first, level, offset)
        let end = entries.count
        for index in 0..<(end - first) where keys.count < leading {
            let entry = entries[ascending ? first + index : end - 1 - index]
            switch try level.content(entry.slot) {
            case .object(let key): keys.append(key)
            case .list(let list):
                // At the last level, texts that differ further on share a list.
                guard offset < IndexData.maximumOffset else { return false }
                try add(list)
            case .level(let next):
                guard try visit(next, offset + IndexData.chunkByteCount, omitting: entry.omitted) else { return false }
            }
            guard keys.count <= objects.count else { return false }
        }
        return true
    }

    private mutating func add(_ list: Ref) throws(FormatError) {
        let start = keys.count
        try IndexMatches(.list(list), in: table.space).forEach { keys.append($0) }
        if !keys[start...].ascend { keys[start...].sort() }
    }

    private mutating func sortEntries(from first: Int) {
        for index in entries.indices[first...].dropFirst() where entries[index - 1].place > entries[index].place {
            entries[first...].sort { $0.place < $1.place }
            return
        }
    }

    // MARK: Texts that end inside a chunk

    /// The place of a whole chunk, or of one with only some bytes: the bytes, then their number.
    ///
    /// - Parameter count: -1 for a text that ended in the chunk before.
    private static func place(_ key: Int32, count: Int = IndexData.chunkByteCount) -> UInt64 {
        let unused = UInt64(8 * (IndexData.chunkByteCount - max(0, count)))
        let bytes = (UInt64(UInt32(bitPattern: key)) >> unused) << unused
        return (bytes << 3) | UInt64(count + 1)
    }

    /// Whether a chunk has the first bytes of another.
    private static func begins(_ entry: Entry, with key: Int32, _ count: Int) -> Bool {
        let other = Int32(bitPattern: UInt32(truncatingIfNeeded: entry.place >> 3))
        return place(other, count: count) == place(key, count: count)
    }

    /// Moves each text that ends in or before the chunk at `offset` before the longer ones that begin with it.
    private mutating func placeEndedTexts(
        from first: Int, _ level: IndexLevel, _ offset: Int
    ) throws(FormatError) {
        let next = offset + IndexData.chunkByteCount
        var hasMoved = false
        let indices = entries.indices[first...]
        for index in indices where indices.count > 1 {
            let entry = entries[index]
            let key = Int32(bitPattern: UInt32(truncatingIfNeeded: entry.place >> 3))
            guard IndexData.hasVisibleEnd(key), entry.omitted == nil else { continue }
            let count = IndexData.byteCount(ofEnded: key)
            let ended = IndexOrder.place(key, count: count)
            // Texts that begin with it, or with it and an X, are neighbours; all begin with one that ended before.
            let follows = index > first && entries[index - 1].place >= ended
            let precedes = index + 1 < indices.endIndex && IndexOrder.begins(entries[index + 1], with: key, count + 1)
            guard key == 0 || follows || precedes else { continue }
            let content = try level.content(entry.slot)
            if case .level(let ref) = content {
                guard let slot = try endedText(below: ref, next) else { continue }
                entries[index].omitted = slot
                entries.append(Entry(place: ended, slot: slot))
            } else {
                guard try byteCount(of: content) < next else { continue }
                entries[index].place = ended
            }
            hasMoved = true
        }
        if hasMoved { sortEntries(from: first) }
    }

    /// The element of the text that ended before `offset`, at the start of a level; nil if there is none.
    private func endedText(below root: Ref, _ offset: Int) throws(FormatError) -> Slot? {
        var root = root
        for _ in 0..<SearchIndex.maximumSteps {
            let level = IndexLevel(root, in: table.space)
            guard let slot = try level.element(0) else { return nil }
            let content = try level.content(slot)
            guard case .level(let next) = content else { return try byteCount(of: content) < offset ? slot : nil }
            root = next
        }
        return nil
    }

    /// The text of an object, or of all objects in a list.
    private func byteCount(of content: IndexLevel.Content) throws(FormatError) -> Int {
        let first: ObjectKey? =
            switch content {
            case .object(let key): key
            case .list(let list): try IndexMatches(.list(list), in: table.space).first
            case .level: nil
            }
        guard let first else { return 0 }
        let position = try table.candidate(first, in: objects, of: column)
        guard case .string(let text) = try table.value(of: column, at: position) else { return 0 }
        return text.count
    }
}

extension Collection where Element == ObjectKey {
    /// True if each key is greater than the one before it.
    var ascend: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
