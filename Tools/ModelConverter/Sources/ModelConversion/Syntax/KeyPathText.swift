import SwiftSyntax

/// `#keyPath(Dog.owner.name)`, whose value is the text `owner.name`.
struct KeyPathText {
    /// The type it begins with; nil for one that begins with a property.
    let root: String?
    let path: String

    /// Nil if the expression is something else.
    init?(_ expression: some ExprSyntaxProtocol) {
        guard let macro = expression.as(MacroExpansionExprSyntax.self), macro.macroName.text == "keyPath",
            let argument = macro.arguments.first?.expression, macro.arguments.count == 1,
            let names = KeyPathText.names(argument)
        else { return nil }
        let types = names.prefix { $0.first?.isUppercase == true }
        guard types.count < names.count else { return nil }
        root = types.last
        path = names[types.count...].joined(separator: ".")
    }

    var literal: String { "\"\(path)\"" }

    private static func names(_ expression: ExprSyntax) -> [String]? {
        if let name = expression.as(DeclReferenceExprSyntax.self) { return [name.baseName.word] }
        if let chain = expression.as(OptionalChainingExprSyntax.self) { return names(chain.expression) }
        guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else { return nil }
        return names(base).map { $0 + [member.declName.baseName.word] }
    }
}
