import Realm
import RealmStore

/// Conversions between the Swift API and that of the RLM classes: two views of the same state; only configurations are
/// copied.
@frozen
public struct ObjectiveCSupport {
    // MARK: Realms

    /// The Realm as an `RLMRealm`.
    public static func convert(object: Realm) -> RLMRealm { RLMRealm(object) }

    /// The Realm of an `RLMRealm`.
    public static func convert(object: RLMRealm) -> Realm { object.realm }

    /// A copy of the settings.
    public static func convert(object: Realm.Configuration) -> RLMRealmConfiguration { RLMRealmConfiguration(object) }

    /// A copy of the settings.
    public static func convert(object: RLMRealmConfiguration) -> Realm.Configuration { object.configuration }

    /// The migration itself: both APIs share the class.
    public static func convert(object: Migration) -> RLMMigration { object }

    /// The same decision about other integers.
    @preconcurrency
    public static func convert(object: @escaping RLMShouldCompactOnLaunchBlock) -> @Sendable (Int, Int) -> Bool {
        { total, used in object(UInt(total), UInt(used)) }
    }

    /// The same decision about other integers.
    @preconcurrency
    public static func convert(object: @Sendable @escaping (Int, Int) -> Bool) -> RLMShouldCompactOnLaunchBlock {
        { total, used in object(Int(total), Int(used)) }
    }

    // MARK: Schemas

    /// The classes as an `RLMSchema`.
    public static func convert(object: Schema) -> RLMSchema { RLMSchema(object) }

    /// The classes of an `RLMSchema`.
    public static func convert(object: RLMSchema) -> Schema { object.schema }

    /// The class as an `RLMObjectSchema`.
    public static func convert(object: ObjectSchema) -> RLMObjectSchema { RLMObjectSchema(object) }

    /// The class of an `RLMObjectSchema`.
    public static func convert(object: RLMObjectSchema) -> ObjectSchema { object.schema }

    /// The property as an `RLMProperty`.
    public static func convert(object: Property) -> RLMProperty { RLMProperty(object) }

    /// The property of an `RLMProperty`.
    public static func convert(object: RLMProperty) -> Property { object.property }

    /// The descriptor as an `RLMSortDescriptor`.
    public static func convert(object: SortDescriptor) -> RLMSortDescriptor { RLMSortDescriptor(object) }

    /// The descriptor of an `RLMSortDescriptor`.
    public static func convert(object: RLMSortDescriptor) -> SortDescriptor { object.descriptor }
}
