/// The distinct texts among those added, including null, as long as they are few.
///
/// Copies of the texts: the memory they were read from may be released.
struct TextSurvey {
    /// In the order of their first occurrence.
    private(set) var texts: [UnsafeRawBufferPointer?] = []
    /// Bytes of the distinct texts together.
    private(set) var byteCount = 0
    /// Bytes of the longest text.
    private(set) var longest = 0
    /// The number of texts added.
    private(set) var total = 0
    private var numbers = TextNumbers()
    private let memory = ValueScratch()

    /// Realm Core searches a written text linearly.
    static let maximumCount = 1 << 14
    static let maximumByteCount = 1 << 22

    /// True once there are too many, or too long ones, to continue.
    var isTooLarge: Bool { texts.count > TextSurvey.maximumCount || byteCount > TextSurvey.maximumByteCount }

    /// Adds a text.
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

    /// The number of a text in the order of first occurrence; nil for an unknown one.
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
