import SwiftSyntax

extension TypeSyntax {
    /// The name of a class, enumeration or structure without the module or type around it, and its type arguments.
    var named: (name: String, arguments: [TypeSyntax])? {
        let clause: GenericArgumentClauseSyntax?
        let name: TokenSyntax
        if let type = self.as(IdentifierTypeSyntax.self) {
            (name, clause) = (type.name, type.genericArgumentClause)
        } else if let type = self.as(MemberTypeSyntax.self) {
            (name, clause) = (type.name, type.genericArgumentClause)
        } else {
            return nil
        }
        return (name.word, (clause?.arguments ?? []).compactMap(\.type))
    }

    /// The type under an optional one, and whether there was one.
    var unwrapped: (type: TypeSyntax, isOptional: Bool) {
        if let optional = self.as(OptionalTypeSyntax.self) { return (optional.wrappedType, true) }
        if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return (optional.wrappedType, true) }
        if let (name, arguments) = named, name == "Optional", arguments.count == 1 { return (arguments[0], true) }
        return (self, false)
    }
}
