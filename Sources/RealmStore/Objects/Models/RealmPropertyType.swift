/// A type that `RealmProperty` of the SDK's older models can hold.
public protocol RealmPropertyType: _ObjcBridgeable, _RealmSchemaDiscoverable {}

extension AnyRealmValue: RealmPropertyType {}
