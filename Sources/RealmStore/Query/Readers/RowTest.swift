/// A condition prepared for one version, tested on all rows of a cluster at once.
protocol RowTest: AnyObject {
    /// Those of `rows` that meet the condition, in the current cluster of its table's cursor.
    func filter(_ rows: RowSet) throws(FormatError) -> RowSet
    /// The approximate cost of testing a row, to test cheap conditions first.
    var cost: Int { get }
    /// A readable form of the condition, without its constants.
    var text: String { get }
    /// The look-up that finds the objects that may meet the condition without a scan; nil if there is none.
    var indexLookup: IndexLookup? { get }
    /// Whether `lookup`, its `indexLookup`, finds exactly those that meet it.
    func isDecided(by lookup: IndexLookup) -> Bool
}

extension RowTest {
    var text: String { "paths" }
    var indexLookup: IndexLookup? { nil }
    func isDecided(by lookup: IndexLookup) -> Bool { false }
}

extension [any RowTest] {
    /// The tests in ascending cost, equal ones in their order; and the total cost.
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

/// Met if all parts are, tested in ascending cost.
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

/// Met if another test is not.
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
