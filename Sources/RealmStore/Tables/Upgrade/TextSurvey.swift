/// The distinct texts among those that were shown, null included, as long as they are few.
///
/// Its own copies of them: what they were read from may go.
struct TextSurvey {
    /// In the order in which they were met.
    private(set) var texts: [UnsafeRawBufferPointer?] = []
    /// Bytes of the distinct texts together.
    private(set) var byteCount = 0
    /// Bytes of the longest text.
    private(set) var longest = 0
    /// How many texts were shown.
    private(set) var total = 0
    private var numbers = TextNumbers()
    private let memory = ValueScratch()

    /// Realm Core looks for a text that is written by comparing it with one after the other.
    static let maximumCount = 1 << 14
    static let maximumByteCount = 1 << 22

    /// True once there are too many, or too long ones, to go on.
    var isTooLarge: Bool { texts.count > TextSurvey.maximumCount || byteCount > TextSurvey.maximumByteCount }

    /// Notes a text.
    mutating func add(_ text: UnsafeRawBufferPointer?) throws(FormatError) {
        total += 1
        let hash = TextNumbers.hash(text)
        if try number(of: text, hash) != nil { return }
        numbers.add(hash)
        guard let text else { return texts.append(nil) }
        guard case .string(let copy) = memory.copy(.string(text)) else { return }
        texts.append(copy)
        byteCount += text.count
        longest = max(longest, text.count)
    }

    /// The number of a text in the order in which they were met; nil for one that was not.
    func number(of text: UnsafeRawBufferPointer?) throws(FormatError) -> Int? {
        try number(of: text, TextNumbers.hash(text))
    }

    /// The numbers of the texts as Realm Core sorts them when it enumerates a column: null, then by their bytes.
    func sortedNumbers() -> [Int] {
        texts.indices.sorted { first, second in
            guard let right = texts[second] else { return false }
            return texts[first].map { ByteOrder.compare($0, right) < 0 } ?? true
        }
    }

    private func number(of text: UnsafeRawBufferPointer?, _ hash: Int) throws(FormatError) -> Int? {
        try numbers.find(hash) { number in
            guard let other = texts[number] else { return text == nil }
            return text.map { ByteOrder.equal($0, other) } ?? false
        }
    }
}
