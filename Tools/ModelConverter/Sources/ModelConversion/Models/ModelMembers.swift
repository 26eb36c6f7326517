import SwiftSyntax

/// The members of a model class, and what becomes of its properties.
struct ModelMembers {
    /// What becomes of a property.
    enum Outcome {
        case persisted
        /// It was not stored, and is declared without marks.
        case plain
        case left(reason: String)
    }

    /// A property, and what becomes of it.
    struct Member {
        let property: LegacyProperty
        let outcome: Outcome

        var isConverted: Bool {
            if case .persisted = outcome { return true }
            return false
        }
    }

    /// Properties that are marked with `@Persisted` already, by name.
    let persisted: [String: VariableDeclSyntax]
    let properties: [Member]
    let methods: [NamingMethod]

    init(_ declaration: ClassDeclSyntax, _ index: ModelIndex) {
        let members = ModelMembers.flat(declaration.memberBlock.members)
        let variables = members.compactMap { $0.as(VariableDeclSyntax.self) }
        methods = members.compactMap { $0.as(FunctionDeclSyntax.self) }.compactMap(NamingMethod.init)
        let modern = variables.filter { $0.attributes.attribute("Persisted") != nil }
        persisted = Dictionary(
            modern.flatMap { variable in
                variable.bindings.compactMap { binding in
                    binding.pattern.as(IdentifierPatternSyntax.self).map { ($0.identifier.word, variable) }
                }
            }, uniquingKeysWith: { first, _ in first })
        let ignored = Set(methods.filter { $0.kind == .ignoredProperties }.flatMap { $0.names ?? [] })
        let parameters = Set((declaration.genericParameterClause?.parameters ?? []).map(\.name.word))
        let rule = StorageRule(index: index, parameters: parameters)
        let isObjectiveC = declaration.attributes.attribute("objcMembers") != nil
        let isModern = !modern.isEmpty
        properties = variables.filter { $0.attributes.attribute("Persisted") == nil }.flatMap { variable in
            LegacyProperty.all(in: variable, hasImplicitMarks: isObjectiveC).compactMap { property in
                ModelMembers.outcome(of: property, rule, ignored, isModern: isModern).map {
                    Member(property: property, outcome: $0)
                }
            }
        }
    }

    /// The members, with those in `#if`.
    static func flat(_ members: MemberBlockItemListSyntax) -> [DeclSyntax] {
        members.flatMap { item -> [DeclSyntax] in
            guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
            return condition.clauses.flatMap { clause -> [DeclSyntax] in
                guard case .decls(let members) = clause.elements else { return [] }
                return flat(members)
            }
        }
    }

    private static func outcome(
        of property: LegacyProperty, _ rule: StorageRule, _ ignored: Set<String>, isModern: Bool
    ) -> Outcome? {
        if ignored.contains(property.name) { return .plain }
        // Objective-C does not know the type, so the class's mark does not mean the property.
        if !property.isMarked, let type = property.binding.typeName, rule.index.plainTypes.contains(type) { return nil }
        if let reason = refusal(of: property, rule) { return .left(reason: reason) }
        guard isModern, !ParsedSource.isMarked(property.declaration) else { return .persisted }
        // Beside @Persisted properties a collection without a mark never was stored.
        guard case .value = property.form else { return nil }
        return .left(
            reason: "the class has @Persisted properties, beside which the SDK stores no others; mark it with "
                + "@Persisted, or remove '@objc dynamic'")
    }

    private static func refusal(of property: LegacyProperty, _ rule: StorageRule) -> String? {
        let (declaration, binding) = (property.declaration, property.binding)
        for word in ["weak", "unowned", "override"] where declaration.modifiers.modifier(word) != nil {
            return "a property with @Persisted cannot be '\(word)'"
        }
        if let renamed = declaration.attributes.attribute("objc"), renamed.arguments != nil {
            return "the Objective-C name '\(renamed.trimmedDescription)' has no equivalent"
        }
        if declaration.bindings.contains(where: { !$0.pattern.is(IdentifierPatternSyntax.self) }) {
            return "a tuple of properties cannot be marked with @Persisted; declare each by itself"
        }
        switch property.form {
        case .value(let type?):
            return rule.refusal(of: type) ?? binding.refusalOfBridging
        case .value(nil):
            return binding.initializer.flatMap { rule.refusal(ofValue: $0.value) } ?? binding.refusalOfBridging
        case .collection(let made):
            if !made.arguments.isEmpty { return "the collection has an initial value" }
            return made.types.lazy.compactMap(rule.refusal(ofElement:)).first
        case .box(let made, _):
            let isPlain = made.arguments.isEmpty || made.arguments.count == 1 && made.arguments.first?.label == nil
            if !isPlain { return "the initial value of the '\(made.name)' is not clear" }
            return made.types.lazy.compactMap(rule.refusal(ofElement:)).first
        case .linkingObjects:
            return nil
        }
    }
}

extension PatternBindingSyntax {
    /// Why the initial value of a property whose Objective-C type becomes a Swift type cannot be converted.
    fileprivate var refusalOfBridging: String? {
        guard let value = initializer?.value else { return nil }
        let made = Construction(value)
        let bridged = made.flatMap { StorageRule.bridged[$0.name] } ?? declaredBridge
        guard let bridged else { return nil }
        if value.is(NilLiteralExprSyntax.self) || value.is(StringLiteralExprSyntax.self) { return nil }
        if let made, made.arguments.isEmpty || made.name == bridged { return nil }
        return "the stored type is '\(bridged)', and the initial value has to be one"
    }

    private var declaredBridge: String? {
        typeAnnotation.flatMap { $0.type.unwrapped.type.named }.flatMap { StorageRule.bridged[$0.name] }
    }
}
