import Foundation

/// What a live collection has rows of: objects, or values.
///
/// Evaluated when it is asked, and again once the session shows another state.
class LiveResults {
    let session: Session

    /// See `Session.era`.
    private let era: Int

    init(_ session: Session) {
        self.session = session
        era = session.era
    }

    /// True once the Realm was invalidated: then there are no rows any more.
    var isInvalidated: Bool { era != session.era }

    /// Whose objects or values they are, for texts.
    var name: String { "" }
    var count: Int { 0 }

    /// A row: an accessor, or a stored value.
    enum Row {
        case object(RLMObjectBase)
        case value(Value)
    }

    func row(at position: Int) -> Row { preconditionFailure("made by a subclass") }

    /// The rows as they are now, whatever changes while they are gone through.
    func iterator() -> () -> Row? { preconditionFailure("made by a subclass") }

    /// The same for rows that are objects; nil for values.
    var cursor: ObjectCursor? { nil }

    /// The same in another session of the same file; nil if it is gone there.
    func moved(to target: Session) -> LiveResults? { nil }

    /// Rows that meet a condition.
    func filtered(_ predicate: Predicate) -> LiveResults {
        fatalError("Only collections of objects can be filtered; collections of values are sorted and thinned out.")
    }

    /// The same for a condition that somebody typed.
    func filtering(_ predicate: Predicate) throws -> LiveResults {
        throw invalidInput("Only collections of objects can be filtered.")
    }

    /// Rows after a step that somebody typed.
    func following(_ step: ResultStep) throws -> LiveResults {
        throw invalidInput("Only collections of objects can be sorted by key paths that are typed.")
    }

    /// An aggregate of a property that somebody typed.
    func aggregating(_ operation: AggregateOperation, _ property: String) throws -> Value {
        throw invalidInput("Only collections of objects have properties.")
    }

    /// How the rows are found.
    func plan() throws -> QueryPlan { QueryPlan([QueryPlan.Step("values of \(name)", count)]) }

    /// Rows after a step. Traps for a step that the rows cannot take.
    func followed(by step: ResultStep) -> LiveResults { preconditionFailure("made by a subclass") }

    /// Position of the first row of an object, or of a value.
    func index(of row: Row) -> Int? { nil }

    /// An aggregate over the rows: of a property of objects, or of the values themselves.
    func aggregate(_ operation: AggregateOperation, _ property: String?) -> Value {
        preconditionFailure("made by a subclass")
    }

    final func checkBounds(_ position: Int, _ count: Int) {
        require(position >= 0 && position < count, "Index \(position) is out of bounds (count \(count))")
    }

    /// Runs a query for a caller who cannot be thrown at: what is wrong with the query traps.
    final func query<Result>(_ fallback: @autoclosure () -> Result, _ body: () throws -> Result) -> Result {
        do {
            return try body()
        } catch let error as FormatError {
            return damaged(error, fallback())
        } catch QueryError.damaged(let error) {
            return damaged(error, fallback())
        } catch QueryError.predicate(let error) {
            fatalError("Invalid query: \(error)")
        } catch {
            fatalError("Invalid query: \(error)")
        }
    }

    private func damaged<Result>(_ error: FormatError, _ fallback: Result) -> Result {
        session.read(fallback) { () throws(FormatError) in throw error }
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
