import RealmStore

/// The mapping of the object keys of one class without primary key in the imported files.
final class ImportKeys {
    /// Whether the class had objects before the import, whose keys have nothing to do with those of the files.
    private var hadObjects: Bool
    /// New keys by old ones: all of them if the class had objects before, else only those that changed.
    private var new: [Int64: Int64] = [:]
    /// New keys that are not from a file.
    private var made: Set<Int64> = []
    /// Whether the files contain keys; nil before the first object.
    private var areGiven: Bool?

    private let isEmbedded: Bool
    /// Pairs of old and new keys that came since they were taken.
    private var added: [Int64] = []
    private var isRecorded = false

    init(hadObjects: Bool = false, isEmbedded: Bool = false) {
        self.hadObjects = hadObjects
        self.isEmbedded = isEmbedded
    }

    /// The old embedded objects that were described, not only referenced.
    private var filled: Set<Int64> = []

    /// The key for a new object: the old one if it is free.
    ///
    /// - Returns: nil if a key has to be generated; then `note` records the new key.
    func claim(_ old: Int64?, in table: TableEditor) throws -> ObjectKey? {
        guard areGiven == nil || areGiven == (old != nil) else {
            throw ImportProblem("either all objects of a class have '_key' or none")
        }
        areGiven = old != nil
        guard let old else { return nil }
        guard old >= 0 else { throw ImportProblem("'_key' must not be negative") }
        let isFree = try table.claimObjectKey(ObjectKey(old))
        var isTwice = new[old] != nil
        if !hadObjects, !isFree, !made.contains(old) { isTwice = try isTwice || exists(old, table) }
        if isTwice { throw ImportProblem("'_key' \(old) is there twice") }
        return isFree ? ObjectKey(old) : nil
    }

    private func exists(_ key: Int64, _ table: TableEditor) throws(FormatError) -> Bool {
        try table.clusters.contains(ObjectKey(key))
    }

    /// Records the key of a new object.
    func note(_ key: ObjectKey, for old: Int64?) {
        guard let old else { return }
        if hadObjects || key.value != old {
            new[old] = key.value
            added += [old, key.value]
        }
        if key.value != old { made.insert(key.value) }
    }

    /// The object that had the key `old` in the files, or nil.
    ///
    /// - Parameter isFinal: all objects of the files exist, so that other keys can only be those of older objects.
    func find(_ old: Int64, in table: TableEditor, isFinal: Bool) throws(FormatError) -> ObjectKey? {
        if let key = new[old] { return ObjectKey(key) }
        guard areGiven != false, old >= 0, isFinal || !hadObjects, !made.contains(old) else { return nil }
        return try exists(old, table) ? ObjectKey(old) : nil
    }

    // MARK: Going on later

    /// What came since the last time, as numbers; nil if no object came.
    func takeAdded() -> (head: [Int64], pairs: [Int64])? {
        guard let areGiven, !isRecorded || !added.isEmpty else { return nil }
        isRecorded = true
        return ([hadObjects ? 1 : 0, areGiven ? 1 : 0], exchange(&added, with: []))
    }

    /// Adds what was taken from another one.
    func restore(_ numbers: [Int64]) {
        guard numbers.count >= 2 else { return }
        (hadObjects, areGiven, isRecorded) = (numbers[0] == 1, numbers[1] == 1, true)
        for start in stride(from: 2, to: numbers.count - 1, by: 2) {
            new[numbers[start]] = numbers[start + 1]
            if numbers[start] != numbers[start + 1] { made.insert(numbers[start + 1]) }
        }
    }

    // MARK: Embedded objects that are named before they are described

    /// Records the key of an embedded object that its owner referenced.
    func noteEmbedded(_ key: ObjectKey, for old: Int64) { new[old] = key.value }

    /// The embedded object that an owner referenced, or nil.
    func embedded(_ old: Int64) -> ObjectKey? { new[old].map { ObjectKey($0) } }

    /// The embedded object that an owner referenced and that is described now; nil for one not referenced.
    func fill(_ old: Int64) throws -> ObjectKey? {
        guard let key = embedded(old) else { return nil }
        guard filled.insert(old).inserted else { throw ImportProblem("'_key' \(old) is there twice") }
        return key
    }

    /// The number of embedded objects that were referenced but not described; 0 for other classes.
    var unfilledCount: Int { isEmbedded ? new.count - filled.count : 0 }
}
