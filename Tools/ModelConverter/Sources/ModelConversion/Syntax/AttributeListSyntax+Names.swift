import SwiftSyntax

extension AttributeListSyntax {
    /// The attribute of that name.
    func attribute(_ name: String) -> AttributeSyntax? {
        lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.trimmedDescription == name }
    }
}
