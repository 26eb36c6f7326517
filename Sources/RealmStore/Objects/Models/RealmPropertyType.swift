/// A type of values of `RealmProperty` in the SDK's older models: optional numbers, and mixed values.
public protocol RealmPropertyType: _Persistable, Hashable {}

extension AnyRealmValue: RealmPropertyType {}
extension Optional: RealmPropertyType where Wrapped: RealmOptionalType {}

/// A type of values of `RealmOptional` in the SDK's older models: numbers, and enums.
public protocol RealmOptionalType: _PersistableInsideOptional, _RealmCollectionValueInsideOptional {}

extension Int: RealmOptionalType {}
extension Int8: RealmOptionalType {}
extension Int16: RealmOptionalType {}
extension Int32: RealmOptionalType {}
extension Int64: RealmOptionalType {}
extension Float: RealmOptionalType {}
extension Double: RealmOptionalType {}
extension Bool: RealmOptionalType {}

extension RealmOptionalType {
    /// No name: values are no objects. SDK name: `className()`.
    public static func className() -> String { "" }
}
