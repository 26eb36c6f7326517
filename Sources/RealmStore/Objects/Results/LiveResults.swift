import Foundation

/// What a live collection has rows of: objects, or values.
///
/// Evaluated when it is asked, and again once the session shows another state.
protocol LiveResults: AnyObject {
    var session: Session { get }
    /// True once the Realm was invalidated: then there are no rows any more.
    var isInvalidated: Bool { get }
    /// Whose objects or values they are, for texts.
    var name: String { get }
    var count: Int { get }

    func row(at position: Int) -> ResultRow

    /// The rows as they are now, whatever changes while they are gone through.
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

    /// How the rows are found.
    func plan() throws -> QueryPlan
}

/// A row of live results: an accessor, or a stored value.
enum ResultRow {
    case object(RLMObjectBase)
    case value(Value)
}

extension LiveResults {
    func checkBounds(_ position: Int, _ count: Int) {
        require(position >= 0 && position < count, "Index \(position) is out of bounds (count \(count))")
    }
}

/// Objects that a collection other than a class gives: the elements of a list, the links of a property.
protocol ObjectKeySource {
    /// The keys, in the order of the collection; none once it is gone.
    func objectKeys() throws(FormatError) -> [ObjectKey]
    var isGone: Bool { get }
    /// The same in another session; nil if it is gone there.
    func moved(to target: Session) -> (any ObjectKeySource)?
}
