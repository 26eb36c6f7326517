import SwiftSyntax

extension ParsedSource {
    private static let objectiveC = ["objc", "objcMembers", "nonobjc"]

    /// Removes the attributes that need the Objective-C runtime.
    func removeObjectiveC(_ attributes: AttributeListSyntax) {
        for name in ParsedSource.objectiveC {
            if let attribute = attributes.attribute(name) { removeWord(attribute) }
        }
    }

    /// Removes them from a member that is not stored; a property is not `dynamic` any more.
    func removeObjectiveC(ofMember member: DeclSyntax) {
        if let variable = member.as(VariableDeclSyntax.self) {
            removeObjectiveC(variable.attributes)
            if let word = variable.modifiers.modifier("dynamic") { removeWord(word) }
        } else if let method = member.as(FunctionDeclSyntax.self) {
            removeObjectiveC(method.attributes)
        } else if let initializer = member.as(InitializerDeclSyntax.self) {
            removeObjectiveC(initializer.attributes)
        } else if let element = member.as(SubscriptDeclSyntax.self) {
            removeObjectiveC(element.attributes)
        }
    }
}
