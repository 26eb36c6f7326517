import Foundation

/// A condition on objects or values, built from their properties in Swift.
///
///     realm.objects(Person.self).where { $0.age > 18 && $0.dogs.name == "Rex" }
///
/// A path through a collection is met if one of its elements meets the comparison.
@dynamicMemberLookup
public struct Query<T> {
    let node: QueryNode

    init(_ node: QueryNode) { self.node = node }

    /// The object or value itself: the argument of a closure.
    init() { node = .path(QueryNode.Path()) }
}

extension Query {
    var path: QueryNode.Path {
        if case .path(let path) = node { return path }
        fatalError("A condition has no properties.")
    }

    /// One side of a comparison.
    var operand: Operand {
        switch node {
        case .path(let path):
            let steps = path.steps.isEmpty ? [PropertyPath.Step.property("self")] : path.steps
            return .path(PropertyPath(path.collection == nil ? nil : .any, steps))
        case .operand(let operand, _): return operand
        case .condition: fatalError("A condition cannot be compared with a value.")
        }
    }

    /// The condition. A property alone means that it is true.
    var predicate: Predicate {
        if case .condition(let predicate, _) = node { return predicate }
        return truth(true)
    }

    /// The condition that a property is true, or false.
    fileprivate func truth(_ value: Bool) -> Predicate {
        .compare(operand, .equal, .value(.bool(value)), [.sdkRules, .isTruthValue])
    }

    private var collection: [PropertyPath.Step]? {
        switch node {
        case .path(let path): path.collection
        case .condition(_, let collection), .operand(_, let collection): collection
        }
    }

    func compared(
        _ relation: Predicate.Relation, _ other: Operand, _ options: StringOptions = []
    ) -> Query<Bool> {
        Query<Bool>(
            .condition(
                .compare(operand, relation, other, options.comparison.union(.sdkRules)), collection: collection))
    }

    func compared(_ relation: Predicate.Relation, _ value: Any?, options: StringOptions = []) -> Query<Bool> {
        compared(relation, Query.constant(value), options)
    }

    /// The comparison with another property. Traps for two collections: no row of one belongs to one of the other.
    func comparedProperty(_ relation: Predicate.Relation, _ other: Query) -> Query<Bool> {
        if case .path(let own) = node, case .path(let others) = other.node {
            require(
                !own.endsInCollection || !others.endsInCollection,
                "Comparing two collections is not permitted: '\(own.text)' and '\(others.text)'. Compare their counts, "
                    + "or properties of their elements.")
        }
        return compared(relation, other.operand)
    }

    /// The constant for a value of a program. Traps for a value that no property can hold.
    static func constant(_ value: Any?) -> Operand {
        if let constant = FormatArguments.single(value, nil) { return .value(constant) }
        let content: Any = value ?? NSNull()
        fatalError("'\(content)' of type \(type(of: content)) cannot be compared with a property.")
    }

    /// The condition that a value is between two others.
    func between(_ lower: Any?, _ upper: Any?, isClosed: Bool) -> Query<Bool> {
        guard isClosed else {
            return compared(.greaterOrEqual, lower, options: []) && compared(.less, upper, options: [])
        }
        var range = Predicate.RangeCondition(
            operand: operand, lower: Query.constant(lower), upper: Query.constant(upper))
        range.options = .sdkRules
        return Query<Bool>(.condition(.between(range), collection: collection))
    }

    fileprivate func joined(_ other: Query<Bool>, _ predicate: Predicate) -> Query<Bool> {
        Query<Bool>(.condition(predicate, collection: collection ?? other.collection))
    }
}

// MARK: - Properties

extension Query {
    /// A property of the object.
    public subscript<V>(dynamicMember member: KeyPath<T, V>) -> Query<V> where T: ObjectBase {
        Query<V>(.path(path.adding(.property(KeyPathNames.name(of: member)))))
    }

    /// A map of the object.
    public subscript<V: RealmKeyedCollection>(dynamicMember member: KeyPath<T, V>) -> Query<V> where T: ObjectBase {
        Query<V>(.path(path.adding(.property(KeyPathNames.name(of: member)), isCollection: true)))
    }

    /// A collection of the object.
    public subscript<V: RealmCollectionBase>(dynamicMember member: KeyPath<T, V>) -> Query<V> where T: ObjectBase {
        Query<V>(.path(path.adding(.property(KeyPathNames.name(of: member)), isCollection: true)))
    }

    /// A property of the object linked to; nil if there is none.
    public subscript<V>(dynamicMember member: KeyPath<T.Wrapped, V>) -> Query<V>
    where T: OptionalProtocol, T.Wrapped: ObjectBase {
        Query<V>(.path(path.adding(.property(KeyPathNames.name(of: member)))))
    }

    /// A collection of the object linked to.
    public subscript<V: RealmCollectionBase>(dynamicMember member: KeyPath<T.Wrapped, V>) -> Query<V>
    where T: OptionalProtocol, T.Wrapped: ObjectBase {
        Query<V>(.path(path.adding(.property(KeyPathNames.name(of: member)), isCollection: true)))
    }

