import Foundation

/// The rows of a live collection: objects, or values.
///
/// Evaluated on first use, and again once the session shows another state.
protocol LiveResults: AnyObject {
    var session: Session { get }
    /// True once the Realm was invalidated: then there are no more rows.
    var isInvalidated: Bool { get }
    /// The name of the class or type of the rows, for texts.
    var name: String { get }
    var count: Int { get }
    var isEmpty: Bool { get }

    func row(at position: Int) -> ResultRow

    /// The first row; nil if there is none. Others are not looked for unless they have to be sorted.
    var firstRow: ResultRow? { get }

    /// The current rows, regardless of changes during iteration.
    func iterator() -> () -> ResultRow?

    /// The same for rows that are objects; nil for values.
    var cursor: ObjectCursor? { get }

    /// The same in another session of the same file; nil if it is gone there.
    func moved(to target: Session) -> (any LiveResults)?

    /// Rows that meet a condition. Traps for one that they cannot meet.
    func filter(_ predicate: Predicate) -> any LiveResults

    /// The same for a condition from user input.
    func tryFilter(_ predicate: Predicate) throws -> any LiveResults

    /// Rows after a step. Traps for a step that the rows cannot take.
    func apply(_ step: ResultStep) -> any LiveResults

    /// The same for a step from user input.
    func tryApply(_ step: ResultStep) throws -> any LiveResults

    /// Position of the first row of an object, or of a value.
    func index(of row: ResultRow) -> Int?

    /// An aggregate over the rows: of a property of objects, or of the values themselves. Traps for a property that
    /// has none.
    func aggregate(_ operation: AggregateOperation, _ property: String?) -> Value

    /// The same for a property from user input.
    func tryAggregate(_ operation: AggregateOperation, _ property: String) throws -> Value

    /// The plan for finding the rows.
    func plan() throws -> QueryPlan
}

/// A row of live results: an accessor, or a stored value.
enum ResultRow {
    case object(RLMObjectBase)
    case value(Value)
}

extension LiveResults {
    var isEmpty: Bool { count == 0 }
    var firstRow: ResultRow? { isEmpty ? nil : row(at: 0) }

    func checkBounds(_ position: Int, _ count: Int) {
        require(position >= 0 && position < count, "Index \(position) is out of bounds (count \(count))")
    }
}

/// The source of objects in a collection other than a class: the elements of a list, the links of a property.
protocol ObjectKeySource {
    /// The keys, in the order of the collection; empty once it is gone.
    func objectKeys() throws(FormatError) -> [ObjectKey]
    var isGone: Bool { get }
    /// The same in another session; nil if it is gone there.
    func moved(to target: Session) -> (any ObjectKeySource)?
}
