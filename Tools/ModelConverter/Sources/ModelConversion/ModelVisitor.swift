import SwiftSyntax

/// Converts the declarations of a file.
final class ModelVisitor: SyntaxVisitor {
    private let source: ParsedSource
    private let index: ModelIndex

    init(_ source: ParsedSource, _ index: ModelIndex) {
        (self.source, self.index) = (source, index)
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        if index.isModel(node.name.word) {
            ClassConverter(node, source, index).convert()
        } else if let base = index.unknownBase(of: node.name.word), isLikeModel(node, base) {
            source.mark(
                node,
                "the class inherits from '\(base)', which is in none of the files; if that is a model, name its "
                    + "file, too")
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        convertEnumeration(node.inheritanceClause)
        guard let name = node.extendedType.named?.name, index.isModel(name) else { return .visitChildren }
        source.removeObjectiveC(node.attributes)
        for member in ModelMembers.flat(node.memberBlock.members) { source.removeObjectiveC(ofMember: member) }
        return .visitChildren
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        source.removeObjectiveC(node.attributes)
        convertEnumeration(node.inheritanceClause)
        return .visitChildren
    }

    private func convertEnumeration(_ clause: InheritanceClauseSyntax?) {
        for inherited in clause?.inheritedTypes ?? [] where inherited.type.named?.name == "RealmEnum" {
            source.replace(inherited.type, by: "PersistableEnum")
        }
    }

    /// Whether a class looks like a model, so that somebody should know that it was not converted.
    private func isLikeModel(_ node: ClassDeclSyntax, _ base: String) -> Bool {
        if ["NS", "UI", "XC"].contains(where: base.hasPrefix) { return false }
        let members = ModelMembers(node, index)
        if members.properties.isEmpty { return false }
        return !members.methods.isEmpty
            || members.properties.contains { $0.property.declaration.modifiers.modifier("dynamic") != nil }
    }
}
