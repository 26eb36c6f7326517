/// Integers that may be null: element 0 of the stored array is the number that stands for null in this leaf.
///
/// Source: file-format/leaves.md, "Integers".
struct OptionalIntegerArray {
    private let stored: IntegerArray
    private let null: Int64

    init(_ stored: IntegerArray, at ref: Ref) throws(FormatError) {
        guard stored.count > 0 else {
            throw FormatError(.badLeaf, at: ref, "a leaf of optional integers lacks the number that stands for null")
        }
        self.stored = stored
        self.null = stored[0]
    }

    var count: Int { stored.count &- 1 }

    subscript(index: Int) -> Int64? {
        let value = stored[index &+ 1]
        return value == null ? nil : value
    }

    /// The stored elements without the first one, and the number among them that means null.
    var elements: (stored: IntegerArray, null: Int64) { (stored, null) }

    /// True if the null number is the one required by the width: the largest below 64 bits, anything at 64.
    var hasProperNull: Bool {
        switch stored.widthCode {
        case 7: true
        case 0...3: null == (1 << stored.width) - 1
        default: null == (1 << (stored.width - 1)) - 1
        }
    }
}
