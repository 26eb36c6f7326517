import SwiftSyntax

/// Converts a model class.
struct ClassConverter {
    private let declaration: ClassDeclSyntax
    private let source: ParsedSource
    private let members: ModelMembers
    private let calledMethods: Set<NamingMethod.Kind>

    init(_ declaration: ClassDeclSyntax, _ source: ParsedSource, _ index: ModelIndex) {
        self.declaration = declaration
        self.source = source
        members = ModelMembers(declaration, index)
        calledMethods = index.calledMethods
    }

    func convert() {
        convertName()
        let arguments = convertMethods()
        if declaration.genericParameterClause != nil, members.properties.contains(where: \.isConverted) {
            source.note(
                .hint, declaration, "a class with type parameters cannot be stored; a subclass without any can be")
        }
        for member in ModelMembers.flat(declaration.memberBlock.members) {
            guard let variable = member.as(VariableDeclSyntax.self) else {
                source.removeObjectiveC(ofMember: member)
                continue
            }
            let own = members.properties.filter { $0.property.declaration == variable }
            if variable.attributes.attribute("NSManaged") != nil {
                source.mark(variable, "'@NSManaged' belongs to Core Data")
            } else if own.isEmpty {
                hintAtEnumeration(variable)
                if variable.attributes.attribute("Persisted") == nil { source.removeObjectiveC(ofMember: member) }
            } else {
                DeclarationConverter(variable, own, source).convert(arguments)
            }
        }
        for (name, argument) in arguments { mark(name, argument) }
    }

    // MARK: The name

    /// The name in Objective-C is that of the class in the file.
    private func convertName() {
        let attribute = declaration.attributes.attribute("objc")
        source.removeObjectiveC(declaration.attributes)
        guard let arguments = attribute?.arguments else { return }
        let name = arguments.trimmedDescription
        let isNamed = declaration.memberBlock.members.contains { item in
            item.decl.as(FunctionDeclSyntax.self)?.name.text == "_realmObjectName"
        }
        guard name != declaration.name.word, !isNamed else { return }
        let override = "override class func _realmObjectName() -> String? { \"\(name)\" }"
        let brace = declaration.memberBlock.leftBrace.bytes.upperBound
        guard let first = declaration.memberBlock.members.first else {
            return source.insert(" \(override) ", at: brace)
        }
        let isOnOneLine = source.line(of: first.bytes.lowerBound) == source.line(of: brace)
        source.insert(isOnOneLine ? " \(override);" : source.newLine(beside: first) + override, at: brace)
    }

    // MARK: Methods that name properties

    /// Removes the methods that say what `@Persisted` can say; returns its arguments by names of properties.
    private func convertMethods() -> [String: String] {
        var arguments: [String: String] = [:]
        for method in members.methods {
            guard let names = method.names, names.allSatisfy({ isKnown($0, to: method.kind) }) else {
                if method.kind == .ignoredProperties, method.names == nil {
                    source.mark(
                        method.declaration,
                        "the names are computed: remove @Persisted from the properties that it ignores")
                }
                continue
            }
            for name in names {
                switch method.kind {
                case .primaryKey: arguments[name] = "(primaryKey: true)"
                case .indexedProperties where arguments[name] == nil: arguments[name] = "(indexed: true)"
                default: break
                }
            }
            if calledMethods.contains(method.kind) {
                let name = method.kind.rawValue
                source.note(.hint, method.declaration, "'\(name)()' is called, and stays beside the marks")
            } else {
                source.removeLines(of: method.declaration)
            }
        }
        return arguments
    }

    /// Whether a mark on the property can take the method's place.
    private func isKnown(_ name: String, to kind: NamingMethod.Kind) -> Bool {
        let own = members.properties.first { $0.property.name == name }
        if kind == .ignoredProperties {
            if members.persisted[name] != nil { return false }
            guard let own else { return isComputed(name) }
            if case .plain = own.outcome { return true }
            return false
        }
        if let own { return own.isConverted && !own.property.isNamedByMethodOnly(kind) }
        guard let variable = members.persisted[name],
            variable.attributes.attribute("Persisted")?.arguments == nil
        else { return false }
        return !variable.bindings.contains { $0.typeName.map(kind.refuses) == true }
    }

    /// Whether the class has a property of that name which is not stored in any case.
    private func isComputed(_ name: String) -> Bool {
        ModelMembers.flat(declaration.memberBlock.members).contains { member in
            member.as(VariableDeclSyntax.self)?.bindings.contains { binding in
                binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.word == name
            } == true
        }
    }

    /// Gives a property that has its mark already the argument that a method said.
    private func mark(_ name: String, _ argument: String) {
        guard let attribute = members.persisted[name]?.attributes.attribute("Persisted"), attribute.arguments == nil
        else { return }
        source.replace(attribute, by: "@Persisted\(argument)")
    }

    // MARK: Hints

    /// A computed property around a stored raw value can be stored itself.
    private func hintAtEnumeration(_ variable: VariableDeclSyntax) {
        guard let binding = variable.bindings.first, binding.isComputed, let type = binding.typeAnnotation?.type,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.word,
            let body = binding.accessorBlock?.trimmedDescription,
            body.contains("newValue.rawValue")
                || body.contains("newValue?.rawValue")
        else { return }
        let words = Set(body.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        guard let raw = members.properties.first(where: { $0.isConverted && words.contains($0.property.name) })
        else { return }
        source.note(
            .hint, variable,
            "'\(name)' can be stored itself: '@Persisted var \(name): \(type.trimmedDescription)', if the type is "
                + "'PersistableEnum' and propertiesMapping() names the column '\(raw.property.name)'")
    }
}
