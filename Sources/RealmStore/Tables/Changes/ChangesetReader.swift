/// Reads the instructions of a changeset, one after the other. Trusts nothing: an invalid instruction throws.
///
/// Obsolete instructions on dictionaries and sets read as their replacements. Source: file-format/history.md, "A
/// changeset".
struct ChangesetReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Instructions of older versions of Realm Core, by the number that begins them. Dictionary instructions name the
    /// key as well.
    private enum OldCode: Int64 {
        case dictionaryInserted = 37, dictionarySet = 38, dictionaryErased = 39
        case setInserted = 40, setErased = 41, setCleared = 42
        case dictionaryCleared = 44
    }

    /// More elements than any collection has; small enough to add up positions.
    static let maximumCount = 1 << 48

    /// The next instruction, or nil at the end.
    mutating func next() throws(FormatError) -> ChangeInstruction? {
        guard position < bytes.count else { return nil }
        let raw = try number()
        if let code = ChangesetCode(rawValue: raw) { return try instruction(code) }
        if let code = OldCode(rawValue: raw) { return .element(try elementChange(code)) }
        throw error("code \(raw) is no instruction")
    }

    private mutating func instruction(_ code: ChangesetCode) throws(FormatError) -> ChangeInstruction {
        switch code {
        case .tableAdded: return .tableAdded(try table())
        case .tableRemoved: return .tableRemoved(try table())
        case .tableRenamed: return .tableRenamed(try table())
        case .selectTable:
            guard try number() == 0 else { throw error("selects part of a table") }
            return .selectTable(try table())
        case .objectCreated: return .objectCreated(try object())
        case .objectRemoved: return .objectRemoved(try object())
        case .propertySet: return .propertySet(try column(), try object())
        case .columnAdded: return .columnAdded(try column())
        case .columnRemoved: return .columnRemoved(try column())
        case .columnRenamed: return .columnRenamed(try column())
        case .typedLinkAdded: return .typedLinkAdded(try column(), try table())
        case .selectCollection: return .selectCollection(try column(), try object(), path: [])
        case .selectNestedCollection: return .selectCollection(try column(), try object(), path: try path())
        case .elementInserted: return .element(.insert(try count()))
        case .elementSet: return .element(.set(try count()))
        case .elementMoved: return .element(.move(try count(), to: try count()))
        case .elementErased: return .element(.erase(try count()))
        case .collectionCleared: return .element(.clear(try count()))
        }
    }

    private mutating func elementChange(_ code: OldCode) throws(FormatError) -> ElementChange {
        switch code {
        case .dictionaryInserted:
            try skipKey()
            return .insert(try count())
        case .dictionarySet:
            try skipKey()
            return .set(try count())
        case .dictionaryErased:
            try skipKey()
            return .erase(try count())
        case .setInserted: return .insert(try count())
        case .setErased: return .erase(try count())
        case .setCleared, .dictionaryCleared: return .clear(try count())
        }
    }

    // MARK: Operands

    private mutating func table() throws(FormatError) -> TableKey {
        let number = try number()
        guard number >= 0, number < Int64(TableKey.null.value) else { throw error("\(number) is no key of a table") }
        return TableKey(UInt32(number))
    }

    private mutating func column() throws(FormatError) -> ColumnKey {
        let number = try number()
        guard number >= 0 else { throw error("\(number) is no key of a column") }
        return ColumnKey(number)
    }

    private mutating func object() throws(FormatError) -> ObjectKey { ObjectKey(try number()) }

    private mutating func count() throws(FormatError) -> Int {
        let number = try number()
        guard number >= 0, number < ChangesetReader.maximumCount else { throw error("\(number) is no position") }
        return Int(number)
    }

    private mutating func path() throws(FormatError) -> [Int64] {
        let count = try number()
        guard count >= 0, count <= bytes.count - position else { throw error("\(count) collections are nested") }
        var path: [Int64] = []
        for _ in 0..<count { path.append(try number()) }
        return path
    }

    /// A key of a dictionary, which is text.
    private mutating func skipKey() throws(FormatError) {
        guard try number() == Int64(ValueType.string.rawValue) else { throw error("a key is no text") }
        let count = try number()
        guard count >= 0, count <= bytes.count - position else { throw error("a key has \(count) bytes") }
        position += Int(count)
    }

    /// A signed number: seven bits per byte, lowest first, and six beside the sign in the last.
    private mutating func number() throws(FormatError) -> Int64 {
        var magnitude: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard position < bytes.count else { throw error("ends within a number") }
            let byte = UInt64(bytes[position])
            position += 1
            let isLast = byte < 0x80
            let part = isLast ? byte & 0x3F : byte & 0x7F
            guard shift < 63 || part == 0, (part << shift) >> shift == part, (part << shift) >> 63 == 0 else {
                throw error("a number is longer than 64 bits")
            }
            magnitude |= part << shift
            if isLast { return byte & 0x40 == 0 ? Int64(magnitude) : -Int64(magnitude) - 1 }
            shift += 7
            guard shift < 70 else { throw error("a number is longer than 64 bits") }
        }
    }

    @inline(never)
    private func error(_ problem: String) -> FormatError {
        FormatError(.badValue, at: .none, "the history is damaged: at byte \(position) of a changeset, \(problem)")
    }
}
