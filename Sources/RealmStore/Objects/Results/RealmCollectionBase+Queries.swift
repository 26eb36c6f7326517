import Foundation

// Queries of collections in a Realm. In memory they trap; an invalid query traps with its position and the expected
// input. `Realm.objects(_:where:)` and others that take text from users throw instead.
extension RealmCollectionBase {
    var requiredRows: any LiveResults {
        if let rows = _rlmRows.rows { return rows }
        fatalError("This method may only be called on collections that are in a Realm.")
    }

    /// The objects that meet a condition, live.
    ///
    /// - Parameters:
    ///   - predicateFormat: the condition.
    ///   - args: the arguments for `%@`, `%K`, `%d` … in the text.
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n), where n is the
    ///   number of elements, less with an index. Objects of a collection out of key order take O(n · log N), where N is
    ///   the number of objects of the class.
    public func filter(_ predicateFormat: String, _ args: Any...) -> Results<Element> {
        let predicate = FormatArguments.predicate(predicateFormat, args, requiredRows.session)
        return Results(requiredRows.filter(predicate))
    }

    /// Position of the first object that meets a condition, or nil; also in memory.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func index(matching predicateFormat: String, _ args: Any...) -> Int? {
        position(matching: FormatArguments.predicate(predicateFormat, args, _rlmRows.rows?.session))
    }

    /// Position of the first element that meets a condition; in memory, and of values, the elements are tested in
    /// Swift.
    func position(matching predicate: Predicate) -> Int? {
        if let rows = _rlmRows.rows as? ObjectResults { return rows.index(matching: predicate) }
        let test = PlainPredicate(predicate)
        return firstIndex { test.matches($0) }
    }

    // MARK: Sorting

    /// The elements in an order, live: the first descriptor has precedence.
    ///
    /// Elements that are equal keep their order. Nil comes before every value.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n) for numbers, dates
    ///   and texts, else O(n · log n), where n is the number of elements.
    public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Element> where S.Element == SortDescriptor {
        let orders = sortDescriptors.map(\.order)
        return Results(orders.isEmpty ? requiredRows : requiredRows.apply(.sort(orders)))
    }

    /// The objects in the order of a property.
    ///
    /// - Complexity: as `sorted(by:)`.
    public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Element>
    where Element: KeypathSortable {
        sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
    }

    /// The objects in the order of a property.
    ///
    /// - Complexity: as `sorted(by:)`.
    public func sorted<T: _HasPersistedType>(
        by keyPath: KeyPath<Element, T>, ascending: Bool = true
    ) -> Results<Element> where T.PersistedType: SortableType, Element: ObjectBase {
        sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
    }

    /// The values in their order.
    ///
    /// - Complexity: as `sorted(by:)`.
    public func sorted(ascending: Bool = true) -> Results<Element> {
        sorted(by: [SortDescriptor(keyPath: "self", ascending: ascending)])
    }

    // MARK: Distinct

    /// The first element of each combination of values of these properties.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n) for numbers, dates
    ///   and texts, else O(n · log n), where n is the number of elements.
    public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element> where S.Element == String {
        let paths = keyPaths.map(KeyPathNames.path)
        return Results(paths.isEmpty ? requiredRows : requiredRows.apply(.distinct(paths)))
    }

    /// The first element of each combination of values of these properties.
    ///
    /// - Complexity: as with key paths in text.
    public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element>
    where S.Element == PartialKeyPath<Element>, Element: ObjectBase {
        distinct(by: keyPaths.map { KeyPathNames.name(of: $0) })
    }

    /// The values without duplicates, in the order of their first occurrence.
    ///
    /// - Complexity: as `distinct(by:)`.
    public func distinct() -> Results<Element> { distinct(by: ["self"]) }
}

// Aggregates. Nil values do not count. They trap for an unknown property, and for one of a type without such an
// aggregate.
extension RealmCollectionBase {
    private var aggregate: CollectionAggregate { CollectionAggregate(rows: _rlmRows.rows) { Array(self) } }

    /// The aggregate of a property, or of the values for `self`, whatever its type: `@min`, `@max`, `@sum` or `@avg`.
    package func aggregate(_ name: String, of property: String) -> Any? { aggregate.named(name, of: property) }