    /// A property of the elements: met by one of them.
    public subscript<V>(dynamicMember member: KeyPath<T.Element, V>) -> Query<V>
    where T: RealmCollectionBase, T.Element: ObjectBase {
        Query<V>(.path(path.adding(.property(KeyPathNames.name(of: member)))))
    }
}

// MARK: - Equality and logic

extension Query where T: _RealmSchemaDiscoverable {
    /// Equal to a value.
    public static func == (lhs: Query, rhs: T) -> Query<Bool> { lhs.compared(.equal, rhs) }
    /// Equal to another property of the same type. Traps for two collections.
    public static func == (lhs: Query, rhs: Query) -> Query<Bool> { lhs.comparedProperty(.equal, rhs) }
    /// Not equal to a value; nil is not equal to any.
    public static func != (lhs: Query, rhs: T) -> Query<Bool> { lhs.compared(.notEqual, rhs) }
    /// Not equal to another property. Traps for two collections.
    public static func != (lhs: Query, rhs: Query) -> Query<Bool> { lhs.comparedProperty(.notEqual, rhs) }

    /// Equal to one of these values; never, if there are none.
    public func `in`<U: Sequence>(_ collection: U) -> Query<Bool> where U.Element == T {
        let values = collection.map { element -> QueryValue in
            if case .value(let value) = Query.constant(element) { value } else { .null }
        }
        return compared(.isIn, .list(values))
    }
}

extension Query where T == Bool {
    /// True if the condition is not met.
    public static prefix func ! (query: Query) -> Query<Bool> {
        if case .path = query.node { return query.joined(query, query.truth(false)) }
        return query.joined(query, .not(query.predicate))
    }

    /// True if both are met.
    public static func && (lhs: Query, rhs: Query) -> Query<Bool> {
        lhs.joined(rhs, .joined(lhs.predicate, and: rhs.predicate))
    }

    /// True if one is met.
    public static func || (lhs: Query, rhs: Query) -> Query<Bool> {
        lhs.joined(rhs, .joined(lhs.predicate, or: rhs.predicate))
    }

    /// Number of elements that meet a condition on a collection's elements.
    ///
    /// Traps for a condition that is not about a collection.
    public var count: Query<Int> {
        guard case .condition(let predicate, let collection?) = node else {
            fatalError("Only elements of a collection that meet a condition can be counted.")
        }
        let variable = "$element"
        let subquery = Operand.Subquery(
            path: PropertyPath(nil, collection), variable: variable,
            predicate: predicate.replacing(collection, by: .variable(variable)))
        return Query<Int>(.operand(.subquery(subquery)))
    }
}

// MARK: - Order

extension Query where T: _HasPersistedType, T.PersistedType: _QueryNumeric {
    /// Greater than a value.
    public static func > (lhs: Query, rhs: T) -> Query<Bool> { lhs.compared(.greater, rhs) }
    /// Greater than another property.
    public static func > (lhs: Query, rhs: Query) -> Query<Bool> { lhs.compared(.greater, rhs.operand) }
    /// Greater than or equal to a value.
    public static func >= (lhs: Query, rhs: T) -> Query<Bool> { lhs.compared(.greaterOrEqual, rhs) }
    /// Greater than or equal to another property.
    public static func >= (lhs: Query, rhs: Query) -> Query<Bool> { lhs.compared(.greaterOrEqual, rhs.operand) }
    /// Less than a value.
    public static func < (lhs: Query, rhs: T) -> Query<Bool> { lhs.compared(.less, rhs) }
    /// Less than another property.
    public static func < (lhs: Query, rhs: Query) -> Query<Bool> { lhs.compared(.less, rhs.operand) }
    /// Less than or equal to a value.
    public static func <= (lhs: Query, rhs: T) -> Query<Bool> { lhs.compared(.lessOrEqual, rhs) }
    /// Less than or equal to another property.
    public static func <= (lhs: Query, rhs: Query) -> Query<Bool> { lhs.compared(.lessOrEqual, rhs.operand) }
}

extension Query where T: Comparable {
    /// Within a half-open range.
    public func contains(_ range: Range<T>) -> Query<Bool> {
        between(range.lowerBound, range.upperBound, isClosed: false)
    }

    /// Within a range.
    public func contains(_ range: ClosedRange<T>) -> Query<Bool> {
        between(range.lowerBound, range.upperBound, isClosed: true)
    }
}

extension Query where T: OptionalProtocol, T.Wrapped: Comparable {
    /// Within a half-open range.
    public func contains(_ range: Range<T.Wrapped>) -> Query<Bool> {
        between(range.lowerBound, range.upperBound, isClosed: false)
    }

    /// Within a range.
    public func contains(_ range: ClosedRange<T.Wrapped>) -> Query<Bool> {
        between(range.lowerBound, range.upperBound, isClosed: true)
    }
}

/// An optional, whatever it wraps.
public protocol OptionalProtocol {
    /// The type of the wrapped value.
    associatedtype Wrapped
}

extension Optional: OptionalProtocol {}
