import Foundation

/// Values of a list, a set or a map, in an order.
final class ValueResults: LiveResults {
    let session: Session
    private let era: Int
    let source: any ValueSource
    let steps: [Step]
    private var found: (values: Values, generation: Int)?

    enum Step {
        case sort(ascending: Bool)
        case distinct
    }

    /// The values, with the memory of their bytes.
    private struct Values {
        let values: [Value]
        let scratch: ValueScratch
    }

    convenience init(_ session: Session, _ source: any ValueSource) { self.init(session, source, []) }

    private init(_ session: Session, _ source: any ValueSource, _ steps: [Step]) {
        self.session = session
        era = session.era
        self.source = source
        self.steps = steps
        if session.isFrozen { found = (evaluate(), session.generation) }
    }

    var name: String { source.typeName }

    var isInvalidated: Bool { era != session.era }

    var cursor: ObjectCursor? { nil }

    private var values: [Value] {
        session.checkThread()
        if let found, found.generation == session.generation { return found.values.values }
        let values = evaluate()
        found = (values, session.generation)
        return values.values
    }

    private func evaluate() -> Values {
        let scratch = ValueScratch()
        var values: [Value] = session.query([]) { try source.storedValues().map { scratch.copy($0) } }
        if !steps.isEmpty { values = ValueResults.order(of: values, steps).map { values[$0] } }
        return Values(values: values, scratch: scratch)
    }

    /// Positions of `values` after all steps.
    static func order(of values: [Value], _ steps: [Step]) -> [Int] {
        var positions = Array(values.indices)
        for step in steps {
            let values = positions.map { values[$0] }
            let order =
                switch step {
                case .sort(let ascending): ElementResults.sorted(values, ascending: ascending)
                case .distinct: ElementResults.distinct(values)
                }
            positions = order.map { positions[$0] }
        }
        return positions
    }

    var count: Int { values.count }

    func row(at position: Int) -> ResultRow {
        let values = values
        checkBounds(position, values.count)
        return .value(values[position])
    }

    func iterator() -> () -> ResultRow? {
        // The memory of the values lives during the iteration.
        let kept = found?.generation == session.generation ? found!.values : evaluate()
        let generation = session.generation
        var position = 0
        return { [session] in
            guard position < kept.values.count else { return nil }
            defer { position += 1 }
            let value = kept.values[position]
            return .value(session.generation == generation ? value : session.surviving(value))
        }
    }

    func moved(to target: Session) -> (any LiveResults)? {
        source.moved(to: target).map { ValueResults(target, $0, steps) }
    }

    func apply(_ step: ResultStep) -> any LiveResults {
        switch step {
        case .sort(let orders):
            guard let order = orders.first else { return self }
            require(
                orders.count == 1 && order.path.steps == [.property("self")],
                "Values can be sorted by 'self' only, not by '\(order.path.text)'.")
            return ValueResults(session, source, steps + [.sort(ascending: order.ascending)])
        case .distinct(let paths):
            if paths.isEmpty { return self }
            require(
                paths.count == 1 && paths[0].steps == [.property("self")], "Values are distinct by 'self' only.")
            return ValueResults(session, source, steps + [.distinct])
        case .limit: preconditionFailure("values are not limited")
        }
    }

    func filter(_ predicate: Predicate) -> any LiveResults {
        fatalError("Only collections of objects can be filtered; collections of values are sorted and thinned out.")
    }

    func tryFilter(_ predicate: Predicate) throws -> any LiveResults {
        throw invalidInput("Only collections of objects can be filtered.")
    }

    func tryApply(_ step: ResultStep) throws -> any LiveResults {
        throw invalidInput("Only collections of objects can be sorted by key paths that are typed.")
    }

    func tryAggregate(_ operation: AggregateOperation, _ property: String) throws -> Value {
        throw invalidInput("Only collections of objects have properties.")
    }

    func plan() throws -> QueryPlan { QueryPlan([QueryPlan.Step("values of \(name)", count)]) }

    func index(of row: ResultRow) -> Int? {
        let value: Value
        switch row {
        case .value(let given): value = given
        case .object(let object):
            guard object.session === session, let place = object.place else { return nil }
            value = .link(place.table, place.key)
        }
        return values.firstIndex { $0.isSame(as: value) }
    }

    func aggregate(_ operation: AggregateOperation, _ property: String?) -> Value {
        if let property, property != "self" { fatalError("Values have no property '\(property)'.") }
        guard Aggregation.isPossible(operation, of: source.valueType) else {
            fatalError("Operation '\(operation.name)' is not supported for values of type \(source.typeName).")
        }
        return ElementResults.aggregate(operation, values, of: source.valueType)
    }
}

extension Session {
    /// A value that was read in an earlier state; null if its target is gone.
    fileprivate func surviving(_ value: Value) -> Value {
        switch value {
        case .list, .dictionary: .null
        case .link(let table, let key): row(ObjectPlace(table: table, key: key)) == nil ? .null : value
        default: value
        }
    }
}

/// A collection of values in a Realm.
protocol ValueSource {
    /// The values, in the order of the collection; empty once it is gone.
    func storedValues() throws(FormatError) -> [Value]
    var valueType: ValueType { get }
    /// The same in another session; nil if it is gone there.
    func moved(to target: Session) -> (any ValueSource)?
}

extension ValueSource {
    var typeName: String { PropertyType(valueType)?.name ?? "mixed" }
}
