import RealmStore

/// The collection of RealmStore behind one of this module; used by the library only.
public struct _RLMShown {
    let collection: any ShownCollection

    init(_ collection: any ShownCollection) { self.collection = collection }
}

/// A collection of a Realm, or in memory: results, an array, a set, a dictionary or linking objects.
///
/// Positions are `UInt`; a missing one is `UInt(NSNotFound)`. Only the library's own types conform.
public protocol RLMCollection: RLMThreadConfined, NSFastEnumeration, _StoredAs {
    /// The type of the elements; of a dictionary, of its values.
    associatedtype RLMObjectType

    /// The collection behind this one.
    var _shown: _RLMShown { get }
    /// Shows a collection.
    init(_shown: _RLMShown)
}

extension RLMCollection {
    var shown: any ShownCollection { _shown.collection }

    /// The Realm that the collection belongs to; nil in memory.
    public var realm: RLMRealm? { shown.realm.map(RLMRealm.init) }

    /// True once the object that owns the collection is gone, or the Realm was invalidated.
    public var isInvalidated: Bool { shown.isInvalidated }

    /// True if the collection never changes, and may be used on every thread.
    public var isFrozen: Bool { shown.isFrozen }

    /// The collection as it is now, frozen. Traps in memory, and once it is gone.
    public func freeze() -> Self { Self(_shown: _RLMShown(shown.frozen())) }

    /// The collection in the newest version, for this thread. Traps in memory, and if it is gone there.
    public func thaw() -> Self {
        guard let thawed = shown.thawed() else {
            misuse("The collection cannot be thawed: the object that it belonged to is gone.")
        }
        return Self(_shown: _RLMShown(thawed))
    }

    /// The number of elements.
    ///
    /// - Complexity: as that of the collection of RealmStore: O(1), or of evaluating the query.
    public var count: UInt { UInt(shown.count) }

    /// The type of the elements.
    public var type: RLMPropertyType { shown.elements.type }

    /// True if elements may be null.
    public var isOptional: Bool { shown.elements.isOptional }

    /// The class of the objects; nil for values.
    public var objectClassName: String? { shown.className }

    // MARK: Aggregates

    /// The least value of a property of the elements, or of the values for "self"; nil without values. Traps for a
    /// property that has no order.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func min(ofProperty property: String) -> Any? { shown.aggregate("@min", of: property) }

    /// The greatest value of a property of the elements, or of the values for "self"; nil without values. Traps for a
    /// property that has no order.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func max(ofProperty property: String) -> Any? { shown.aggregate("@max", of: property) }

    /// The sum of a property of the elements, or of the values for "self"; 0 without values. Traps for a property that
    /// is no number.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func sum(ofProperty property: String) -> NSNumber { number(shown.aggregate("@sum", of: property)) ?? 0 }

    /// The mean of a property of the elements, or of the values for "self"; nil without values. Traps for a property
    /// that is no number.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func average(ofProperty property: String) -> NSNumber? { number(shown.aggregate("@avg", of: property)) }

    private func number(_ value: Any?) -> NSNumber? {
        if let decimal = value as? Decimal128 { return NSDecimalNumber(decimal: decimal.decimalValue) }
        return value as? NSNumber
    }

    // MARK: Key-value coding

    /// The elements' values of a key; for "invalidated" that of the collection.
    public func value(forKey key: String) -> Any? { key == "invalidated" ? isInvalidated : value(forKeyPath: key) }

    /// The elements' values of a key path, or the result of an operator such as "@sum.age".
    public func value(forKeyPath keyPath: String) -> Any? { shown.value(forKeyPath: keyPath) }

    /// Sets a property of all elements; "self" replaces values. Traps outside of a write transaction.
    public func setValue(_ value: Any?, forKey key: String) { shown.setValue(value, forKey: key) }

    // MARK: Queries

    /// The elements that meet a condition, live.
    ///
    /// - Complexity: O(1); the result is evaluated on first use.
    public func objects(with predicate: NSPredicate) -> RLMResults<RLMObjectType> {
        RLMResults(_shown: _RLMShown(shown.filter(predicate)))
    }

    /// The elements that meet a condition, live. Traps for a text that is no predicate.
    ///
    /// - Complexity: O(1); the result is evaluated on first use.
    public func objects(where predicateFormat: String, _ args: Any...) -> RLMResults<RLMObjectType> {
        objects(with: NSPredicate(format: predicateFormat, argumentArray: args))
    }

    /// The elements in the order of a property, live; "self" sorts values.
    ///
    /// - Complexity: O(1); the result is evaluated on first use.
    public func sortedResults(usingKeyPath keyPath: String, ascending: Bool) -> RLMResults<RLMObjectType> {
        sortedResults(using: [RLMSortDescriptor(keyPath: keyPath, ascending: ascending)])
    }

    /// The elements in the order of several properties, live: the first has precedence.
    ///
    /// - Complexity: O(1); the result is evaluated on first use.
    public func sortedResults(using properties: [RLMSortDescriptor]) -> RLMResults<RLMObjectType> {
        RLMResults(_shown: _RLMShown(shown.sorted(by: properties.map(\.descriptor))))
    }

    /// The first element of each combination of values of these properties, live.
    ///
    /// - Complexity: O(1); the result is evaluated on first use.
    public func distinctResults(usingKeyPaths keyPaths: [String]) -> RLMResults<RLMObjectType> {
        RLMResults(_shown: _RLMShown(shown.distinct(by: keyPaths)))
    }

    /// The elements in sections by a computed key, sorted by a property.
    public func sectionedResultsSorted(
        usingKeyPath keyPath: String, ascending: Bool, keyBlock: @escaping RLMSectionedResultsKeyBlock
    ) -> RLMSectionedResults<AnyObject, RLMObjectType> {
        sectionedResults(using: [RLMSortDescriptor(keyPath: keyPath, ascending: ascending)], keyBlock: keyBlock)
    }

    /// The elements in sections by a computed key, sorted by several properties. Traps without any.
    public func sectionedResults(
        using sortDescriptors: [RLMSortDescriptor], keyBlock: @escaping RLMSectionedResultsKeyBlock
    ) -> RLMSectionedResults<AnyObject, RLMObjectType> {
        RLMSectionedResults(
            shown.sectioned(by: sortDescriptors.map(\.descriptor)) { element in
                ShownValue.mixed(keyBlock(ShownValue.shown(element) as Any))
            })
    }

    // MARK: References

    /// The same collection in the Realm of another thread.
    public func _handover() -> (RLMRealm) -> Self? {
        let find = shown.handover()
        return { find($0.realm).map { Self(_shown: _RLMShown($0)) } }
    }
}
