import SwiftSyntax

/// Gathers the types that files declare.
final class TypeVisitor: SyntaxVisitor {
    private static let storable: Set<String> = [
        "RealmEnum", "PersistableEnum", "CustomPersistable", "FailableCustomPersistable",
    ]

    private(set) var classes: [ClassDeclSyntax] = []
    private(set) var superclasses: [String: String] = [:]
    private(set) var plainTypes: Set<String> = []
    private(set) var storableTypes: Set<String> = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.name.word
        classes.append(node)
        if let parent = node.inheritanceClause?.names.first, superclasses[name] == nil { superclasses[name] = parent }
        noteStorable(name, node.inheritanceClause)
        return .visitChildren
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        plainTypes.insert(node.name.word)
        noteStorable(node.name.word, node.inheritanceClause)
        return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        plainTypes.insert(node.name.word)
        noteStorable(node.name.word, node.inheritanceClause)
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.extendedType.named?.name { noteStorable(name, node.inheritanceClause) }
        return .visitChildren
    }

    private func noteStorable(_ name: String, _ clause: InheritanceClauseSyntax?) {
        if clause?.names.contains(where: TypeVisitor.storable.contains) == true { storableTypes.insert(name) }
    }
}

extension InheritanceClauseSyntax {
    /// The names of the superclass and the protocols.
    var names: [String] { inheritedTypes.compactMap { $0.type.named?.name } }
}
