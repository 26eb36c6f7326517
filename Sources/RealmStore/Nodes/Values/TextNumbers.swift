/// Finds the numbers of distinct texts, or null, by their hashes. The texts themselves lie with whoever counts them.
struct TextNumbers {
    /// The text of each hash that was added last.
    private var newest: [Int: Int32] = [:]
    /// By number: the text of the same hash that was added before, or -1.
    private var older: [Int32] = []

    /// How many texts were added.
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
    ///   - isMeant: whether the text of that number is the one.
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
