import Foundation
import Synchronization

/// A model class of the program: the description of a Realm's objects in its declaration.
final class ModelClass: @unchecked Sendable {
    let type: RLMObjectBase.Type
    /// The name in the schema.
    let name: String
    /// In the order of their declaration, those of superclasses first.
    let properties: [ModelProperty]
    let schema: ObjectSchema
    /// Assigns their indexes to the properties of a new accessor.
    private let marks: FieldMarks
    /// The same for properties whose values are in boxes.
    private let attachments: [(RLMObjectBase) -> Void]
    /// Whether its new objects have values that accessors do not need.
    let hasOwnDefaults: Bool
    /// Problems of the declaration, a line each.
    let problems: [String]
    /// Probable mistakes, a line each.
    private let warnings: [String]

    /// Those of them that are stored.
    let stored: [ModelProperty]
    let primaryKey: ModelProperty?
    /// Those with something to do once an object was added to a Realm.
    let promoted: [ModelProperty]

    /// Whether all stored properties of the class belong to its objects in the file, so that an accessor may become
    /// that of another object.
    let isStateless: Bool
    /// Those whose values accessors keep.
    private let collections: [ModelProperty]
    var keepsCollections: Bool { !collections.isEmpty }

    var isEmbedded: Bool { schema.isEmbedded }

    private init(_ type: RLMObjectBase.Type) {
        self.type = type
        name = type.className()
        var reader = ModelReader(type, name)
        properties = reader.properties()
        stored = properties.filter { !$0.isComputed }
        primaryKey = properties.first { $0.described.isPrimaryKey }
        promoted = properties.filter(\.access.needsPromotion)
        collections = properties.filter(\.access.isKept)
        let fields = StoredField.all(of: type).count - StoredField.all(of: RLMObjectBase.self).count
        isStateless = fields == properties.count && properties.allSatisfy { $0.access.attach == nil }
        hasOwnDefaults = type.knownTraits.hasOwnDefaults
        problems = reader.problems
        warnings = reader.warnings
        let marked = properties.map(\.access).filter { $0.attach == nil }
        marks = FieldMarks(marked.map { ($0.field, $0.key) })
        attachments = properties.compactMap(\.access.attach)
        schema = ObjectSchema(
            className: name, properties: stored.map(\.described),
            isEmbedded: type.isEmbedded(), isAsymmetric: false,
            computed: properties.filter(\.isComputed).map(\.described), objectType: type)
    }

    /// Prepares the properties of an object of the class that is not plain any more.
    func mark(_ object: RLMObjectBase) {
        marks.write(into: object)
        for attach in attachments { attach(object) }
    }

    /// Releases the collections that an accessor keeps.
    func forgetCollections(of object: RLMObjectBase) {
        for property in collections { property.access.forget(object) }
    }

    /// The names of the stored properties, in the order of their declaration.
    var storedNames: [String] { stored.map(\.name) }

    /// The property of that name, or nil.
    func property(_ name: String) -> ModelProperty? { properties.first { $0.name == name } }

    // MARK: Finding them

    private static let known = Mutex<[ObjectIdentifier: ModelClass]>([:])
    /// Classes of which an instance is being created in order to read them.
    @TaskLocal private static var beingRead: Set<ObjectIdentifier> = []

    /// The description of the class; nil for the library's own classes.
    ///
    /// Traps for a class that needs its own description before it is read.
    static func find(_ type: RLMObjectBase.Type) -> ModelClass? {
        if let model = known.withLock({ $0[ObjectIdentifier(type)] }) { return model }
        guard !type.isWithoutProperties else { return nil }
        // Created outside of the lock: creating an instance runs the program's own code.
        let made = read(type)
        let model = known.withLock { known in
            if let first = known[ObjectIdentifier(type)] { return first }
            known[ObjectIdentifier(type)] = made
            return made
        }
        // Once: subclasses have the warnings of their superclass.
        if model === made { made.warnings.forEach(RLMLogger.warnOnce) }
        return model
    }

    private static func read(_ type: RLMObjectBase.Type) -> ModelClass {
        let id = ObjectIdentifier(type)
        require(
            !beingRead.contains(id),
            "A default value of a property of class '\(type.className())' uses the class before its properties are "
                + "known. Default values must neither open a Realm with the class nor fill or add objects of it.")
        return $beingRead.withValue(beingRead.union([id])) { ModelClass(type) }
    }

    /// The classes of Realms whose configuration lists none, and others that are not models.
    static func included() -> [RLMObjectBase.Type] {
        ClassMetadata.subclasses(of: RLMObjectBase.self)
            .compactMap { $0 as? RLMObjectBase.Type }
            .filter { $0.shouldIncludeInDefaultSchema() }
    }
}

/// Reads the properties of a class from its stored fields.
private struct ModelReader {
    private let type: RLMObjectBase.Type
    private let name: String
    private let traits: ClassTraits
    private(set) var problems: [String] = []
    private(set) var warnings: [String] = []

    init(_ type: RLMObjectBase.Type, _ name: String) {
        self.type = type
        self.name = name
        traits = type.knownTraits
    }

