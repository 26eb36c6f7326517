/// The entries of an index of whole words (full-text, and lists of strings), compared with the texts of the objects.
///
/// Realm Core leaves entries behind in the index of a list, and mistakes some words with an `X` in them for shorter
/// ones: both are notes there. Source: file-format/search-indexes.md, "Full-text and list indexes".
struct VerificationWords {
    /// The end of a path, and an object there: a possible place of a word, or its place in the index.
    private struct Place: Comparable, BitwiseCopyable {
        /// A hash of the chunks that lead there.
        let path: UInt64
        let key: Int64
        /// The number of the word; for a place in the index, its node.
        let content: UInt64

        static func < (lhs: Place, rhs: Place) -> Bool { (lhs.path, lhs.key) < (rhs.path, rhs.key) }

        static func == (lhs: Place, rhs: Place) -> Bool { (lhs.path, lhs.key) == (rhs.path, rhs.key) }
    }

    private let verification: Verification
    private let log: VerificationLog
    private let table: Table
    private let column: Column
    private let place: VerificationPlace
    /// The possible places of words: at the level of their last byte, or one below if a longer word begins with them.
    private let expected: ExternalSort<Place>
    private let entries: ExternalSort<Place>
    /// A bit for each word: an entry was found for it.
    private var found: [UInt64] = []
    private var wordCount = 0

    private var isList: Bool { column.collection != nil }

    /// True for an expected place where the index may have taken the word for another.
    private static let ambiguous: UInt64 = 1 << 63

    init(_ verification: Verification, _ table: Table, _ column: Column) {
        self.verification = verification
        log = verification.log
        self.table = table
        self.column = column
        place = VerificationPlace(table, column)
        expected = verification.records()
        entries = verification.records()
    }

    /// Records every word of every object.
    mutating func addAll(_ objects: ExternalSort<ObjectKey>) throws(SystemError) {
        var cursor = try objects.cursor()
        while let key = try cursor.next() {
            verification.releasePagesIfDue()
            do {
                guard let position = try table.objects().find(key) else { continue }
                if isList { try addStrings(position) } else { try addWords(position) }
            } catch {
                log.add(error, place.of(key))
            }
        }
    }

    private mutating func addWords(_ position: ClusterTree.Position) throws(FormatError) {
        guard case .string(let text) = try table.value(of: column, at: position) else { return }
        for word in FullTextWords.words(of: text) {
            word.withUnsafeBytes { add(.string($0), byteCount: $0.count, isAmbiguous: false, position.key) }
        }
    }

    private mutating func addStrings(_ position: ClusterTree.Position) throws(FormatError) {
        let list = try table.list(column, at: position)
        var leaves: [ColumnLeaf] = []
        try list.forEachLeaf { leaf in leaves.append(leaf) }
        var seen = Set<[UInt8]?>()
        for leaf in leaves {
            for row in 0..<leaf.count {
                let value = try leaf.value(row)
                guard case .string(let bytes) = value else {
                    if seen.insert(nil).inserted { add(.null, byteCount: 0, isAmbiguous: false, position.key) }
                    continue
                }
                guard seen.insert(Array(bytes)).inserted else { continue }
                let isAmbiguous = stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] == UInt8(ascii: "X") }
                add(value, byteCount: bytes.count, isAmbiguous: isAmbiguous, position.key)
            }
        }
    }

    private mutating func add(_ value: Value, byteCount: Int, isAmbiguous: Bool, _ key: ObjectKey) {
        guard let data = IndexData(value) else { return }
        let levels = max(1, (byteCount + IndexData.chunkByteCount - 1) / IndexData.chunkByteCount)
        guard levels <= VerificationIndex.maximumLevels else { return }
        let path = (0...levels).map { data.chunk(at: $0 * IndexData.chunkByteCount) }
        let content = UInt64(wordCount) | (isAmbiguous ? VerificationWords.ambiguous : 0)
        if wordCount % 64 == 0 { found.append(0) }
        wordCount += 1
        for path in [Array(path.dropLast()), path] {
            expected.add(Place(path: VerificationIndex.hash(path), key: key.value, content: content))
        }
    }

    func check(_ entry: VerificationIndex.Entry) {
        let path = VerificationIndex.hash(entry.path)
        for key in entry.objects {
            entries.add(Place(path: path, key: key.value, content: UInt64(entry.ref.offset)))
        }
        if !isList, zip(entry.objects, entry.objects.dropFirst()).contains(where: { $0 >= $1 }) {
            log.add(.indexOrder, at: entry.ref, place, "the objects in a list do not ascend")
        }
    }

    /// Reports entries without a word, and words without an entry.
    mutating func compare() throws(SystemError) {
        try expected.match(entries) { word, entry in
            guard let entry, !(word.map { take($0) } ?? false) else { return }
            log.add(
                .indexExtra, at: Ref(Int(entry.content)), place.of(ObjectKey(entry.key)),
                severity: isList ? .note : .error,
                "the index names the object under a word that it does not have, or twice")
        }
        try expected.forEach { word in
            guard take(word) else { return }
            log.add(
                .indexMissing, at: column.indexRoot, place.of(ObjectKey(word.key)),
                severity: word.content & VerificationWords.ambiguous != 0 ? .note : .error,
                "the index lacks a word of the object")
        }
    }

    /// Records that the word was found; false if it already was.
    private mutating func take(_ word: Place) -> Bool {
        let (index, bit) = Int(word.content & ~VerificationWords.ambiguous).quotientAndRemainder(dividingBy: 64)
        let isNew = found[index] & (1 << UInt64(bit)) == 0
        found[index] |= 1 << UInt64(bit)
        return isNew
    }
}
