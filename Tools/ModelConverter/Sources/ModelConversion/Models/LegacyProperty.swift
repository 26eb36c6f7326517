import SwiftSyntax

/// A property as the SDK's older models declare it: one name of a declaration.
struct LegacyProperty {
    /// How the value is stored.
    enum Form {
        /// `@objc dynamic var name = ""`, with its type if it is written.
        case value(TypeSyntax?)
        /// `let dogs = List<Dog>()`
        case collection(Construction)
        /// `let age = RealmOptional<Int>()`, with the type of `value`.
        case box(Construction, type: String)
        /// `let owners = LinkingObjects(fromType: Dog.self, property: "owner")`
        case linkingObjects(element: String, origin: ExprSyntax)
    }

    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let name: String
    let form: Form
    /// Whether the property has a mark of its own, other than its class.
    var isMarked = true

    var isBox: Bool {
        if case .box = form { return true }
        return false
    }

    /// Whether a mark cannot say what the method says of the property.
    func isNamedByMethodOnly(_ method: NamingMethod.Kind) -> Bool {
        switch form {
        case .value(let type): (type?.unwrapped.type.named?.name ?? binding.typeName).map(method.refuses) ?? false
        case .box(let made, _): made.types.first?.unwrapped.type.named.map { method.refuses($0.name) } ?? false
        case .collection, .linkingObjects: false
        }
    }

    /// The properties of a declaration that the SDK stores; none if it stores no such properties.
    ///
    /// - Parameter hasImplicitMarks: whether the class is marked with `@objcMembers`.
    static func all(in declaration: VariableDeclSyntax, hasImplicitMarks: Bool) -> [LegacyProperty] {
        let modifiers = declaration.modifiers
        guard !modifiers.isOfType, modifiers.modifier("lazy") == nil else { return [] }
        let isMarked =
            declaration.attributes.attribute("objc") != nil || modifiers.modifier("dynamic") != nil
        let isHidden = modifiers.modifier("private") != nil || modifiers.modifier("fileprivate") != nil
        let isImplicit = hasImplicitMarks && !isHidden && declaration.attributes.attribute("nonobjc") == nil
        let isVariable = declaration.bindingSpecifier.text == "var"
        let bindings = Array(declaration.bindings)
        return bindings.indices.compactMap { position in
            let binding = bindings[position]
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.word, !binding.isComputed
            else { return nil }
            if let form = binding.container {
                return LegacyProperty(declaration: declaration, binding: binding, name: name, form: form)
            }
            guard isVariable, isMarked || isImplicit else { return nil }
            let type = binding.typeAnnotation?.type ?? binding.laterType(in: bindings[position...])
            if !isMarked, !isRepresentable(type, binding.initializer?.value) { return nil }
            return LegacyProperty(
                declaration: declaration, binding: binding, name: name, form: .value(type), isMarked: isMarked)
        }
    }

    /// Whether Objective-C knows the type, as far as it shows: others are not stored though their class is marked.
    private static func isRepresentable(_ type: TypeSyntax?, _ value: ExprSyntax?) -> Bool {
        guard let type else { return value.flatMap(Construction.init)?.types.isEmpty ?? true }
        let numbers = ["Int", "Int8", "Int16", "Int32", "Int64", "Bool", "Float", "Double"]
        let (wrapped, isOptional) = type.unwrapped
        guard let (name, arguments) = wrapped.named, arguments.isEmpty else { return false }
        return !(isOptional && numbers.contains(name))
    }
}

extension PatternBindingSyntax {
    /// Whether there is a getter; observers alone store the value.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let list): !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }

    /// Whether there is a `willSet` or a `didSet`.
    var hasObservers: Bool { accessorBlock != nil && !isComputed }

    /// The name of the type, as far as it shows.
    var typeName: String? {
        typeAnnotation?.type.unwrapped.type.named?.name ?? initializer.flatMap { Construction($0.value)?.name }
    }

    /// In `var first, second: Int` the type stands behind the last name.
    func laterType(in rest: ArraySlice<PatternBindingSyntax>) -> TypeSyntax? {
        guard initializer == nil else { return nil }
        for other in rest {
            if let type = other.typeAnnotation?.type { return type }
            if other.initializer != nil { return nil }
        }
        return nil
    }

    /// The form of a property whose value is a collection or a box, which is stored without any mark.
    fileprivate var container: LegacyProperty.Form? {
        guard let value = initializer?.value else { return nil }
        let made =
            typeAnnotation.map { Construction(value, of: $0.type) } ?? Construction(value)
        guard let made else { return nil }
        switch made.name {
        case "List", "MutableSet": return made.types.count == 1 ? .collection(made) : nil
        case "Map": return made.types.count == 2 ? .collection(made) : nil
        case "RealmOptional": return made.types.first.map { .box(made, type: "\($0.trimmedDescription)?") }
        case "RealmProperty": return made.types.first.map { .box(made, type: $0.trimmedDescription) }
        case "LinkingObjects": return linkingObjects(made)
        default: return nil
        }
    }

    private func linkingObjects(_ made: Construction) -> LegacyProperty.Form? {
        let type = made.arguments.first { $0.label?.text == "fromType" }?.expression.as(MemberAccessExprSyntax.self)
        guard let element = type?.base, type?.declName.baseName.text == "self",
            let origin = made.arguments.first(where: { $0.label?.text == "property" })?.expression
        else { return nil }
        return .linkingObjects(element: element.trimmedDescription, origin: origin)
    }
}
