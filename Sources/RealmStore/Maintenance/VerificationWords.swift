/// The entries of an index of whole words (full-text, and lists of strings), against the texts of the objects.
///
/// Realm Core leaves entries behind in the index of a list, and mistakes some words with an `X` in them for shorter
/// ones: there both are notes. Source: file format, search indexes, "Full-text and list indexes".
struct VerificationWords {
    /// The end of a path, and an object there.
    private struct Place: Hashable {
        let path: Int
        let key: ObjectKey
    }

    private struct Word {
        let key: ObjectKey
        /// The engine may have taken the word for another.
        let isAmbiguous: Bool
        var isFound = false
    }

    private let log: VerificationLog
    private let table: Table
    private let column: Column
    private let place: VerificationPlace
    private var words: [Word] = []
    /// Where a word may be: at the level of its last byte, or one below if a longer word begins with it.
    private var places: [Place: Int] = [:]

    private var isList: Bool { column.collection != nil }

    init(_ verification: Verification, _ table: Table, _ column: Column) {
        log = verification.log
        self.table = table
        self.column = column
        place = VerificationPlace(table, column)
    }

    /// Notes every word of every object.
    mutating func addAll(_ objects: [ObjectKey]) {
        do throws(FormatError) {
            let tree = try table.objects()
            for key in objects {
                do throws(FormatError) {
                    guard let position = try tree.find(key) else { continue }
                    if isList { try addStrings(position) } else { try addWords(position) }
                } catch {
                    log.add(error, place.of(key))
                }
            }
        } catch {
            log.add(error, place)
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
        words.append(Word(key: key, isAmbiguous: isAmbiguous))
        for path in [Array(path.dropLast()), path] {
            places[Place(path: path.hashValue, key: key)] = words.count - 1
        }
    }

    mutating func check(_ entry: VerificationIndex.Entry) {
        for key in entry.objects {
            guard let index = places[Place(path: entry.path.hashValue, key: key)], !words[index].isFound else {
                log.add(
                    .indexExtra, at: entry.ref, place.of(key), severity: isList ? .note : .error,
                    "the index names the object under a word that it does not have, or twice")
                continue
            }
            words[index].isFound = true
        }
        if !isList, zip(entry.objects, entry.objects.dropFirst()).contains(where: { $0 >= $1 }) {
            log.add(.indexOrder, at: entry.ref, place, "the objects in a list do not ascend")
        }
    }

    /// Reports the words that no entry was found for.
    func reportMissing() {
        for word in words where !word.isFound {
            log.add(
                .indexMissing, at: column.indexRoot, place.of(word.key), severity: word.isAmbiguous ? .note : .error,
                "the index lacks a word of the object")
        }
    }
}
