import Foundation

extension Query where T: RealmCollectionBase {
    /// Number of elements.
    public var count: Query<Int> { counted }

    /// True if one of the elements equals a value.
    public func contains(_ value: T.Element) -> Query<Bool> { compared(.equal, value).asMembership }

    /// True if one of the elements is among these.
    public func containsAny<U: Sequence>(in collection: U) -> Query<Bool> where U.Element == T.Element {
        compared(.isIn, Query.constants(collection)).asMembership
    }

    /// One of the elements equals a value.
    public static func == (lhs: Query, rhs: T.Element) -> Query<Bool> { lhs.compared(.equal, rhs) }
    /// One of the elements differs from a value.
    public static func != (lhs: Query, rhs: T.Element) -> Query<Bool> { lhs.compared(.notEqual, rhs) }
    /// One of the elements is greater than a value.
    public static func > (lhs: Query, rhs: T.Element) -> Query<Bool> { lhs.compared(.greater, rhs) }
    /// One of the elements is greater than or equal to a value.
    public static func >= (lhs: Query, rhs: T.Element) -> Query<Bool> { lhs.compared(.greaterOrEqual, rhs) }
    /// One of the elements is less than a value.
    public static func < (lhs: Query, rhs: T.Element) -> Query<Bool> { lhs.compared(.less, rhs) }
    /// One of the elements is less than or equal to a value.
    public static func <= (lhs: Query, rhs: T.Element) -> Query<Bool> { lhs.compared(.lessOrEqual, rhs) }

    /// The least of the values.
    public var min: Query<T.Element> { aggregated(.minimum) }
    /// The greatest of the values.
    public var max: Query<T.Element> { aggregated(.maximum) }
    /// The mean of the values.
    public var avg: Query<T.Element> { aggregated(.average) }
    /// The sum of the values.
    public var sum: Query<T.Element> { aggregated(.sum) }
}

extension Query where T: RealmCollectionBase, T.Element: Comparable {
    /// True if all elements lie in a half-open range, and there are some.
    public func contains(_ range: Range<T.Element>) -> Query<Bool> {
        min.compared(.greaterOrEqual, range.lowerBound) && max.compared(.less, range.upperBound)
    }

    /// True if all elements lie in a range, and there are some.
    public func contains(_ range: ClosedRange<T.Element>) -> Query<Bool> {
        min.compared(.greaterOrEqual, range.lowerBound) && max.compared(.lessOrEqual, range.upperBound)
    }
}

extension Query where T: RealmKeyedCollection {
    /// Number of entries.
    public var count: Query<Int> { counted }

    /// True if one of the values equals a value.
    public func contains(_ value: T.Value) -> Query<Bool> { values.compared(.equal, value).asMembership }

    /// True if one of the values is among these.
    public func containsAny<U: Sequence>(in collection: U) -> Query<Bool> where U.Element == T.Value {
        values.compared(.isIn, Query.constants(collection)).asMembership
    }

    /// One of the values.
    public var values: Query<T.Value> { Query<T.Value>(.path(path.adding(.values))) }
    /// One of the keys.
    public var keys: Query<String> { Query<String>(.path(path.adding(.keys))) }

    /// The value of a key; nil if there is none.
    public subscript(member: T.Key) -> Query<T.Value> {
        var path = path.adding(.key(member._rlmText))
        path.collection = nil
        return Query<T.Value>(.path(path))
    }

    /// The least of the values.
    public var min: Query<T.Value> { aggregated(.minimum) }
    /// The greatest of the values.
    public var max: Query<T.Value> { aggregated(.maximum) }
    /// The mean of the values.
    public var avg: Query<T.Value> { aggregated(.average) }
    /// The sum of the values.
    public var sum: Query<T.Value> { aggregated(.sum) }
}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryNumeric {
    /// The least value of a property of a collection's objects.
    public var min: Query { propertyAggregated(.minimum) }
    /// The greatest value of a property of a collection's objects.
    public var max: Query { propertyAggregated(.maximum) }
    /// The mean of a property of a collection's objects.
    public var avg: Query { propertyAggregated(.average) }
    /// The sum of a property of a collection's objects.
    public var sum: Query { propertyAggregated(.sum) }

    private func propertyAggregated(_ operation: AggregateOperation) -> Query {
        guard let collection = path.collection else {
            fatalError("Only properties of a collection's objects have an aggregate such as \(operation.name).")
        }
        let steps = collection + [.aggregate(operation)] + path.steps.dropFirst(collection.count)
        return Query(.operand(.path(PropertyPath(nil, steps)), collection: collection))
    }
}

extension Query where T == AnyRealmValue {
    /// An element of the list in a mixed value.
    public subscript(position: Int) -> Query<AnyRealmValue> {
        Query<AnyRealmValue>(.path(path.adding(.position(position))))
    }

    /// The value of a key of the dictionary in a mixed value.
    public subscript(key: String) -> Query<AnyRealmValue> { Query<AnyRealmValue>(.path(path.adding(.key(key)))) }

    /// One of the elements or values in a mixed value.
    public var any: Query<AnyRealmValue> { Query<AnyRealmValue>(.path(path.adding(.every))) }
}

extension Query {
    fileprivate func aggregated<Value>(_ operation: AggregateOperation) -> Query<Value> {
        computed(.aggregate(operation))
    }

    fileprivate var counted: Query<Int> { computed(.count) }

    /// A value computed from the collection at the end of the path.
    private func computed<Value>(_ step: PropertyPath.Step) -> Query<Value> {
        let path = path
        return Query<Value>(
            .operand(.path(PropertyPath(nil, path.steps + [step])), collection: path.collection))
    }

    fileprivate static func constants(_ values: some Sequence) -> Operand {
        .list(
            values.map { value in
                if case .value(let constant) = Query.constant(value) { constant } else { .null }
            })
    }
}

extension Query where T == Bool {
    /// The comparison, shown as the membership of a collection.
    fileprivate var asMembership: Query {
        guard case .condition(.comparison(var comparison), let collection) = node else { return self }
        comparison.options.insert(.isMembership)
        return Query(.condition(.comparison(comparison), collection: collection))
    }
}
