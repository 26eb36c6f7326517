/// Finds the numbers of distinct texts, or null, by their hashes. The caller keeps the texts themselves.
struct TextNumbers {
    /// The last added text of each hash.
    private var newest: [Int: Int32] = [:]
    /// For each number: the previous text of the same hash, or -1.
    private var older: [Int32] = []

    /// The number of added texts.
    var count: Int { older.count }

    static func hash(_ text: UnsafeRawBufferPointer?) -> Int {
        var hasher = Hasher()
        hasher.combine(text == nil)
        if let text { hasher.combine(bytes: text) }
        return hasher.finalize()
    }

    /// The number of a text, or nil.
    ///
    /// - Parameters:
    ///   - hash: that of the text.
    ///   - isMeant: whether the text of that number is the one searched for.
    func find(
        _ hash: Int, where isMeant: (Int) throws(FormatError) -> Bool
    ) throws(FormatError) -> Int? {
        var number = newest[hash] ?? -1
        while number >= 0 {
            if try isMeant(Int(number)) { return Int(number) }
            number = older[Int(number)]
        }
        return nil
    }

    /// Gives a text of that hash the next number.
    mutating func add(_ hash: Int) {
        let number = Int32(older.count)
        older.append(newest.updateValue(number, forKey: hash) ?? -1)
    }
}
