import Foundation

// Queries of the values, live. In memory they trap. The keys are lost.
extension Map {
    private var rows: any LiveResults {
        if let entries { return entries.rows(of: Value.self) }
        fatalError("This method may only be called on collections that are in a Realm.")
    }

    /// The objects that meet a condition; entries without an object are left out. Traps for a map of other values.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n · log n), where n is
    ///   the number of entries.
    public func filter(_ predicate: NSPredicate) -> Results<Value> { Results(rows.filter(predicate.condition)) }

    /// The objects that meet a condition; entries without an object are left out. Traps for a map of other values.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n · log n), where n is
    ///   the number of entries.
    public func `where`(_ isIncluded: (Query<Value>) -> Query<Bool>) -> Results<Value> {
        Results(rows.filter(isIncluded(Query<Value>()).predicate))
    }

    /// The values in their order.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n · log n), where n is
    ///   the number of entries.
    public func sorted(ascending: Bool = true) -> Results<Value> {
        sorted(by: [SortDescriptor(keyPath: "self", ascending: ascending)])
    }

    /// The objects in the order of a property.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n · log n), where n is
    ///   the number of entries.
    public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Value> {
        sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
    }

    /// The objects in the order of a property.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n · log n), where n is
    ///   the number of entries.
    public func sorted<T: _HasPersistedType>(
        by keyPath: KeyPath<Value.Wrapped, T>, ascending: Bool = true
    ) -> Results<Value> where T.PersistedType: SortableType, Value: OptionalProtocol, Value.Wrapped: ObjectBase {
        sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
    }

    /// The values in an order: the first descriptor has precedence.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n · log n), where n is
    ///   the number of entries.
    public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Value> where S.Element == SortDescriptor {
        let orders = sortDescriptors.map(\.order)
        return Results(orders.isEmpty ? rows : rows.apply(.sort(orders)))
    }
}

// Aggregates, as in collections.
extension Map {
    private var aggregate: CollectionAggregate {
        CollectionAggregate(rows: entries?.rows(of: Value.self)) { [self] in values }
    }

    /// The aggregate of a property, or of the values for `self`, whatever its type: `@min`, `@max`, `@sum` or `@avg`.
    package func aggregate(_ name: String, of property: String) -> Any? { aggregate.named(name, of: property) }

    /// The least value of a property of the objects, or nil.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func min<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
        aggregate.find(.minimum, of: property)
    }

    /// The greatest value of a property of the objects, or nil.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
        aggregate.find(.maximum, of: property)
    }

    /// The sum of a property of the objects; 0 if there are none.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func sum<T: _HasPersistedType>(ofProperty property: String) -> T where T.PersistedType: AddableType {
        aggregate.sum(of: property)
    }

    /// The mean of a property of the objects, or nil if there are none.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func average<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: AddableType {
        aggregate.find(.average, of: property)
    }

    /// The least of the values, or nil.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func min() -> Value? where Value.PersistedType: MinMaxType { aggregate.find(.minimum, of: nil) }

    /// The greatest of the values, or nil.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func max() -> Value? where Value.PersistedType: MinMaxType { aggregate.find(.maximum, of: nil) }

    /// The sum of the values; 0 if there are none.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func sum() -> Value where Value.PersistedType: AddableType { aggregate.sum(of: nil) }

    /// The mean of the values, or nil if there are none.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func average<T: _HasPersistedType>() -> T?
    where Value.PersistedType: AddableType, T.PersistedType: AddableType { aggregate.find(.average, of: nil) }
}

extension Map where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
    /// The least value of a property of the objects, or nil.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func min<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T?
    where T.PersistedType: MinMaxType { min(ofProperty: KeyPathNames.name(of: keyPath)) }

    /// The greatest value of a property of the objects, or nil.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func max<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T?
    where T.PersistedType: MinMaxType { max(ofProperty: KeyPathNames.name(of: keyPath)) }

    /// The sum of a property of the objects; 0 if there are none.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T
    where T.PersistedType: AddableType { sum(ofProperty: KeyPathNames.name(of: keyPath)) }

    /// The mean of a property, of the property's own type, or nil without objects.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func average<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T?
    where T.PersistedType: AddableType { average(ofProperty: KeyPathNames.name(of: keyPath)) }
}
