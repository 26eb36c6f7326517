import Foundation

/// Aggregates of a collection: found by the engine in a Realm, and over the values themselves in memory.
///
/// Nil values do not count. They trap for an unknown property, and for one of a type without such an aggregate.
struct CollectionAggregate {
    /// Nil in memory.
    let rows: (any LiveResults)?
    let values: () -> [Any]

    /// The aggregate of a property, or of the values themselves; nil without relevant values.
    func find<T: _HasPersistedType>(_ operation: AggregateOperation, of property: String?) -> T? {
        guard let rows else {
            let computed = CollectionOperator("\(operation.rawValue).\(property ?? "self")")
            return computed.value(of: values(), isMixed: T.self is AnyRealmValue.Type)
                .flatMap { CollectionAggregate.fitting($0, operation) }
        }
        let value = rows.aggregate(operation, property)
        if case .null = value { return nil }
        return CollectionAggregate.fitting(MixedContent.content(AnyRealmValue(value, rows.session)), operation)
    }

    /// The aggregate named by an operator of key-value coding, such as `@min`: a number, date or mixed value's content.
    func named(_ name: String, of property: String) -> Any? {
        guard let operation = AggregateOperation(rawValue: name) else { misuse("There is no aggregate '\(name)'.") }
        let property = property == "self" ? nil : property
        guard let rows else { return CollectionOperator("\(name).\(property ?? "self")").value(of: values()) }
        let value = rows.aggregate(operation, property)
        if case .null = value { return nil }
        return MixedContent.content(AnyRealmValue(value, rows.session))
    }

    /// The sum; 0 without values.
    func sum<T: _HasPersistedType>(of property: String?) -> T {
        if let sum: T = find(.sum, of: property) { return sum }
        guard let zero = T._rlmFromObjc(0, insideOptional: false) else { fatalError("'\(T.self)' has no zero.") }
        return zero
    }

    /// An average of integers requested as an integer is truncated.
    private static func fitting<T: _HasPersistedType>(_ value: Any, _ operation: AggregateOperation) -> T? {
        if let fitting = T._rlmFromObjc(value, insideOptional: false) { return fitting }
        if operation == .average, let double = value as? Double, double.isFinite {
            if let whole = Int(exactly: double.rounded(.towardZero)) {
                return T._rlmFromObjc(whole, insideOptional: false)
            }
        }
        if let decimal = value as? Decimal128 { return T._rlmFromObjc(decimal.doubleValue, insideOptional: false) }
        fatalError("The result \(value) does not fit type '\(T.self)'.")
    }
}
