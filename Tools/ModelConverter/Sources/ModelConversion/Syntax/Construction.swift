import SwiftSyntax

/// A call that makes a value of a type: `List<Dog>()`, `RealmSwift.List<Dog>()`.
struct Construction {
    /// The type as it is written.
    let text: String
    /// Its name without module and arguments.
    let name: String
    let types: [TypeSyntax]
    let arguments: LabeledExprListSyntax

    /// Nil if the expression is something else.
    init?(_ expression: ExprSyntax) {
        guard let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil else { return nil }
        let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self)
        let callee = generic?.expression ?? call.calledExpression
        let reference = callee.as(MemberAccessExprSyntax.self)?.declName ?? callee.as(DeclReferenceExprSyntax.self)
        guard let name = reference?.baseName.word, name.first?.isUppercase == true else { return nil }
        self.name = name
        text = call.calledExpression.trimmedDescription
        types = (generic?.genericArgumentClause.arguments ?? []).compactMap(\.type)
        arguments = call.arguments
    }

    /// The type that comes from the declaration where the call leaves it out: `let dogs: List<Dog> = .init()`.
    init?(_ expression: ExprSyntax, of type: TypeSyntax) {
        guard let named = type.named, let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
        let callee = call.calledExpression
        let isShort = callee.as(MemberAccessExprSyntax.self).map {
            $0.base == nil && $0.declName.baseName.text == "init"
        }
        guard isShort == true || Construction(expression)?.name == named.name else { return nil }
        (text, name, types) = (type.trimmedDescription, named.name, named.arguments)
        arguments = call.arguments
    }
}

extension GenericArgumentSyntax {
    /// Nil for a value.
    var type: TypeSyntax? {
        if case .type(let type) = argument { return type }
        return nil
    }
}
