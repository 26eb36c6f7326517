/// A condition on an enumerated column, decided once for each distinct text: only numbers of the objects are read.
final class DistinctTest {
    private let values: EnumeratedStrings
    private let holds: (Value) -> Bool
    private var answer: Answer?

    /// The numbers for which the condition holds.
    private enum Answer {
        /// Numbers in a range: for equality, and for order and prefixes while the texts are sorted.
        case inside(IntegerRange)
        case outside(IntegerRange)
        case each([Bool])
    }

    /// Up to this many rows of a leaf are tested one by one while nothing is decided: deciding is not worth it for so
    /// few.
    private static let fewRows = ClusterLeaf.fanout / 8

    init(_ values: EnumeratedStrings, _ holds: @escaping (Value) -> Bool) {
        self.values = values
        self.holds = holds
    }

    /// Those of `rows` whose number is one of a text that meets the condition; nil if reading the texts is better.
    func rows(of numbers: IntegerArray, among rows: RowSet) throws(FormatError) -> RowSet? {
        if answer == nil, rows.count > DistinctTest.fewRows { answer = try decided() }
        switch answer {
        case nil: return nil
        case .inside(let range): return rows.intersection(range.rows(of: numbers))
        case .outside(let range): return rows.subtracting(range.rows(of: numbers))
        case .each(let answers):
            return rows.filter { row in
                let number = numbers[row]
                return number >= 0 && number < answers.count && answers[Int(number)]
            }
        }
    }

    private func decided() throws(FormatError) -> Answer {
        var answers: [Bool] = []
        answers.reserveCapacity(values.count)
        for number in 0..<values.count { answers.append(holds(try values.bytes(number).map(Value.string) ?? .null)) }
        if let range = DistinctTest.range(of: true, in: answers) { return .inside(range) }
        if let range = DistinctTest.range(of: false, in: answers) { return .outside(range) }
        return .each(answers)
    }

    /// The numbers with that answer, if they are contiguous or none.
    private static func range(of answer: Bool, in answers: [Bool]) -> IntegerRange? {
        guard let first = answers.firstIndex(of: answer), let last = answers.lastIndex(of: answer) else {
            return .empty
        }
        return answers[first...last].contains(!answer) ? nil : IntegerRange(low: Int64(first), high: Int64(last))
    }
}
