import Foundation

// Enums and mapped values in collections, in their stored form.

extension Query where T: RealmCollectionBase, T.Element: PersistableEnum {
    /// A collection of enums as their raw values.
    public var rawValue: Query<AnyRealmCollection<T.Element.RawValue>> {
        Query<AnyRealmCollection<T.Element.RawValue>>(node)
    }
}

extension Query
where
    T: RealmCollectionBase, T.Element: OptionalProtocol, T.Element.Wrapped: PersistableEnum,
    T.Element.Wrapped.RawValue: _RealmCollectionValueInsideOptional
{
    /// A collection of optional enums as their raw values.
    public var rawValue: Query<AnyRealmCollection<T.Element.Wrapped.RawValue?>> {
        Query<AnyRealmCollection<T.Element.Wrapped.RawValue?>>(node)
    }
}

extension Query where T: RealmKeyedCollection, T.Value: PersistableEnum {
    /// A map of enums as their raw values.
    public var rawValue: Query<Map<T.Key, T.Value.RawValue>> { Query<Map<T.Key, T.Value.RawValue>>(node) }
}

extension Query
where
    T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: PersistableEnum,
    T.Value.Wrapped.RawValue: _RealmCollectionValueInsideOptional
{
    /// A map of optional enums as their raw values.
    public var rawValue: Query<Map<T.Key, T.Value.Wrapped.RawValue?>> {
        Query<Map<T.Key, T.Value.Wrapped.RawValue?>>(node)
    }
}

extension Query where T: RealmCollectionBase {
    /// A collection of mapped values as they are stored.
    public var persistableValue: Query<AnyRealmCollection<T.Element.PersistedType>> {
        Query<AnyRealmCollection<T.Element.PersistedType>>(node)
    }
}

extension Query where T: RealmKeyedCollection {
    /// A map of mapped values as they are stored.
    public var persistableValue: Query<Map<T.Key, T.Value.PersistedType>> {
        Query<Map<T.Key, T.Value.PersistedType>>(node)
    }
}

// MARK: - Ranges

extension Query where T: RealmCollectionBase, T.Element: OptionalProtocol, T.Element.Wrapped: Comparable {
    /// True if all elements lie in a half-open range, and there are some.
    public func contains(_ range: Range<T.Element.Wrapped>) -> Query<Bool> {
        min.compared(.greaterOrEqual, range.lowerBound) && max.compared(.less, range.upperBound)
    }

    /// True if all elements lie in a range, and there are some.
    public func contains(_ range: ClosedRange<T.Element.Wrapped>) -> Query<Bool> {
        min.compared(.greaterOrEqual, range.lowerBound) && max.compared(.lessOrEqual, range.upperBound)
    }
}

extension Query where T: RealmKeyedCollection, T.Value: Comparable {
    /// True if all values lie in a half-open range, and there are some.
    public func contains(_ range: Range<T.Value>) -> Query<Bool> {
        min.compared(.greaterOrEqual, range.lowerBound) && max.compared(.less, range.upperBound)
    }

    /// True if all values lie in a range, and there are some.
    public func contains(_ range: ClosedRange<T.Value>) -> Query<Bool> {
        min.compared(.greaterOrEqual, range.lowerBound) && max.compared(.lessOrEqual, range.upperBound)
    }
}

extension Query where T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: Comparable {
    /// True if all values lie in a half-open range, and there are some.
    public func contains(_ range: Range<T.Value.Wrapped>) -> Query<Bool> {
        min.compared(.greaterOrEqual, range.lowerBound) && max.compared(.less, range.upperBound)
    }

    /// True if all values lie in a range, and there are some.
    public func contains(_ range: ClosedRange<T.Value.Wrapped>) -> Query<Bool> {
        min.compared(.greaterOrEqual, range.lowerBound) && max.compared(.lessOrEqual, range.upperBound)
    }
}
