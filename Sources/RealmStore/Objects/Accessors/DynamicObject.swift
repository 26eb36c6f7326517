import Foundation

/// An object whose values are read by name: of a class that the program does not declare.
///
///     for person in realm.dynamicObjects("Person") { print(person["firstName"] as! String, person.age as! Int) }
@dynamicMemberLookup
public final class DynamicObject: Object {
    /// False: it has no class of its own.
    public override class func shouldIncludeInDefaultSchema() -> Bool { false }

    /// The value of the property `member`; see the subscript by key.
    public subscript(dynamicMember member: String) -> Any? {
        get { self[member] }
        set { self[member] = newValue }
    }
}

extension RLMObjectBase {
    /// The same object as a dynamic object; nil for a plain one.
    final var asDynamic: DynamicObject? { accessor(as: DynamicObject.self) }

    /// The same object as one of a family; see `Realm.objects(named:)`. Nil for a plain one.
    package final func accessor<T: RLMObjectBase>(as type: T.Type) -> T? {
        guard let binding, let row else { return nil }
        return binding.session.binding(of: row.table, for: type).accessor(row) as? T
    }
}

extension ObjectSchema {
    /// The Swift class of the objects: `DynamicObject`, unless the program declares one.
    public var objectClass: AnyClass { objectType ?? DynamicObject.self }
}