    mutating func properties() -> [ModelProperty] {
        let prototype = BareObject.make(type)
        let mapping = traits.propertiesMapping
        let ignored = Set(traits.ignoredProperties)
        let indexed = Set(traits.indexedProperties)
        var properties: [ModelProperty] = []
        let fields = StoredField.all(of: type)
        for field in fields {
            let propertyName = field.propertyName
            guard !ignored.contains(propertyName),
                let access = field.access(key: PropertyKey(properties.count))
            else { continue }
            let marks = access.marks(of: prototype)
            let isKey = marks.contains(.primaryKey) || traits.primaryKey == propertyName
            let stored = access.traits
            let isRequired = traits.requiredProperties.contains(propertyName)
            if isRequired, stored.target != nil || stored.collection != nil {
                problems.append(
                    "Property '\(name).\(propertyName)' cannot be named in requiredProperties(): a link is nil once "
                        + "its object is deleted, and elements of a collection are required if their type is not "
                        + "optional.")
            }
            properties.append(
                ModelProperty(
                    Property(
                        name: propertyName, columnName: mapping[propertyName] ?? propertyName, type: stored.type,
                        objectClassName: stored.target?.className(), isOptional: stored.isOptional && !isRequired,
                        isArray: stored.collection == .list, isSet: stored.collection == .set,
                        isMap: stored.collection == .dictionary,
                        isIndexed: marks.contains(.indexed) || indexed.contains(propertyName),
                        isFullTextIndexed: false, isPrimaryKey: isKey,
                        originProperty: originProperty(propertyName, access, prototype)),
                    access))
        }
        check(properties, mapping)
        if !properties.isEmpty {
            for (index, field) in fields.enumerated() where !ignored.contains(field.name) {
                checkIsMarked(field, index, prototype)
            }
        }
        return properties
    }

    /// The property that links here, by its declaration or by the class's list of origins.
    private mutating func originProperty(
        _ propertyName: String, _ access: any PropertyAccess, _ prototype: RLMObjectBase
    ) -> String? {
        let declared = access.originProperty(in: prototype)
        guard let listed = traits.origins[propertyName] else { return declared }
        if access.traits.target != listed.type || (declared ?? listed.property) != listed.property {
            problems.append(
                "Linking objects property '\(name).\(propertyName)' has two different origins: in its declaration and "
                    + "in linkingObjectsProperties().")
        }
        return listed.property
    }

    /// Warns of a collection that only appears to be stored.
    private mutating func checkIsMarked(_ field: StoredField, _ index: Int, _ prototype: RLMObjectBase) {
        let declaration: String
        if let linking = field.type as? any LinkingObjectsProtocol.Type {
            declaration = "@Persisted(originProperty: \"\(linking.originPropertyName(field, of: prototype))\")"
        } else if field.type is any _Persistable.Type,
            field.type is any RealmCollectionBase.Type || field.type is any MapEntries.Type
        {
            declaration = "@Persisted"
        } else {
            return
        }
        warnings.append(
            "Property '\(nameOfClass(declaring: index)).\(field.name)' is not stored, since it is not marked. Write "
                + "'\(declaration) var \(field.name): \(field.type)', or name it in ignoredProperties().")
    }

    /// The class that declares a stored field: this one, or a superclass.
    private func nameOfClass(declaring index: Int) -> String {
        var declaring: RLMObjectBase.Type = type
        while let parent = _getSuperclass(declaring) as? RLMObjectBase.Type,
            StoredField.all(of: parent).count > index
        {
            declaring = parent
        }
        return declaring.className()
    }

    private mutating func check(_ properties: [ModelProperty], _ mapping: [String: String]) {
        if _typeName(type, qualified: false).contains("<") {
            problems.append(
                "Class '\(name)' has type parameters: such classes cannot be stored. Declare a subclass without any, "
                    + "such as 'class Numbers: Values<Int> {}'.")
        }
        if properties.isEmpty {
            problems.append(
                "Class '\(name)' has no property that is stored. Mark properties with @Persisted; "
                    + "'@objc dynamic' does not exist on this platform.")
        }
        let names = properties.map(\.name)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            problems.append("Property '\(name)' is declared twice in class '\(self.name)' and its superclasses.")
        }
        let named = traits.indexedProperties + traits.requiredProperties + traits.origins.keys
        let unknown = (mapping.keys + named + [traits.primaryKey].compactMap { $0 })
            .filter { !names.contains($0) }
        for name in Set(unknown).sorted() {
            problems.append("Class '\(self.name)' has no property '\(name)' marked @Persisted.")
        }
        for property in properties where property.described.type == .linkingObjects && property.originProperty == nil {
            problems.append(
                "Property '\(name).\(property.name)' must say which property links here: "
                    + "@Persisted(originProperty: \"...\").")
        }
    }
}

extension LinkingObjectsProtocol {
    fileprivate static func originPropertyName(_ field: StoredField, of object: RLMObjectBase) -> String {
        field.with(Self.self, of: object) { $0.originPropertyName }
    }
}
