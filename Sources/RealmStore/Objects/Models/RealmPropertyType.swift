/// A type of values of `RealmProperty` in the SDK's older models.
public protocol RealmPropertyType: _ObjcBridgeable, _RealmSchemaDiscoverable {}

extension AnyRealmValue: RealmPropertyType {}
