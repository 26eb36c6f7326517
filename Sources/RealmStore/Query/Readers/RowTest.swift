/// A condition made ready for one version: it is tested on the rows of a cluster at once.
protocol RowTest: AnyObject {
    /// Those of `rows` that meet the condition, in the cluster that the cursor of its table is at.
    func filter(_ rows: RowSet) throws(FormatError) -> RowSet
    /// Roughly what testing a row costs, to test cheap conditions first.
    var cost: Int { get }
    /// The condition for people, without its constants.
    var text: String { get }
    /// What finds the objects that may meet the condition without looking at all; nil if nothing does.
    var indexLookup: IndexLookup? { get }
    /// Whether `indexLookup` finds just those that meet it.
    var isDecidedByLookup: Bool { get }
}

extension RowTest {
    var text: String { "paths" }
    var indexLookup: IndexLookup? { nil }
    var isDecidedByLookup: Bool { false }
}

extension [any RowTest] {
    /// The tests in ascending cost, equal ones as they were; and what all cost together.
    func byCost() -> (tests: [any RowTest], cost: Int) {
        let tests = enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
        return (tests.map(\.element), reduce(0) { $0 + $1.cost })
    }
}

/// Met by all rows or by none.
final class ConstantTest: RowTest {
    private let isMet: Bool
    let cost = 0

    init(_ isMet: Bool) { self.isMet = isMet }

    func filter(_ rows: RowSet) -> RowSet { isMet ? rows : RowSet() }

    var text: String { isMet ? "TRUEPREDICATE" : "FALSEPREDICATE" }
}

/// Met if all are, tested in ascending cost.
final class ConjunctionTest: RowTest {
    let children: [any RowTest]
    let cost: Int

    init(_ children: [any RowTest]) { (self.children, cost) = children.byCost() }

    var text: String { children.map(\.text).joined(separator: ", then ") }

    var indexLookup: IndexLookup? { IndexLookup(allOf: children.compactMap(\.indexLookup)) }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        var rest = rows
        for child in children where !rest.isEmpty { rest = try child.filter(rest) }
        return rest
    }
}

/// Met if another is not.
final class NegationTest: RowTest {
    private let child: any RowTest
    var cost: Int { child.cost }

    init(_ child: any RowTest) { self.child = child }

    var text: String { "not " + child.text }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        var rest = rows
        rest.subtract(try child.filter(rows))
        return rest
    }
}
