import Foundation

/// An object whose values are read by name: of a class that the program does not declare. SDK name: `DynamicObject`.
///
///     for person in realm.dynamicObjects("Person") { print(person["firstName"] as! String, person.age as! Int) }
@dynamicMemberLookup
public final class DynamicObject: Object {
    /// The value of the property `member`; see the subscript by key. SDK name: `subscript(dynamicMember:)`.
    public subscript(dynamicMember member: String) -> Any? {
        get { self[member] }
        set { self[member] = newValue }
    }
}

extension ObjectSchema {
    /// The Swift class of the objects: `DynamicObject`, unless the program declares one. SDK name: `objectClass`.
    public var objectClass: AnyClass { DynamicObject.self }
}
