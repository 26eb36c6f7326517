import SwiftSyntax

extension DeclModifierListSyntax {
    /// The modifier of that name.
    func modifier(_ name: String) -> DeclModifierSyntax? { first { $0.name.text == name } }

    /// Whether what is declared belongs to the type.
    var isOfType: Bool { modifier("static") != nil || modifier("class") != nil }
}
