/// A writable search index of whole words: full-text, or the strings of a list.
///
/// The index itself contains the words, so no object is read. A word goes down to the level of its last byte, and one
/// further if a longer word begins with it, or if it is `abcX` there: with its end marked, `abc` has the same path.
/// Words go no deeper than that: Realm Core cannot add another object to deeper ones.
///
/// `root` may change with every call; the holder must store it again. Source: file-format/search-indexes.md, "Full-text
/// and list indexes".
struct WordIndexEditor {
    /// The kind of words.
    enum Kind {
        /// Those of a text.
        case fullText
        /// The strings of a list, or null.
        case list
    }

    private var tree: IndexTreeEditor
    private let kind: Kind

    /// The maximum byte count of a string in the index of a list.
    static let maximumByteCount = 200

    var root: Ref { tree.root }

    init(root: Ref, of kind: Kind, in arena: Arena) {
        tree = IndexTreeEditor(root: root, in: arena)
        self.kind = kind
    }

    /// The root of an index without words.
    static func makeEmpty(in arena: Arena) throws(FormatError) -> Ref { try IndexTreeEditor.makeEmpty(in: arena) }

    /// Adds an object under a word, or under null; does nothing if it is already there.
    ///
    /// - Precondition: `word` is a string or null.
    /// - Throws: `badValue` for a string of more than `maximumByteCount` bytes.
    mutating func insert(_ word: Value, _ key: ObjectKey) throws(FormatError) {
        try tree.insert(entry(word, key))
    }

    /// Removes an object from under a word.
    ///
    /// - Returns: false if it was not there.
    @discardableResult
    mutating func remove(_ word: Value, _ key: ObjectKey) throws(FormatError) -> Bool {
        try tree.remove(entry(word, key))
    }

    /// Replaces the words of an object's text, either of which may be null.
    mutating func replace(text old: Value, by new: Value, _ key: ObjectKey) throws(FormatError) {
        let (old, new) = (words(of: old), words(of: new))
        for word in old.subtracting(new) {
            try word.withUnsafeBufferPointer { (word) throws(FormatError) in
                _ = try remove(.string(UnsafeRawBufferPointer(word)), key)
            }
        }
        for word in new.subtracting(old) {
            try word.withUnsafeBufferPointer { (word) throws(FormatError) in
                try insert(.string(UnsafeRawBufferPointer(word)), key)
            }
        }
    }

    /// Removes all objects.
    mutating func removeAll() throws(FormatError) { try tree.removeAll() }

    private func entry(_ word: Value, _ key: ObjectKey) throws(FormatError) -> IndexedWord {
        guard let data = IndexData(word) else { preconditionFailure("a word is a string or null") }
        guard data.byteCount <= WordIndexEditor.maximumByteCount else {
            throw FormatError(
                .badValue, at: root,
                "a string of \(data.byteCount) bytes is longer than the \(WordIndexEditor.maximumByteCount) that the "
                    + "index of a list can hold")
        }
        return IndexedWord(key: key, data: data)
    }

    private func words(of text: Value) -> Set<[UInt8]> {
        guard case .string(let text) = text else { return [] }
        return FullTextWords.words(of: text)
    }
}

/// An object under a word.
private struct IndexedWord: IndexEntry {
    let key: ObjectKey
    let data: IndexData

    func ends(at offset: Int) -> Bool {
        let end = offset + IndexData.chunkByteCount
        guard end == data.byteCount else { return end > data.byteCount }
        return !IndexData.hasVisibleEnd(data.chunk(at: offset))
    }

    func mayStand(at offset: Int) -> Bool { ends(at: offset) }

    func chunkParting(
        from other: ObjectKey, under chunk: Int32, at offset: Int
    ) throws(FormatError) -> Int32? {
        // Different words that end here have different paths.
        ends(at: offset) ? nil : IndexData.chunk(after: chunk)
    }

    func position(in list: KeyListEditor, at offset: Int) throws(FormatError) -> Int {
        if try list.key(at: list.count - 1) < key { return list.count }
        return try list.partitionPoint(of: 0..<list.count) { other in other < key }
    }
}