    /// The least value of a property, or nil.
    ///
    /// - Complexity: O(n), where n is the number of elements, or of the objects to test against the conditions.
    public func min<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
        aggregate.find(.minimum, of: property)
    }

    /// The greatest value of a property, or nil.
    ///
    /// - Complexity: O(n), where n is the number of elements, or of the objects to test against the conditions.
    public func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
        aggregate.find(.maximum, of: property)
    }

    /// The sum of a property; 0 without values.
    ///
    /// - Complexity: O(n), where n is the number of elements, or of the objects to test against the conditions.
    public func sum<T: _HasPersistedType>(ofProperty property: String) -> T where T.PersistedType: AddableType {
        aggregate.sum(of: property)
    }

    /// The mean of a property, or nil without values.
    ///
    /// - Complexity: O(n), where n is the number of elements, or of the objects to test against the conditions.
    public func average<T: _HasPersistedType>(ofProperty property: String) -> T?
    where T.PersistedType: AddableType {
        aggregate.find(.average, of: property)
    }

    /// The least value of a property, or nil.
    ///
    /// - Complexity: O(n), where n is the number of elements, or of the objects to test against the conditions.
    public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T?
    where T.PersistedType: MinMaxType, Element: ObjectBase {
        aggregate.find(.minimum, of: KeyPathNames.name(of: keyPath))
    }

    /// The greatest value of a property, or nil.
    ///
    /// - Complexity: O(n), where n is the number of elements, or of the objects to test against the conditions.
    public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T?
    where T.PersistedType: MinMaxType, Element: ObjectBase {
        aggregate.find(.maximum, of: KeyPathNames.name(of: keyPath))
    }

    /// The sum of a property; 0 without values.
    ///
    /// - Complexity: O(n), where n is the number of elements, or of the objects to test against the conditions.
    public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T
    where T.PersistedType: AddableType, Element: ObjectBase {
        aggregate.sum(of: KeyPathNames.name(of: keyPath))
    }

    /// The mean of a property, of the property's own type, or nil without values.
    ///
    /// - Complexity: O(n), where n is the number of elements, or of the objects to test against the conditions.
    public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T?
    where T.PersistedType: AddableType, Element: ObjectBase {
        aggregate.find(.average, of: KeyPathNames.name(of: keyPath))
    }

    /// The least of the values, or nil.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func min() -> Element? where Element.PersistedType: MinMaxType { aggregate.find(.minimum, of: nil) }

    /// The greatest of the values, or nil.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func max() -> Element? where Element.PersistedType: MinMaxType { aggregate.find(.maximum, of: nil) }

    /// The sum of the values; 0 if there are none.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func sum() -> Element where Element.PersistedType: AddableType {
        aggregate.sum(of: nil)
    }

    /// The mean of the values, or nil if there are none.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func average<T: _HasPersistedType>() -> T?
    where Element.PersistedType: AddableType, T.PersistedType: AddableType {
        aggregate.find(.average, of: nil)
    }
}

extension RealmCollectionBase {
    /// The objects that meet a condition, live.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n), where n is the
    ///   number of elements, less with an index. Objects of a collection out of key order take O(n · log N), where N is
    ///   the number of objects of the class.
    public func filter(_ predicate: NSPredicate) -> Results<Element> {
        Results(requiredRows.filter(predicate.condition))
    }

    /// Position of the first object that meets a condition, or nil; also in memory.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func index(matching predicate: NSPredicate) -> Int? { position(matching: predicate.condition) }
}

extension RealmCollectionBase where Element: _RealmSchemaDiscoverable {
    /// The objects that meet a condition, live.
    ///
    /// - Complexity: O(1); the result is evaluated on first use, or at once if it is frozen: O(n), where n is the
    ///   number of elements, less with an index. Objects of a collection out of key order take O(n · log N), where N is
    ///   the number of objects of the class.
    public func `where`(_ isIncluded: (Query<Element>) -> Query<Bool>) -> Results<Element> {
        Results(requiredRows.filter(isIncluded(Query<Element>()).predicate))
    }

    /// Position of the first object or value that meets a condition, or nil; also in memory.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? {
        position(matching: isIncluded(Query<Element>()).predicate)
    }
}

extension MutableSet {
    /// Traps: sets have no meaningful order.
    public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? { noIndex() }
}
