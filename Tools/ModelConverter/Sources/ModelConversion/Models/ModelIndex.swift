import SwiftSyntax

/// What all files declare: which classes are models, and which types can be stored.
final class ModelIndex {
    private static let bases: Set<String> = [
        "Object", "EmbeddedObject", "RealmSwiftObject", "RealmSwiftEmbeddedObject", "RLMObject", "RLMEmbeddedObject",
    ]

    private let superclasses: [String: String]
    /// Classes and protocols of the files.
    private let declared: Set<String>
    /// The methods that name properties and are called in the files.
    let calledMethods: Set<NamingMethod.Kind>
    /// Enumerations and structures that do not say how they are stored.
    let plainTypes: Set<String>
    /// The `RealmOptional` and `RealmProperty` properties that are converted, by class.
    private var boxes: [String: Set<String>] = [:]
    /// The names of the properties that any model stores.
    private(set) var propertyNames: Set<String> = []

    init(_ sources: [ParsedSource]) {
        let visitor = TypeVisitor()
        for source in sources where !source.hasErrors { visitor.walk(source.tree) }
        superclasses = visitor.superclasses
        declared = visitor.protocols.union(visitor.classes.map(\.name.word))
        calledMethods = visitor.calledMethods
        plainTypes = visitor.plainTypes.subtracting(visitor.storableTypes).subtracting(visitor.superclasses.keys)
        for declaration in visitor.classes where isModel(declaration.name.word) {
            let members = ModelMembers(declaration, self)
            let converted = members.properties.filter(\.isConverted).map(\.property)
            propertyNames.formUnion(converted.map(\.name) + members.persisted.keys)
            boxes[declaration.name.word, default: []].formUnion(converted.filter(\.isBox).map(\.name))
        }
    }

    /// Whether a class inherits from one of the library's.
    func isModel(_ name: String) -> Bool {
        var (current, seen): (String, Set<String>) = (name, [])
        while let parent = superclasses[current], seen.insert(current).inserted {
            if ModelIndex.bases.contains(parent), superclasses[parent] == nil { return true }
            current = parent
        }
        return false
    }

    /// Whether a class, or one it inherits from, has a box of that name.
    func hasBox(_ property: String, in name: String) -> Bool {
        var (current, seen): (String?, Set<String>) = (name, [])
        while let type = current, seen.insert(type).inserted {
            if boxes[type]?.contains(property) == true { return true }
            current = superclasses[type]
        }
        return false
    }

    /// A class that has a box of that name.
    func owner(ofBox property: String) -> String? {
        boxes.filter { $0.value.contains(property) }.map(\.key).min()
    }

    /// The topmost superclass that is in none of the files.
    func unknownBase(of name: String) -> String? {
        var (current, seen): (String, Set<String>) = (name, [])
        while let parent = superclasses[current], seen.insert(current).inserted { current = parent }
        return current == name || superclasses[current] != nil || declared.contains(current) ? nil : current
    }
}
