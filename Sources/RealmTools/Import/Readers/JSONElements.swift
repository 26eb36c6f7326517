import RealmStore

/// The elements of a JSON array. Arrays may contain millions of numbers, whose digits are stored contiguously.
struct JSONElements: RandomAccessCollection {
    /// The digits of numbers, while there is nothing else.
    private var digits: [UInt8] = []
    private var ends: [Int] = []
    /// All elements, from the first on that is not a number.
    private var trees: [JSONTree] = []

    let startIndex = 0
    var endIndex: Int { Swift.max(ends.count, trees.count) }

    subscript(index: Int) -> JSONTree {
        if !trees.isEmpty { return trees[index] }
        return .number(Array(digits[(index == 0 ? 0 : ends[index - 1])..<ends[index]]))
    }

    mutating func append(_ element: JSONTree) {
        if trees.isEmpty, case .number(let number) = element {
            digits += number
            ends.append(digits.count)
        } else {
            if trees.isEmpty { trees = Array(self) }
            (digits, ends) = ([], [])
            trees.append(element)
        }
    }
}
