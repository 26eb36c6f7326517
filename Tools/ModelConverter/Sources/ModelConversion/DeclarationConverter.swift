import SwiftSyntax

/// Converts a declaration of one or more properties of a model class.
struct DeclarationConverter {
    private let declaration: VariableDeclSyntax
    private let members: [ModelMembers.Member]
    private let source: ParsedSource

    init(_ declaration: VariableDeclSyntax, _ members: [ModelMembers.Member], _ source: ParsedSource) {
        (self.declaration, self.members, self.source) = (declaration, members, source)
    }

    /// - Parameter arguments: the arguments of the marks, by names of properties.
    func convert(_ arguments: [String: String]) {
        let reasons = members.compactMap { member -> String? in
            if case .left(let reason) = member.outcome { return reason }
            return nil
        }
        guard reasons.isEmpty else {
            for reason in reasons { source.mark(declaration, reason) }
            return
        }
        let marks = Dictionary(
            members.filter(\.isConverted).map { member in
                (member.property.name, "@Persisted" + (argument(of: member.property, arguments)))
            }, uniquingKeysWith: { first, _ in first })
        convertWords(first: mark(of: declaration.bindings.first, marks))
        convertBindings(marks)
        for member in members where member.isConverted { convertValue(of: member.property) }
    }

    private func argument(of property: LegacyProperty, _ arguments: [String: String]) -> String {
        if case .linkingObjects(_, let origin) = property.form {
            return "(originProperty: \(KeyPathText(origin)?.literal ?? origin.trimmedDescription))"
        }
        return arguments[property.name] ?? ""
    }

    private func mark(of binding: PatternBindingSyntax?, _ marks: [String: String]) -> String? {
        binding?.pattern.as(IdentifierPatternSyntax.self).flatMap { marks[$0.identifier.word] }
    }

    /// The attributes and modifiers, and `let`.
    private func convertWords(first mark: String?) {
        if let attribute = declaration.attributes.attribute("objc"), let mark {
            source.replace(attribute, by: mark)
        } else {
            if let mark { source.insert(mark + " ", at: declaration.bytes.lowerBound) }
            if let attribute = declaration.attributes.attribute("objc") { source.removeWord(attribute) }
        }
        if let attribute = declaration.attributes.attribute("nonobjc") { source.removeWord(attribute) }
        if let word = declaration.modifiers.modifier("dynamic") { source.removeWord(word) }
        if mark != nil, declaration.bindingSpecifier.text == "let" {
            source.replace(declaration.bindingSpecifier, by: "var")
        }
    }

    /// A mark belongs to one property: each further one gets a line of its own.
    private func convertBindings(_ marks: [String: String]) {
        guard !marks.isEmpty else { return }
        let modifiers = declaration.modifiers.filter { $0.name.text != "dynamic" }
            .map { $0.trimmedDescription + " " }.joined()
        var previous: PatternBindingSyntax?
        for binding in declaration.bindings {
            defer { previous = binding }
            guard let comma = previous?.trailingComma else { continue }
            let mark = mark(of: binding, marks)
            let word = mark == nil ? declaration.bindingSpecifier.text : "var"
            let comment = source.text(comma.bytes.upperBound..<binding.bytes.lowerBound).trimmed
            let text = source.newLine(beside: declaration) + (mark.map { $0 + " " } ?? "") + modifiers + word + " "
            source.replace(
                comma.bytes.lowerBound..<binding.bytes.lowerBound, by: (comment.isEmpty ? "" : " " + comment) + text)
        }
    }

    private func convertValue(of property: LegacyProperty) {
        let binding = property.binding
        switch property.form {
        case .value(let type): convertType(type, of: property)
        case .collection(let made): declare(binding, made.text)
        case .box(let made, let type):
            declare(binding, type + (made.arguments.first.map { " = \($0.expression.trimmedDescription)" } ?? ""))
        case .linkingObjects(let element, let origin):
            declare(binding, "LinkingObjects<\(element)>")
            source.settle(origin)
        }
        if binding.hasObservers {
            source.note(
                .hint, binding, "willSet and didSet of '\(property.name)' run on objects in a Realm, too")
        }
    }

    /// Puts a type in the place of type and initial value.
    private func declare(_ binding: PatternBindingSyntax, _ type: String) {
        let end = (binding.initializer?.bytes ?? binding.pattern.bytes).upperBound
        source.replace(binding.pattern.bytes.upperBound..<end, by: ": " + type)
    }

    private func convertType(_ type: TypeSyntax?, of property: LegacyProperty) {
        let binding = property.binding
        var name = type?.unwrapped.type.named?.name
        if let type, let name, let bridged = StorageRule.bridged[name] {
            source.replace(type.unwrapped.type, by: bridged)
        }
        if binding.typeAnnotation == nil, let type {
            let text = name.flatMap { StorageRule.bridged[$0] }.map {
                type.trimmedDescription.replacing(name!, with: $0)
            }
            source.insert(": " + (text ?? type.trimmedDescription), at: binding.pattern.bytes.upperBound)
        }
        if let value = binding.initializer?.value, let made = Construction(value),
            let bridged = StorageRule.bridged[made.name], let call = value.as(FunctionCallExprSyntax.self)
        {
            source.replace(call.calledExpression, by: bridged)
            name = made.name
        }
        if let name, let bridged = StorageRule.bridged[name] {
            source.note(
                .hint, binding, "'\(property.name)' is '\(bridged)' now; what uses it as '\(name)' has to follow")
        }
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}
